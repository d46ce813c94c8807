package codes_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// TestExamples checks that each bad example has its problem and otherwise only notes, and that each
// good example has no problem at all.
func TestExamples(t *testing.T) {
	for _, g := range codes.Groups() {
		for _, e := range g.Entries {
			t.Run(string(e.Code), func(t *testing.T) {
				if e.Rare != "" {
					return // no examples
				}
				checkBad(t, e)
				if found := problemsOf(t, e.Good); len(found) > 0 {
					t.Errorf("the good example has %v", found)
				}
			})
		}
	}
}

func checkBad(t *testing.T, e codes.Entry) {
	t.Helper()
	found := problemsOf(t, e.Bad)
	if !slices.ContainsFunc(found, func(p *rules.Problem) bool {
		return p.Code == e.Code &&
			p.Severity == e.Severity
	}) {
		t.Errorf("the bad example has %v", found)
	}
	for _, p := range found {
		if p.Code != e.Code && p.Severity != rules.SeverityNote {
			t.Errorf("the bad example has another problem: %v", p)
		}
	}
}

// problemsOf returns the problems of an example, including those of its catalogs.
func problemsOf(t *testing.T, x codes.Example) (found rules.Problems) {
	t.Helper()
	dir := t.TempDir()
	var sources []catalogfile.Source
	for _, c := range x.Catalogs {
		path := filepath.Join(dir, c.Name)
		if err := os.WriteFile(path, []byte(c.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, catalogfile.Source{Path: path})
	}
	if x.Tests != "" {
		found = problemsOfTests(t, dir, x)
	} else {
		catalogs, warnings, err := catalogfile.Load(sources, nil)
		var errs rules.Problems
		errors.As(err, &errs)
		found = slices.Concat(errs, warnings,
			check.File(x.Name, []byte(x.Rules), catalogs).Problems)
	}
	here := strings.NewReplacer(dir+string(filepath.Separator), "") // must not be shown
	for _, p := range found {
		p.File, p.Message, p.Hint = here.Replace(p.File), here.Replace(p.Message), here.Replace(p.Hint)
	}
	return found
}

// problemsOfTests runs the test file of an example.
func problemsOfTests(t *testing.T, dir string, x codes.Example) rules.Problems {
	t.Helper()
	tests := filepath.Join(dir, codes.TestsName)
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, x.Name), []byte(x.Rules), 0o600),
		os.WriteFile(tests, []byte(x.Tests), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ruletest.Run(tests)
	if ps, ok := errors.AsType[rules.Problems](err); ok {
		return ps
	}
	return slices.Concat(r.Warnings, r.Problems())
}

// TestEachCodeOnce checks that each code is explained once.
func TestEachCodeOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range codes.All() {
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		e, ok := codes.Find(rules.Code(name))
		if !ok || !strings.HasSuffix(e.Meaning, ".") {
			t.Errorf("%s has no meaning, or one without a full stop", name)
		}
	}
}

// wrapped are the packages that declare codes, the prefix with which users see them, and the codes
// that users never see.
var wrapped = []struct {
	dir      string
	types    []string // of the constants; "" is an untyped constant whose name starts with Code
	prefixes []string
	never    []string
}{
	{dir: "rules", types: []string{"Code"}},
	{dir: "naming", types: []string{"Code"}, never: []string{
		"invalid_format", "double_underscore", "trailing_underscore"}}, // inside invalid_server_id
	{dir: "internal/cond", types: []string{"Code"}, prefixes: []string{"expression_"}, never: []string{
		"expression_bad_name", "expression_reserved_name", "expression_duplicate_name", "expression_empty_mapping",
		"expression_optional_mapping"}},
	{dir: "expr", types: []string{"Code"}, never: []string{"undeclared"}}, // returned only by expr.Get
	{dir: "internal/pattern", types: []string{"Code"}, prefixes: []string{"pattern_"}},
	{dir: "internal/source", types: []string{""}},
	{dir: "internal/shape", types: []string{""}},
	{dir: "internal/catalogfile", types: []string{"rules.Code"}},
	{dir: "cmd/rulecheck/internal/check", types: []string{"rules.Code"}, never: []string{"server", "path"}}, // prefixes
	{dir: "cmd/rulecheck/internal/lint", types: []string{"rules.Code"}},
	{dir: "engine", types: []string{"rules.Code"}, never: []string{"no_rules"}}, // a fault of the host
	{dir: "ruletest", types: []string{"rules.Code"}},
	{dir: "engine", types: []string{"FaultCode"}, prefixes: []string{"server_"}},
	{dir: "engine", types: []string{"PlaceCode"}, prefixes: []string{"path_"}},
	{dir: "naming", types: []string{"Reason"}, prefixes: []string{"tool_"}, never: []string{
		"tool_reserved"}}, // the command reserves no names
}

