package toolrules_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/test/spectest"
)

// A corpus that no test reads would seem to pass. So each file of the module's folder, and of the
// folder in the environment variable, must be named by a test.
func TestEveryCorpusIsRead(t *testing.T) {
	files, err := filepath.Glob("testdata/spec/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	if dir := os.Getenv(spectest.DirVariable); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil || len(more) == 0 {
			t.Fatalf("no corpora in %s: %v", dir, err)
		}
		files = append(files, more...)
	}
	tests := allTests(t)
	for _, file := range files {
		if !strings.Contains(tests, `"`+filepath.Base(file)+`"`) {
			t.Errorf("no test reads %s", file)
		}
	}
}

// allTests returns the source of every test file of the module.
func allTests(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		text.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}
