package reach_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// patterns returns the patterns of a filter with these entries on both sides, and some of
// descriptions.
func patterns(t rapid.TB, texts []string, regex string) (list []ruleset.NamePattern) {
	server := "{a,B}"
	spec := []rules.EntrySpec{{Tools: texts}, {Server: &server, Regex: &regex}}
	text := "x"
	f := rules.File{
		Sets: []rules.Set{{Name: "set", Patterns: texts}},
		Filter: rules.FilterSpec{Include: spec, Exclude: append(spec,
			rules.EntrySpec{Tools: []string{"$set", "$set"}})},
		Descriptions: []rules.DescriptionSpec{{Tools: texts, Title: &rules.TextSpec{Default: &text}}},
	}
	r, err := ruleset.Compile(&f)
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range r.Filter().Entries(side) {
			list = append(list, e.Patterns()...)
		}
	}
	for _, d := range r.Descriptions() {
		list = append(list, d.Patterns()...)
	}
	return list
}

// TestAppend compares the index with trying each pattern.
func TestAppend(t *testing.T) {
	segment := rapid.SampledFrom([]string{"a", "b", "A", "B", "a-b", "a_b", "a.b", "*", "a*", "*b", "?", "{a,b}",
		"{a,A}", "{a,b*}", "**", "a*b", "É", "é"})
	name := rapid.SampledFrom([]string{"a", "b", "A", "B", "a-b", "a_b", "a.b", "A.B", "ab", "", "é", "É", "a\xff"})
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		for range rapid.IntRange(1, 8).Draw(t, "patterns") {
			text := segment.Draw(t, "tool")
			if rapid.Bool().Draw(t, "both") {
				text = segment.Draw(t, "server") + "/" + text
			}
			texts = append(texts, text)
		}
		list := patterns(t, texts, rapid.SampledFrom([]string{"a", "^B", "b$", "_"}).Draw(t, "regex"))
		x := reach.New(list)
		for range 20 {
			target := ruleset.NewTarget(name.Draw(t, "server name"), name.Draw(t, "tool name"))
			got := x.Append(nil, target)
			slices.Sort(got)
			var want []int32
			for n, p := range list {
				if p.Matches(target) {
					want = append(want, int32(n))
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q on %v: got %v, want %v", texts, target.Key(), got, want)
			}
		}
	})
}
