package ruletest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// TestCheckKeepsLastGoodVersion watches a rule file whose new versions must pass a test file.
func TestCheckKeepsLastGoodVersion(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const good = "version: 1\nfilter: {exclude: ['*/drop_*']}"
	write("r.yaml", good)
	write("a.json", `{"tools": [{"name": "drop_table", "inputSchema": {"type": "object"}}, {"name": "list", "inputSchema": {"type": "object"}}]}`)
	write("r.test.yaml", "rules: none.yaml\ncatalog: a.json\ncases:\n  - {name: nobody drops, hides: '*/drop*'}")

	var told []engine.Change
	w, err := engine.Watch(context.Background(), path("r.yaml"), engine.WatchOptions{
		Check: ruletest.Check(path("r.test.yaml")), OnChange: func(c engine.Change) { told = append(told, c) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	first := w.Engine()

	write("r.yaml", "version: 1")
	err = w.Reload(context.Background())
	if diff := cmp.Diff([]string{"test_hides 4:33 /cases/0/hides"}, positionsOf(t, err)); diff != "" {
		t.Error(diff)
	}
	if w.Engine() != first {
		t.Error("a version that fails its tests is applied")
	}

	write("r.test.yaml", "rules: none.yaml\ncatalog: a.json\ncases:\n  - {name: everybody drops, sees: a/drop_table}")
	if err := w.Reload(context.Background()); err != nil || w.Engine() == first {
		t.Error("the tests are not read again: ", err)
	}

	write("r.test.yaml", "rules: none.yaml")
	err = w.Reload(context.Background())
	if diff := cmp.Diff([]string{"missing_key 1:1 ", "missing_key 1:1 "}, positionsOf(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestCheckStopsWithContext(t *testing.T) {
	dir := t.TempDir()
	file, catalog := filepath.Join(dir, "r.test.yaml"), filepath.Join(dir, "a.json")
	if err := errors.Join(os.WriteFile(file, []byte("rules: r\ncatalog: a.json\ncases: [{name: it, sees: a/x}]"), 0o600), os.WriteFile(catalog, []byte("[]"), 0o600)); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Parse("r.yaml", []byte("version: 1"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := ruletest.Check(file)(ctx, e, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var ps rules.Problems
	if err := ruletest.Check(file, filepath.Join(dir, "none"))(context.Background(), e, nil); !errors.As(err, &ps) || len(ps) != 2 {
		t.Error(err)
	}
}
