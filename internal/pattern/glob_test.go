package pattern_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/pattern"
)

func TestGlobMatch(t *testing.T) {
	for _, c := range []struct {
		glob, text string
		want       bool
	}{
		{"gpt-5*", "gpt-5-codex", true},
		{"gpt-5*", "GPT-5", false},
		{"gpt-5*", "openai/gpt-5", false},
		{"*gpt-5*", "openai/gpt-5", true},
		{"openai/*", "openai/gpt-5/fast", true},
		{"*:8b", "llama3:8b", true},
		{"{gpt,o}-?", "o-3", true},
		{"{gpt,o}-?", "o-34", false},
		{`gpt\*`, "gpt*", true},
		{`gpt\*`, "gpt-5", false},
		{`*\[1m\]`, "opus[1m]", true},
	} {
		t.Run(c.glob+" on "+c.text, func(t *testing.T) {
			g, err := pattern.ParseGlob(c.glob)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Match(c.text); got != c.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

func TestGlobErrors(t *testing.T) {
	for _, c := range []struct {
		glob   string
		code   pattern.Code
		offset int
	}{
		{"", pattern.CodeEmptySegment, 0},
		{"{,a}", pattern.CodeEmptySegment, 0},
		{"opus[1m]*", pattern.CodeBracket, 4},
		{"a{b", pattern.CodeOpenBrace, 1},
		{"a\xff", pattern.CodeInvalidUTF8, 1},
	} {
		t.Run(c.glob, func(t *testing.T) {
			_, err := pattern.ParseGlob(c.glob)
			wantError(t, err, c.code, c.offset)
		})
	}
}

func TestGlobSpecificity(t *testing.T) {
	for _, c := range []struct {
		glob, text     string
		literals, best int
	}{
		{"gpt-5*", "gpt-5", 5, 5},
		{"{gpt,gpt-5}*", "gpt-5", 3, 5},
		{"{gpt,gpt-5}*", "gpt-4", 3, 3},
		{"{gpt-5,o3}", "o3", 2, 2},
		{"{gpt-5,??}", "o3", 0, 0},
		{"é*", "été", 1, 1},
	} {
		t.Run(c.glob+" on "+c.text, func(t *testing.T) {
			g, err := pattern.ParseGlob(c.glob)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Literals(); got != c.literals {
				t.Errorf("Literals: got %d", got)
			}
			if got, ok := g.Best(c.text); !ok || got != c.best {
				t.Errorf("Best: got %d, %t", got, ok)
			}
			if n, ok := g.Best("no such model"); ok || n != 0 {
				t.Errorf("Best for a text that does not match: %d, %t", n, ok)
			}
		})
	}
}

func TestZeroAndNilGlobsMatchNothing(t *testing.T) {
	for name, g := range map[string]*pattern.Glob{"nil": nil, "zero": {}} {
		if n, ok := g.Best(""); ok || n != 0 || g.Match("") || g.Literals() != 0 || g.String() != "" {
			t.Errorf("%s is something", name)
		}
	}
}

func TestHasWildcard(t *testing.T) {
	for text, want := range map[string]bool{
		"gpt-5": false, "gpt-*": true, "gpt-?": true, "{a,b}": true, "opus[1m]": false,
		`gpt\*`: false, `gpt\\*`: true, `gpt\`: false, "": false, "a}": false,
	} {
		if got := pattern.HasWildcard(text); got != want {
			t.Errorf("HasWildcard(%q) = %t", text, got)
		}
	}
}
