package toolrules_test

import (
	"fmt"
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
	write  string // instead
}

// phrases must occur neither in comments, nor in the strings of the program, nor in documents.
var phrases = []avoided{
	{regexp.MustCompile(`(?i)\bmend(s|ed|ing)?\b`), "fix"},
	{regexp.MustCompile(`(?i)\brubbish\b`), "invalid input"},
	{regexp.MustCompile(`(?i)\b(the law|laws)\b`), "rules, guarantees or invariants"},
	{regexp.MustCompile(`(?i)\bplain evaluator\b`), "reference evaluator"},
	{regexp.MustCompile(`(?i)\bin (the|its|their) place of\b`), "instead of"},
	{regexp.MustCompile(`(?i)\ball the same\b`), "still"},
	{regexp.MustCompile(`(?i)\b(is|are) heard\b`), "is honored"},
	{regexp.MustCompile(`(?i)\btakes no\b`), "matches no"},
	{regexp.MustCompile(`(?i)\b(is|are) wanted\b`), "expected"},
	{regexp.MustCompile(`(?i)\bsays? whether\b`), "reports whether"},
	{regexp.MustCompile(`(?i)\bmisfits?\b`), "nonconforming"},
	{regexp.MustCompile(`(?i)\bcrowds?\b`), "group"},
	{regexp.MustCompile(`(?i)\bseers?\b`), "audience"},
	{regexp.MustCompile(`(?i)\bsayings?\b`), "dependencies"},
	{regexp.MustCompile(`(?i)\bis no (pattern|text|type|word|list|number|condition|expression|name|key|file)\b`), "is not a"},
	{regexp.MustCompile(`(?i)\bin front of\b`), "before"},
	{regexp.MustCompile(`(?i)\bthat there (is|are) none\b`), "if there is none"},
}

// firstVerbs must not start a doc comment: its verb is one that the Go library uses.
var firstVerbs = []avoided{
	{regexp.MustCompile(`^(An? )?\w+ (gives?|says?|tells?|makes of|asks|is asked)\b`), "returns, reports whether, is, holds or defines"},
}

// unrevised are the folders that still have avoided phrases. The list only gets shorter.
var unrevised = []string{
	"rules", "internal/ruleset", ".",
}

func TestLanguage(t *testing.T) {
	found := map[string]int{} // by folder
	check := func(path string, line int, text string, list []avoided) {
		dir := filepath.ToSlash(filepath.Dir(path))
		for _, a := range list {
			if a.phrase.FindString(text) == "" {
				continue
			}
			found[dir]++
			if !slices.Contains(unrevised, dir) {
				t.Errorf("%s:%d: %q: write %s", path, line, a.phrase.FindString(text), a.write)
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
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				check(path, line(lit), lit.Value, phrases)
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
			check(path, i+1, text, phrases)
		}
	}
	total := 0
	for _, dir := range unrevised {
		if found[dir] == 0 {
			t.Errorf("%s has no avoided phrase left: remove it from the list of unrevised folders", dir)
		}
		total += found[dir]
	}
	fmt.Printf("language: %d avoided phrases in %d folders\n", total, len(unrevised))
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
