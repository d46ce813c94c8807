package spectest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestDecodeIsStrict(t *testing.T) {
	type pair struct {
		A int64
		B any
	}
	for _, c := range []struct {
		name, data string
		ok         bool
	}{
		{"an object", `{"a": 9007199254740993, "b": [1]}`, true},
		{"a final newline", "{\"a\": 1}\n", true},
		{"an unknown field", `{"a": 1, "c": 2}`, false},
		{"a wrong type", `{"a": "1"}`, false},
		{"an empty line", "\n", false},
		{"no object", `[1]`, false},
		{"two values", `{"a": 1} {"a": 2}`, false},
		{"text behind it", `{"a": 1} x`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p pair
			if err := Decode([]byte(c.data), &p); (err == nil) != c.ok {
				t.Errorf("Decode(%s) = %v; want ok %t", c.data, err, c.ok)
			}
		})
	}
}

func TestSplitCasesIsStrict(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       int // lines; 0 if it fails
	}{
		{"two", "{}\n{}\n", 2},
		{"no newline at the end", "{}\n{}", 2},
		{"an empty file", "", 0},
		{"an empty line", "{}\n\n{}\n", 0},
		{"an empty line at the end", "{}\n\n", 0},
		{"null", "null\n", 0},
		{"a list", "[]\n", 0},
		{"a byte order mark", "\ufeff{}\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines, err := splitCases([]byte(c.data))
			if len(lines) != c.want || (err == nil) != (c.want > 0) {
				t.Errorf("got %d lines and %v; want %d", len(lines), err, c.want)
			}
		})
	}
}

func TestDecodeKeepsWideIntegers(t *testing.T) {
	var got any
	if err := Decode([]byte(`9007199254740993`), &got); err != nil {
		t.Fatal(err)
	}
	if got != json.Number("9007199254740993") {
		t.Errorf("got %v", got)
	}
}

func TestFilesTakesTheSecondFolderAsWell(t *testing.T) {
	own := Files(t, "sanitize.jsonl")
	if len(own) == 0 {
		t.Fatal("no corpus found")
	}
	dir := t.TempDir()
	t.Setenv(DirVariable, dir)
	if got := Files(t, "sanitize.jsonl"); len(got) != 1 {
		t.Errorf("a folder without the corpus: got %v", got)
	}
	extra := filepath.Join(dir, "sanitize.jsonl")
	if err := os.WriteFile(extra, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := Files(t, "sanitize.jsonl")
	if len(got) != 2 || got[0] != own[0] || got[1] != extra {
		t.Errorf("got %v", got)
	}
}

func TestEachReadsEveryCase(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(DirVariable, dir)
	lines := "{\"id\": \"s1\", \"in_b64\": \"\", \"want\": \"\"}\n{\"in_b64\": \"YQ==\", \"want\": \"a\"}"
	if err := os.WriteFile(filepath.Join(dir, "sanitize.jsonl"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	type sanitizeCase struct {
		ID   string `json:"id"`
		In   []byte `json:"in_b64"`
		Want string `json:"want"`
	}
	var ids []string
	Each(t, "sanitize.jsonl", func(_ *testing.T, id string, _ sanitizeCase) { ids = append(ids, id) })
	if all := Cases[sanitizeCase](t, "sanitize.jsonl"); len(all) != len(ids) || all[len(all)-1].Want != "a" {
		t.Errorf("%d cases at once, and %d one by one", len(all), len(ids))
	}
	if n := len(ids); n < 3 || ids[n-2] != "s1" || ids[n-1] != "line 2" {
		t.Errorf("got %d cases, last %v", n, ids[max(0, n-2):])
	}
}
