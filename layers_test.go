package toolrules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/toolrules/toolrules"

// layers are the packages in order from the bottom. A package imports only those listed before it.
var layers = []string{
	"internal/test/documented", "internal/test/mutate", "internal/test/ratio", "internal/test/spectest",
	"internal/fault", "internal/regularfile", "internal/visible", "naming", "internal/suggest", "internal/wording", "internal/jsontree",
	"internal/search", "internal/source", "internal/shape", "internal/pattern", "internal/schema", "internal/othercase", "internal/conform", "internal/servertext",
	"expr", "internal/automata", "internal/cond", "internal/cells", "internal/test/exprgen", "rules", "internal/ruleset", "internal/test/ruleschema", "internal/reach", "internal/plan", "engine",
	"internal/prove", "internal/catalogfile", "ruletest", "mcphost",
	"cmd/rulecheck/internal/report", "cmd/rulecheck/internal/codes", "cmd/rulecheck/internal/lint", "cmd/rulecheck/internal/check",
	"cmd/rulecheck/internal/starter", "cmd/rulecheck/internal/matrix", "cmd/rulecheck/internal/terminal", "cmd/rulecheck/internal/explain",
	"cmd/rulecheck/internal/view", "cmd/rulecheck/internal/proof", "cmd/rulecheck/internal/diff", "cmd/rulecheck/internal/testrun",
	"cmd", "bench", "examples", "",
}

// importers are the only packages that may import a third-party module, except tests.
var importers = map[string][]string{
	"github.com/expr-lang/expr":              {"internal/cond", "bench/naive"}, // a peer of the engine's
	"github.com/gobwas/glob":                 {"bench/naive"},
	"github.com/goccy/go-json":               {"internal/jsontree"},
	"go.yaml.in/yaml":                        {"internal/source"},
	"golang.org/x/text":                      {"internal/visible"},
	"github.com/fsnotify/fsnotify":           {"engine"},
	"github.com/modelcontextprotocol/go-sdk": {"mcphost", "examples/gateway"},
	"github.com/spf13/cobra":                 {"cmd/rulecheck"},
	"github.com/kljensen/snowball":           {"internal/search"},
	"github.com/rogpeppe/go-internal":        {"cmd/rulecheck/internal/codes"},
}

// skipped are folders whose Go files do not belong to the module.
var skipped = []string{"testdata", "node_modules"}

// imports calls yield for each import of each Go file of the module, without nested modules.
func imports(t *testing.T, yield func(file, dir, path string, test bool)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains(skipped, d.Name()) || nested(path)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			yield(path, filepath.ToSlash(filepath.Dir(path)), name, strings.HasSuffix(path, "_test.go"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// nested reports whether a folder is a module of its own.
func nested(dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(found) > 0
}

// layer returns the index of a package in the list of layers, or -1.
func layer(dir string) int {
	if dir == "." {
		dir = ""
	}
	for i, l := range layers {
		if dir == l || l != "" && strings.HasPrefix(dir, l+"/") {
			return i
		}
	}
	return -1
}

func TestImportsNeverPointUp(t *testing.T) {
	seen := 0
	imports(t, func(file, dir, path string, test bool) {
		seen++
		if layer(dir) < 0 {
			t.Errorf("%s is in no layer: add its folder to the list in layers_test.go", file)
		}
		own, ok := strings.CutPrefix(path, module+"/")
		if ok && !test && layer(own) > layer(dir) {
			t.Errorf("%s imports %s, which is a higher layer", file, path)
		}
	})
	if seen == 0 {
		t.Error("no imports found")
	}
}

// openers are the functions of the standard library that open files, and where they may be called.
var openers = map[string][]string{
	"os.OpenFile": {"internal/regularfile/regularfile.go"},
	"os.ReadFile": {"examples/embed/main.go", "bench/workload/tools.go"}, // files of the repository
	"os.DirFS":    nil,
	"os.OpenRoot": nil,
}

// TestFilesAreReadInOnePlace checks that the files that users name are read by package regularfile,
// which never blocks and is bounded.
func TestFilesAreReadInOnePlace(t *testing.T) {
	used := map[string]bool{}
	seen := map[string]bool{}
	imports(t, func(file, dir, path string, test bool) {
		if test || path != "os" || seen[file] || strings.HasPrefix(dir, "internal/test/") {
			return
		}
		seen[file] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, _ := selector.X.(*ast.Ident)
			if of == nil || of.Name != "os" {
				return true
			}
			name := "os." + selector.Sel.Name
			if allowed, known := openers[name]; known && !slices.Contains(allowed, filepath.ToSlash(file)) {
				t.Errorf("%s calls %s: package regularfile reads files that users name", file, name)
			}
			used[name+" in "+filepath.ToSlash(file)] = true
			return true
		})
	})
	for name, files := range openers {
		for _, file := range files {
			if !used[name+" in "+file] {
				t.Errorf("%s does not call %s: take it off the list", file, name)
			}
		}
	}
}

// TestDocumentedSharesNoCode checks that the evaluator written from the documentation can't repeat
// an error of the packages that it is compared with.
func TestDocumentedSharesNoCode(t *testing.T) {
	const documented = "internal/test/documented"
	seen := 0
	imports(t, func(file, dir, path string, test bool) {
		if dir != documented || test {
			return
		}
		seen++
		if strings.Contains(path, ".") {
			t.Errorf("%s imports %s: it may import the standard library alone", file, path)
		}
	})
	if seen == 0 {
		t.Errorf("%s has no imports: is it still there?", documented)
	}
}

func TestImportsHaveOneHome(t *testing.T) {
	used := map[string]bool{}
	imports(t, func(file, dir, path string, test bool) {
		for lib, at := range importers {
			if path != lib && !strings.HasPrefix(path, lib+"/") {
				continue
			}
			used[lib] = true
			if !test && !slices.Contains(at, dir) {
				t.Errorf("%s imports %s, which only %s may import", file, path, strings.Join(at, ", "))
			}
		}
	})
	for lib := range importers {
		if !used[lib] {
			t.Errorf("no package imports %s: remove it from the list", lib)
		}
	}
}
