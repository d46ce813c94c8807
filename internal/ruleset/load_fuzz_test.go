package ruleset_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// FuzzParse parses any bytes as a rule file. Nothing panics; a rejected file has problems with
// positions inside the file, in file order; a file that loads can be evaluated.
func FuzzParse(f *testing.F) {
	for _, c := range spectest.Cases[loadCase](f, "load.jsonl") {
		f.Add(c.Name == "tools.rules.json", c.File)
	}
	f.Fuzz(func(t *testing.T, isJSON bool, file string) {
		name := "tools.rules.yaml"
		if isJSON {
			name = "tools.rules.json"
		}
		loaded, err := ruleset.Parse(name, []byte(file))
		var ps rules.Problems
		switch {
		case err == nil && loaded == nil:
			t.Fatal("neither rules nor an error")
		case err == nil:
			ps = loaded.Warnings()
			if ps.Fatal() {
				t.Errorf("loaded in spite of %v", ps)
			}
			if loaded.Filter() == nil || loaded.Env() == nil {
				t.Error("rules that can't be asked")
			}
		case !errors.As(err, &ps) || !ps.Fatal():
			t.Fatalf("refused for no reason: %v", err)
		}
		checkPlaces(t, file, ps)
	})
}

func checkPlaces(t *testing.T, file string, ps rules.Problems) {
	t.Helper()
	count := 1 + strings.Count(strings.ReplaceAll(file, "\r\n", "\n"), "\n") + strings.Count(strings.ReplaceAll(file, "\r\n", "\n"), "\r")
	last := [2]int{}
	for _, p := range ps {
		if p.Line < 1 || p.Line > count || p.Column < 1 || p.Column > utf8.RuneCountInString(file)+1 {
			t.Errorf("%v is not in a file of %d lines", p, count)
		}
		if at := [2]int{p.Line, p.Column}; at[0] < last[0] || at[0] == last[0] && at[1] < last[1] {
			t.Errorf("%v stands before %v", p, last)
		} else {
			last = at
		}
		if p.Code == "" || p.Message == "" {
			t.Errorf("a problem that says nothing: %+v", p)
		}
	}
}
