package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// What Named gives is what Match takes, as far as there are no wildcards.
func TestNamed(t *testing.T) {
	text := "x"
	for _, c := range []struct {
		patterns []string
		want     []naming.Key
		others   bool
	}{
		{[]string{"a/x"}, []naming.Key{{Server: "a", Tool: "x"}}, false},
		{[]string{`{a,b}/\*`, "c/z"}, []naming.Key{{Server: "a", Tool: "*"}, {Server: "b", Tool: "*"}, {Server: "c", Tool: "z"}}, false},
		{[]string{"x"}, nil, true},
		{[]string{"a/*", "b/y"}, []naming.Key{{Server: "b", Tool: "y"}}, true},
		{[]string{"a/{x,y?}"}, []naming.Key{{Server: "a", Tool: "x"}}, true},
	} {
		file := rules.File{Descriptions: []rules.DescriptionSpec{{Tools: c.patterns, Title: &rules.TextSpec{Default: &text}}}}
		r, err := file.Compile()
		if err != nil {
			t.Fatal(err)
		}
		d := r.Descriptions()[0]
		tools, others := d.Named()
		if diff := cmp.Diff(c.want, tools); diff != "" || others != c.others {
			t.Errorf("%q: others %t; tools (-want +got)\n%s", c.patterns, others, diff)
		}
		for _, key := range tools {
			if _, ok := d.Match(key.Server, key.Tool); !ok {
				t.Errorf("%q names %v and does not take it", c.patterns, key)
			}
		}
	}
}
