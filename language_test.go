package toolrules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An avoided phrase has a standard term in the English of this project.
type avoided struct {
	phrase *regexp.Regexp
	write  string         // instead
	except *regexp.Regexp // matches of phrase that are allowed; nil if there are none
}

// avoid returns an avoided phrase. The phrase is case-insensitive and consists of whole words.
func avoid(phrase, write string) avoided {
	return avoided{phrase: regexp.MustCompile(`(?i)\b(` + phrase + `)\b`), write: write}
}

// but returns the phrase with exceptions.
func (a avoided) but(exceptions string) avoided {
	a.except = regexp.MustCompile(`(?i)` + exceptions)
	return a
}

// find returns the first match of the phrase in text that is not allowed, or "".
func (a avoided) find(text string) string {
	for _, found := range a.phrase.FindAllString(text, -1) {
		if a.except == nil || !a.except.MatchString(found) {
			return found
		}
	}
	return ""
}

// phrases must occur neither in comments, nor in the strings of the program, nor in documents.
var phrases = []avoided{
	avoid(`mend(s|ed|ing)?`, "fix"),
	avoid(`rubbish`, "invalid input"),
	avoid(`the law|laws`, "rules, guarantees or invariants"),
	avoid(`plain evaluator`, "reference evaluator"),
	avoid(`in (the|its|their) (place|stead) of|in (its|their) stead`, "instead of"),
	avoid(`stands? for`, "represents"),
	avoid(`all the same`, "still"),
	avoid(`heard`, "honored"),
	avoid(`takes no`, "matches no"),
	avoid(`(is|are) wanted`, "expected"),
	avoid(`says? whether|says (how|what|which|why)`, "reports or states"),
	avoid(`says so`, "states it"),
	avoid(`misfits?`, "nonconforming"),
	avoid(`crowds?`, "group"),
	avoid(`seers?`, "audience"),
	avoid(`sayings?`, "dependencies"),
	avoid(`(\w+ )?(is|are) no \w+`, "is not a").but(`^there (is|are) no | no (longer|more|limit)$`),
	avoid(`(is|are) none of|there (is|are) none of|that there (is|are) none`, "is not one of, or if there is none"),
	avoid(`yes or no`, "bool"),
	avoid(`in front of`, "before"),
	avoid(`behind`, "after"),
	avoid(`by (itself|themselves|himself)`, "alone, separately or automatically"),
	avoid(`as a rule( file)?`, "usually").but(`file$`),
	avoid(`looks? at|looked at|looking at`, "reads, evaluates or compares"),
	avoid(`(told|tells?) .{0,30}\bapart`, "distinguish"),
	avoid(`(is|are|was|were|been|be) asked`, "is evaluated or requested"),
	avoid(`gives`, "returns"),
	avoid(`complains? (of|about)|complained of`, "reports"),
	avoid(`but for`, "except"),
	avoid(`whoever`, "anyone who"),
	avoid(`to be had`, "available"),
	avoid(`till now`, "until now"),
	avoid(`spelt|misspelt`, "spelled"),
	avoid(`(colour|behaviour|honour|recognis|optimis|initialis|normalis|serialis|summaris|marshall)\w*`, "American spelling"),
	{phrase: regexp.MustCompile(`(?m)(^|[.:;] )Of [a-z]`), write: "a sentence that starts with its subject"},
}

// typeNames must not occur in the strings of the program and in documents, which use the names of
// types that a rule file uses.
var typeNames = []avoided{
	avoid(`an? (empty )?text|(two|three|many|several|of) texts|list of (texts|words)`, "string").but(`^a text$`),
}

// firstVerbs must not start a doc comment: its verb is one that the Go library uses.
var firstVerbs = []avoided{{
	phrase: regexp.MustCompile(`^(An? )?\w+ (gives?|says?|tells?|makes of|asks|is asked|wants|takes apart|looks (at|for)|knows)\b`),
	write:  "returns, reports whether, is, holds or defines",
}}

// names must not be names of functions, types or tests.
var names = []avoided{
	{
		phrase: regexp.MustCompile(`(?i)^(sayings?|gate|seers?|looks|crowds?|apart|sight|calm|brief|homes?|mend|misfits?|rubbish|law)$`),
		write:  "the term of the field",
	},
	{
		phrase: regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)\w*(Crowd|Seer|Law|Rubbish|Misfit|Says|Gives|Mend|Apart|Asked)`),
		write:  "the term of the field",
	},
}

// TestLanguage checks that no avoided phrase is in comments, names, strings of the program, or
// documents.
func TestLanguage(t *testing.T) {
	check := func(path string, line int, text string, list []avoided) {
		for _, a := range list {
			if phrase := a.find(text); phrase != "" {
				t.Errorf("%s:%d: %q: write %s", path, line, phrase, a.write)
			}
		}
	}
	for _, path := range goFiles(t) {
		if path == "language_test.go" {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		line := func(n ast.Node) int { return fset.Position(n.Pos()).Line }
		for _, comment := range file.Comments {
			check(path, line(comment), comment.Text(), slices.Concat(firstVerbs, phrases))
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(path, line(n), n.Name.Name, names)
			case *ast.TypeSpec:
				check(path, line(n), n.Name.Name, names)
			case *ast.BasicLit:
				if n.Kind == token.STRING && !strings.HasSuffix(path, "_test.go") {
					check(path, line(n), n.Value, slices.Concat(phrases, typeNames))
				}
			}
			return true
		})
	}
	for _, path := range documents(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(string(data), "\n") {
			check(path, i+1, text, slices.Concat(phrases, typeNames))
		}
	}
}

// goFiles returns the paths of the module's Go files.
func goFiles(t *testing.T) []string {
	var paths []string
	imports(t, func(file, _, _ string, _ bool) { paths = append(paths, file) })
	return slices.Compact(paths)
}

// documents returns the paths of the Markdown files and the explanations of codes that users read.
func documents(t *testing.T) []string {
	paths, err := filepath.Glob("docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	codes, err := filepath.Glob("cmd/rulecheck/internal/codes/entries/*/*.txtar")
	if err != nil || len(codes) == 0 {
		t.Fatalf("no explanations of codes: %v", err)
	}
	paths = append(paths, codes...)
	return append(paths, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md", "testdata/spec/README.md")
}