// contextCodes are the codes of package expr that come from declarations.
var contextCodes = []string{"bad_type", "bad_name", "reserved_name", "duplicate_name", "bad_word",
	"duplicate_word", "single_word", "empty_mapping", "optional_mapping"}

// TestComplete checks that every code that a package declares is explained, and no other.
func TestComplete(t *testing.T) {
	known := map[string]bool{}
	declared := func(code string) {
		known[code] = true
		if _, ok := codes.Find(rules.Code(code)); !ok {
			t.Errorf("%s is not explained in entries", code)
		}
	}
	for _, w := range wrapped {
		found := constants(t, filepath.Join("..", "..", "..", "..", filepath.FromSlash(w.dir)), w.types)
		if len(found) == 0 {
			t.Errorf("%s declares no code of %q", w.dir, w.types)
		}
		prefix := strings.Join(w.prefixes, "")
		for _, code := range found {
			if !slices.Contains(w.never, prefix+code) {
				declared(prefix + code)
			}
		}
	}
	for _, code := range contextCodes {
		declared("context_" + code)
	}
	for _, code := range codes.All() {
		if !known[code] {
			t.Errorf("%s is explained in entries, but no package declares it", code)
		}
	}
}

// constants returns the values of the string constants of some types that a package declares.
func constants(t *testing.T, dir string, types []string) (values []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			literal, ok := spec.Values[0].(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING || !slices.Contains(types, typeName(spec)) {
				return true
			}
			value, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
			return true
		})
	}
	return values
}

// typeName returns the type of a constant as it is written, "" if it has none and its name starts
// with Code, and "none" otherwise.
func typeName(spec *ast.ValueSpec) string {
	switch x := spec.Type.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.X.(*ast.Ident).Name + "." + x.Sel.Name
	}
	if strings.HasPrefix(spec.Names[0].Name, "Code") {
		return ""
	}
	return "none"
}

func TestNearest(t *testing.T) {
	for code, want := range map[string]string{
		"unknown_sett": "unknown_set", "bad_list": "server_bad_list", "no_schema": "path_no_schema",
		"too_many_nodes": "expression_too_many_nodes", "server": "", "key": "", "": "",
	} {
		if got, ok := codes.Nearest(code); ok != (want != "") || ok && got != want {
			t.Errorf("%q is near %q, not %q", code, got, want)
		}
	}
}

// TestEscapedExamplesHaveNote checks the note at examples that are shown with escapes, and that
// there is none at other examples.
func TestEscapedExamplesHaveNote(t *testing.T) {
	for code, times := range map[rules.Code]int{"bad_character": 1, "not_utf8": 1, "too_large": 0, "unknown_key": 0} {
		entry, ok := codes.Find(code)
		for form, text := range map[string]string{"text": entry.Text(), "markdown": entry.Markdown("")} {
			if got := strings.Count(text, "shown here as escapes"); !ok || got != times {
				t.Errorf("%s as %s has the note %d times, not %d", code, form, got, times)
			}
		}
	}
}
