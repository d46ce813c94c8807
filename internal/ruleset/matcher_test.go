package ruleset_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func TestMatcherCovers(t *testing.T) {
	var anything rules.Matcher
	for _, c := range []struct {
		name        string
		wide, other rules.Matcher
		want        bool
	}{
		{"anything, a glob", anything, rules.Glob("*"), true},
		{"anything, itself", anything, anything, true},
		{"a glob, anything", rules.Glob("*"), anything, false}, // a request need not say
		{"a name, anything", rules.Name("a"), anything, false},
		{"a name, the same", rules.Name("a"), rules.Name("a"), true},
		{"a name, another", rules.Name("a"), rules.Name("A"), false},
		{"a name, a list of it", rules.Name("a"), rules.OneOf("a"), true},
		{"a list, a part of it", rules.OneOf("a", "b", "c"), rules.OneOf("c", "a"), true},
		{"a list, more than it", rules.OneOf("a", "b"), rules.OneOf("b", "c"), false},
		{"a list, no name", rules.OneOf("a"), rules.OneOf(), true},
		{"a glob, names", rules.Glob("gpt-5*"), rules.OneOf("gpt-5", "gpt-5-mini"), true},
		{"a glob, a name outside", rules.Glob("gpt-5*"), rules.OneOf("gpt-5", "gpt-4"), false},
		{"a glob, a narrower one", rules.Glob("gpt-*"), rules.Glob("gpt-5*"), true},
		{"a glob, a wider one", rules.Glob("gpt-5*"), rules.Glob("gpt-*"), false},
		{"a name, a glob", rules.Name("a"), rules.Glob("a"), false},
		{"no glob", rules.Glob("{"), rules.Name("a"), false},
		{"a name like a glob", rules.Name("*"), rules.Name("a"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ruleset.Covers(c.wide, c.other); got != c.want {
				t.Errorf("%s covers %s: %t", c.wide, c.other, got)
			}
		})
	}
}

func TestMatcherNames(t *testing.T) {
	for _, c := range []struct {
		m    rules.Matcher
		want int
		ok   bool
	}{
		{rules.Matcher{}, 0, false},
		{rules.Glob("{a,b}"), 0, false},
		{rules.Name("a"), 1, true},
		{rules.OneOf("a", "b"), 2, true},
		{rules.OneOf(), 0, true},
	} {
		if names, ok := ruleset.Names(c.m); ok != c.ok || ok && len(names) != c.want {
			t.Errorf("%s: %q, %t", c.m, names, ok)
		}
	}
}
