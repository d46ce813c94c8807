package ruleset

import (
	"testing"

	"github.com/toolrules/toolrules/rules"
)

// A file that is built in Go can't have values that a file that is read can't have: reject with a
// misspelling would keep what is to be rejected.
func TestBuiltWords(t *testing.T) {
	described := func(d rules.DescriptionSpec) *rules.File {
		d.Tools = []string{"*"}
		return &rules.File{Descriptions: []rules.DescriptionSpec{d}}
	}
	all := rules.Selector{{Lo: 0, Hi: 9}}
	for name, c := range map[string]struct {
		file *rules.File
		ok   bool
	}{
		"zero":                      {&rules.File{}, true},
		"reject":                    {described(rules.DescriptionSpec{HiddenCharacters: "reject"}), true},
		"unknown hidden_characters": {described(rules.DescriptionSpec{HiddenCharacters: "Reject"}), false},
		"remove":                    {described(rules.DescriptionSpec{ServerText: []rules.LevelVariant{{On: all, Variant: "remove"}}}), true},
		"unknown server_text":       {described(rules.DescriptionSpec{ServerText: []rules.LevelVariant{{On: all, Variant: "removed"}}}), false},
		"order":                     {&rules.File{Order: "name"}, true},
		"unknown order":             {&rules.File{Order: "names"}, false},
		"search":                    {&rules.File{Discovery: rules.DiscoverySpec{Search: &rules.SearchSpec{Results: 100, Bytes: 1000}}}, true},
		"too many results":          {&rules.File{Discovery: rules.DiscoverySpec{Search: &rules.SearchSpec{Results: 101}}}, false},
		"no name":                   {&rules.File{Discovery: rules.DiscoverySpec{Search: &rules.SearchSpec{Name: "a b"}}}, false},
		"negative bytes":            {&rules.File{Discovery: rules.DiscoverySpec{Search: &rules.SearchSpec{Bytes: -1}}}, false},
	} {
		if _, err := Compile(c.file); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
