package pattern_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/pattern"
	"pgregory.net/rapid"
)

func TestGlobCovers(t *testing.T) {
	for _, c := range []struct {
		glob, other string
		want        bool
	}{
		{"gpt-5*", "gpt-5-mini*", true},
		{"gpt-5*", "gpt-5", true},
		{"gpt-5-mini*", "gpt-5*", false},
		{"*", "{a,b}?", true},
		{"?*", "*", false},
		{"?*", "*a*", true},
		{"*?", "?*", true},
		{"??*", "*?*", false},
		{"{a,a?*}", "a*", true},
		{"{a,a?}", "a*", false},
		{"{a*,*b}", "{a*c,cb}", true},
		{"{a*,*b}", "*", false},
		{`a\**`, `a\*b`, true},
		{"*a*a*", "*a*", false},
		{"*a*", "*a*a*", true},
		{"a", "a", true},
		{strings.Repeat("?", 250) + "*", "*******a*b*c*d*e*f*g*h*i*j", false}, // too many to try
	} {
		g, err := pattern.ParseGlob(c.glob)
		if err != nil {
			t.Fatal(err)
		}
		o, err := pattern.ParseGlob(c.other)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Covers(o); got != c.want {
			t.Errorf("%q covers %q: %t", c.glob, c.other, got)
		}
	}
}

// TestGlobCoversEveryText compares Covers with all texts of up to six characters; small globs need
// no longer ones.
func TestGlobCoversEveryText(t *testing.T) {
	var texts []string
	for level := []string{""}; len(level[0]) <= 6; {
		texts = append(texts, level...)
		var longer []string
		for _, s := range level {
			for _, c := range "abz" {
				longer = append(longer, s+string(c))
			}
		}
		level = longer
	}
	source := rapid.StringMatching(`([ab?*]{1,3}|\{[ab?*]{1,2},[ab?*]{1,2}\}[ab*]?)`)
	rapid.Check(t, func(t *rapid.T) {
		g, err := pattern.ParseGlob(source.Draw(t, "glob"))
		if err != nil {
			t.Fatal(err)
		}
		o, err := pattern.ParseGlob(source.Draw(t, "other"))
		if err != nil {
			t.Fatal(err)
		}
		want := true
		for _, text := range texts {
			want = want && (g.Match(text) || !o.Match(text))
		}
		if got := g.Covers(o); got != want {
			t.Errorf("%q covers %q: %t", g, o, got)
		}
	})
}

func TestProbes(t *testing.T) {
	for _, c := range []struct {
		pattern string
		others  []string
		want    bool // the others match all that the pattern matches
	}{
		{"github/delete_repo", []string{"*/delete_*"}, true},
		{"*/delete_repo", []string{"github/delete_*", "fs/delete_*"}, false},
		{"{github,fs}/delete_repo", []string{"github/delete_*", "fs/*"}, true},
		{"delete_*", []string{"*/*delete*"}, true},
		{"*delete*", []string{"delete_*"}, false},
		{"*/*", []string{"*"}, true},
		{"*", []string{"*/?*"}, false}, // a name may be empty
		{"a/?", []string{"a/*"}, true},
		{"a/b?*", []string{"a/b", "a/b??*"}, false},
		{"a/b*", []string{"a/b", "a/b?", "a/b??*"}, true},
		{"Git-Hub/x", []string{"git_hub/X"}, true}, // folded
	} {
		p := mustParse(t, c.pattern)
		var others []*pattern.Pattern
		for _, text := range c.others {
			others = append(others, mustParse(t, text))
		}
		probes, ok := p.Probes(others...)
		if !ok || len(probes) == 0 {
			t.Fatalf("%q: no probes", c.pattern)
		}
		got := true
		for _, probe := range probes {
			server, tool := pattern.Fold(probe.Server), pattern.Fold(probe.Tool)
			if !p.MatchFolded(server, tool) {
				t.Errorf("%q does not match its probe %v", c.pattern, probe)
			}
			taken := false
			for _, o := range others {
				taken = taken || o.MatchFolded(server, tool)
			}
			got = got && taken
		}
		if got != c.want {
			t.Errorf("%q is covered by %q: %t", c.pattern, c.others, got)
		}
	}
}

func TestProbesGiveUp(t *testing.T) {
	p := mustParse(t, "*a*b*c*d*e*f*g*h*i*j*")
	if _, ok := p.Probes(mustParse(t, "*")); ok {
		t.Error("probes of eleven wildcards")
	}
	var none *pattern.Pattern
	if probes, ok := none.Probes(); !ok || len(probes) > 0 {
		t.Error("a nil pattern matches nothing")
	}
}
