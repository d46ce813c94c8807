package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const example = `package p

const limit = 7

type T struct{}

func (t *T) f(list []int) (n int, ok bool) {
	if len(list) <= limit && list[0] != 3 {
		return 0, false
	}
	for range list {
		n++
	}
	return n, true
}
`

// TestFaultsOf shows every fault of a small file.
func TestFaultsOf(t *testing.T) {
	faults, err := faultsOf("p/p.go", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, strings.TrimPrefix(f.name, "p/p.go "))
	}
	want := []string{
		"const: limit = 7 => limit = 8",
		"const: limit = 7 => limit = 6",
		"T.f: if len(list) <= limit && list[0] != 3 { return 0, false } => (nothing)",
		"T.f: for range list { n++ } => (nothing)",
		"T.f: return n, true => (nothing)",
		"T.f: len(list) <= limit && list[0] != 3 => !(len(list) <= limit && list[0] != 3)",
		"T.f: len(list) <= limit && list[0] != 3 => len(list) <= limit || list[0] != 3",
		"T.f: len(list) <= limit && list[0] != 3 => len(list) <= limit",
		"T.f: len(list) <= limit && list[0] != 3 => list[0] != 3",
		"T.f: len(list) <= limit => len(list) < limit",
		"T.f: len(list) <= limit => len(list) > limit",
		"T.f: list[0] != 3 => list[0] == 3",
		"T.f: list[0] => list[1]",
		"T.f: list[0] => list[-1]",
		"T.f: list[0] != 3 => list[0] != 4",
		"T.f: list[0] != 3 => list[0] != 2",
		"T.f: return 0, false => (nothing)",
		"T.f: return 0, false => return 0, true",
		"T.f: return 0, false => return 1, false",
		"T.f: return 0, false => return -1, false",
		"T.f: n++ => (nothing)",
		"T.f: n++ => n--",
		"T.f: return n, true => return 0, true",
		"T.f: return n, true => return n, false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range faults {
		if f.name == "p/p.go T.f: list[0] => list[1]" && !strings.Contains(string(f.faulty()), "limit && list[1] != 3 {") {
			t.Errorf("%s makes\n%s", f.name, f.faulty())
		}
	}
}

// TestDrawDependsOnNames draws the same faults of a function, whatever precedes it.
func TestDrawDependsOnNames(t *testing.T) {
	more := strings.Replace(example, "type T struct", "func g() bool { return limit > 3 }\n\ntype T struct", 1)
	a, b := drawn(t, example), drawn(t, more)
	b = slices.DeleteFunc(b, func(name string) bool { return strings.Contains(name, "p.go g:") })
	if !slices.Equal(a, b) {
		t.Errorf("got %q and %q", a, b)
	}
}

func drawn(t *testing.T, source string) (names []string) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.go", []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	groups, err := draw([]string{"p.go"}, 5, 3, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 1 || groups[0].share != 5 {
		t.Fatalf("got %+v", groups)
	}
	for _, f := range groups[0].faults {
		names = append(names, f.name)
	}
	return names
}

// TestMutate applies the faults of a module with one good test and one bad one.
func TestMutate(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/p\n\ngo 1.26\n",
		"p/p.go":    "package p\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc Same(a int) int { return a * 1 }\n",
		"known.txt": "# why\n",
		"p/p_test.go": `package p

import "testing"

func TestLess(t *testing.T) {
	if Less(2, 1) || !Less(1, 2) {
		t.Error("wrong")
	}
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out strings.Builder
	code, err := run([]string{"-equivalent", "known.txt", "-only", "Less", "p"}, &out)
	if err != nil || code != 1 {
		t.Fatalf("exit code %d, %v\n%s", code, err, out.String())
	}
	for _, want := range []string{
		"SURVIVED   p/p.go:3                     p/p.go Less: a < b => a <= b",
		"noticed    p/p.go:3                     p/p.go Less: a < b => a >= b   [p TestLess]",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if err := os.WriteFile("first.log", []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var again strings.Builder
	if _, err := run([]string{"-equivalent", "known.txt", "-again", "first.log", "p"}, &again); err != nil ||
		!strings.Contains(again.String(), "a <= b") || strings.Contains(again.String(), "a >= b") {
		t.Errorf("%v\n%s", err, again.String())
	}
	listed := "p/p.go Less: a < b => a <= b\n  Because nobody compares equal numbers.\n"
	if err := os.WriteFile("known.txt", []byte(listed), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, err := run([]string{"-equivalent", "known.txt", "-only", "Less", "p"}, &out); err != nil || code != 0 {
		t.Errorf("exit code %d, %v\n%s", code, err, out.String())
	}
}

// TestMutateNeedsTestsThatPass expects an error if the tests fail without a fault, since each fault
// would count as noticed.
func TestMutateNeedsTestsThatPass(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module example.com/p\n\ngo 1.26\n", "p.go": "package p\n\nfunc f(a int) int { return a }\n", "known.txt": "",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { t.Fatal(f(1)) }\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if _, err := run([]string{"-equivalent", "known.txt", "p.go"}, &out); err == nil || !strings.Contains(err.Error(), "TestF") {
		t.Errorf("got %v\n%s", err, out.String())
	}
}

// TestEquivalentFaultsExist finds entries of equivalent.txt whose code has changed since.
func TestEquivalentFaultsExist(t *testing.T) {
	listed, err := readEquivalent("equivalent.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../..")
	known := map[string]map[string]bool{}
	for name := range listed {
		file, _, _ := strings.Cut(name, " ")
		if known[file] == nil {
			known[file] = map[string]bool{}
			faults, err := faultsIn(file)
			if err != nil {
				t.Error(err)
			}
			for _, f := range faults {
				known[file][f.name] = true
			}
		}
		if !known[file][name] {
			t.Errorf("there is no such fault any more: %s", name)
		}
	}
}
