package toolrules_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// public are the packages that hosts import.
var public = []string{"engine", "expr", "mcphost", "naming", "rules", "ruletest"}

const (
	goldenAPI = "testdata/api.txt"
	maxNames  = 321 // functions, methods, types, variables and constants, without codes; to become 290
)

// TestAPI compares the exported declarations of the public packages with a golden file, so that a
// change of the API shows up in review, and limits their number.
func TestAPI(t *testing.T) {
	var lines []string
	names := 0
	for _, dir := range public {
		api := exported(t, dir)
		for _, line := range api {
			if !strings.Contains(line, ", const Code") {
				names++
			}
		}
		lines = append(lines, api...)
	}
	if names > maxNames {
		t.Errorf("%d exported names; at most %d are allowed", names, maxNames)
	}
	got := []byte(strings.Join(lines, "\n") + "\n")
	if *update {
		if err := os.WriteFile(goldenAPI, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenAPI)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the API differs from %s: run go test . -run TestAPI -update and review the difference", goldenAPI)
		old := strings.Split(string(want), "\n")
		for _, line := range lines {
			if !slices.Contains(old, line) {
				t.Errorf("+ %s", line)
			}
		}
		for _, line := range old {
			if line != "" && !slices.Contains(lines, line) {
				t.Errorf("- %s", line)
			}
		}
	}
}

// exported returns one line for each exported declaration of a package, sorted.
func exported(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, "pkg "+dir+", "+fmt.Sprintf(format, args...)) }
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
					d.Body, d.Doc = nil, nil
					add("%s", text(d))
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addSpec(add, d.Tok, spec)
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func addSpec(add func(string, ...any), tok token.Token, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			add("type %s", text(withoutUnexported(s)))
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				add("%s %s", tok, name.Name)
			}
		}
	}
}

// withoutUnexported returns a type without its unexported fields and comments.
func withoutUnexported(s *ast.TypeSpec) *ast.TypeSpec {
	s.Doc, s.Comment = nil, nil
	if st, ok := s.Type.(*ast.StructType); ok {
		var fields []*ast.Field
		for _, f := range st.Fields.List {
			f.Doc, f.Comment = nil, nil
			f.Names = slices.DeleteFunc(f.Names, func(n *ast.Ident) bool { return !n.IsExported() })
			if len(f.Names) > 0 {
				fields = append(fields, f)
			}
		}
		st.Fields.List = fields
	}
	return s
}

// receiver returns the name of the type of a method's receiver.
func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	return typ.(*ast.Ident).Name
}

// text returns a declaration in one line.
func text(node ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
		panic(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
