package ruleset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// What Names returns is what the pattern matches, and nothing else.
func TestNames(t *testing.T) {
	text, server := "x", "a"
	for _, c := range []struct {
		pattern string
		entry   rules.EntrySpec
		exact   []naming.Key // nil: there are others
		loose   []naming.Key
	}{
		{pattern: "a/x", exact: []naming.Key{{Server: "a", Tool: "x"}}, loose: []naming.Key{{Server: "a", Tool: "x"}}},
		{pattern: "a/X-y.z", exact: []naming.Key{{Server: "a", Tool: "X-y.z"}}, loose: []naming.Key{{Server: "a", Tool: "x_y_z"}}},
		{pattern: `{a,b}/\*`, exact: []naming.Key{{Server: "a", Tool: "*"}, {Server: "b", Tool: "*"}},
			loose: []naming.Key{{Server: "a", Tool: "*"}, {Server: "b", Tool: "*"}}},
		{pattern: "x"},
		{pattern: "a/*"},
		{pattern: "a/{x,y?}"},
		{pattern: "regex", entry: rules.EntrySpec{Server: &server, Regex: &text}},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			entry := rules.EntrySpec{Tools: []string{c.pattern}}
			file := rules.File{Descriptions: []rules.DescriptionSpec{{Tools: []string{c.pattern}, Title: &rules.TextSpec{Default: &text}}}}
			if c.entry.Server != nil {
				entry, file.Descriptions = c.entry, nil
			}
			file.Filter.Include, file.Filter.Exclude = []rules.EntrySpec{entry}, []rules.EntrySpec{entry}
			r, err := ruleset.Compile(&file)
			if err != nil {
				t.Fatal(err)
			}
			var exact []ruleset.NamePattern
			exact = append(exact, r.Filter().Entries(ruleset.IncludeSide)[0].Patterns()...)
			for _, d := range r.Descriptions() {
				exact = append(exact, d.Patterns()...)
			}
			for _, p := range exact {
				checkNamed(t, p, c.exact, ruleset.Target.Key)
			}
			loose := r.Filter().Entries(ruleset.ExcludeSide)[0].Patterns()[0]
			if !loose.Loosely() || exact[0].Loosely() {
				t.Error("the sides are mixed up")
			}
			checkNamed(t, loose, c.loose, ruleset.Target.Loose)
		})
	}
}

func checkNamed(t *testing.T, p ruleset.NamePattern, want []naming.Key, key func(ruleset.Target) naming.Key) {
	t.Helper()
	servers, tools := p.Names()
	var named []naming.Key
	for _, server := range servers {
		for _, tool := range tools {
			named = append(named, naming.Key{Server: server, Tool: tool})
		}
	}
	if diff := cmp.Diff(want, named); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, n := range named {
		if target := ruleset.NewTarget(n.Server, n.Tool); !p.Matches(target) || key(target) != n {
			t.Errorf("%v is named and not matched", n)
		}
	}
}
