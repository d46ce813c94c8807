// Package spectest reads the language-neutral corpora of testdata/spec for the tests of every
// package.
//
// A corpus is a file of JSON objects, one per line, each of them a case. It is read strictly, so
// that no case is skipped silently: an unknown field, a line that is not an object, an empty line,
// and a file without cases all fail.
package spectest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// DirVariable names the environment variable that may hold a second folder of corpora with the same
// file names and formats. Its files are read in addition to those of the module, never instead of
// them.
const DirVariable = "TOOLRULES_SPEC_DIR"

// Each decodes every case of the corpus name ("naming.jsonl") into a T and passes it to run, in a
// subtest of its own. The ID is the case's member "id", or "line 12" for a case without one. JSON
// numbers decoded into an any become a [json.Number].
//
// After each file it prints the number of cases to standard output.
func Each[T any](t *testing.T, name string, run func(t *testing.T, id string, c T)) {
	t.Helper()
	for _, path := range Files(t, name) {
		lines := readCases(t, path)
		for i, line := range lines {
			id := caseID(line, i+1)
			t.Run(name+"/"+id, func(t *testing.T) {
				var c T
				if err := Decode(line, &c); err != nil {
					t.Fatalf("%s:%d: %v", path, i+1, err)
				}
				run(t, id, c)
			})
		}
		fmt.Printf("spec: %s: %d cases\n", name, len(lines))
	}
}

// Cases decodes every case of the corpus name at once, for seeds of fuzz tests.
func Cases[T any](t testing.TB, name string) []T {
	t.Helper()
	var cases []T
	for _, path := range Files(t, name) {
		for i, line := range readCases(t, path) {
			var c T
			if err := Decode(line, &c); err != nil {
				t.Fatalf("%s:%d: %v", path, i+1, err)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// readCases returns the lines of the corpus at path.
func readCases(t testing.TB, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := splitCases(data)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return lines
}

// Files returns the paths of the corpus name: the module's own, and the one in the folder that
// [DirVariable] names, if that has it. The module's own must exist, and so must the folder.
func Files(t testing.TB, name string) []string {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{filepath.Join(root, "testdata", "spec", name)}
	dir := os.Getenv(DirVariable)
	if dir == "" {
		return paths
	}
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("%s: %v", DirVariable, err)
	}
	more := filepath.Join(dir, name)
	switch _, err := os.Stat(more); {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		t.Fatal(err)
	default:
		paths = append(paths, more)
	}
	return paths
}

// Decode reads the one JSON value in data into the value that into points at, and rejects unknown
// fields. A type with an UnmarshalJSON method needs it to stay strict: encoding/json does not pass
// its settings to such methods.
func Decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one JSON value")
	}
	return nil
}

// splitCases returns the lines of a corpus, each of which must look like an object. There is at
// least one.
func splitCases(data []byte) ([][]byte, error) {
	var lines [][]byte
	for line := range bytes.Lines(data) {
		lines = append(lines, line)
		if line[0] != '{' {
			return nil, fmt.Errorf("line %d is not a JSON object", len(lines))
		}
	}
	if len(lines) == 0 {
		return nil, errors.New("no cases")
	}
	return lines, nil
}

// caseID ignores errors: Decode reports what is wrong with the line.
func caseID(line []byte, n int) string {
	var c struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(line, &c) == nil && c.ID != "" {
		return c.ID
	}
	return fmt.Sprintf("line %d", n)
}

// moduleRoot returns the nearest parent folder with a go.mod; go test runs each package in its own
// folder.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = up
	}
}
