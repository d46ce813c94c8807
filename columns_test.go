package toolrules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Maximum widths of lines in columns. A tab is four columns wide.
const (
	commentColumns = 100
	codeColumns    = 120
	longString     = 40 // bytes; strings of this size are not broken, so their lines may be wider
)

// wideFolders are the folders that still have wider lines. The list only gets shorter.
var wideFolders = []string{
	".", "engine", "examples/proofs", "expr", "internal/automata", "internal/cond",
	"internal/prove", "internal/servertext", "internal/test/documented", "internal/test/mutate",
	"internal/test/ruleschema", "mcphost", "naming", "ruletest",
}

// TestColumns checks the width of lines. The output of examples must match byte for byte, and test
// code is exempt, since tables of cases have one case per line.
func TestColumns(t *testing.T) {
	for _, path := range goFiles(t) {
		if slices.Contains(wideFolders, filepath.ToSlash(filepath.Dir(path))) {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		limits := map[int]int{} // by line; lines without an entry are code
		set := func(n ast.Node, limit int) {
			for line := fset.Position(n.Pos()).Line; line <= fset.Position(n.End()).Line; line++ {
				limits[line] = limit
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && lit.Kind == token.STRING && len(lit.Value) >= longString {
				set(lit, 0)
			}
			return true
		})
		lines := strings.Split(string(src), "\n")
		for _, group := range file.Comments {
			for _, c := range group.List {
				if !strings.HasPrefix(strings.TrimSpace(lines[fset.Position(c.Pos()).Line-1]), "//") {
					continue // after code
				}
				set(c, commentColumns)
			}
			if text := group.Text(); strings.HasPrefix(text, "Output:") || strings.Contains(text, "\nOutput:") {
				set(group, 0)
			}
		}
		for i, line := range lines {
			limit, ok := limits[i+1]
			if !ok && !strings.HasSuffix(path, "_test.go") {
				limit = codeColumns
			}
			if width := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); limit > 0 && width > limit {
				t.Errorf("%s:%d: %d columns; at most %d are allowed", path, i+1, width, limit)
			}
		}
	}
}
