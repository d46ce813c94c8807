package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// TestIndexAgreesWithAskingAll compares an index with evaluating every entry for every
// tool that represents others. From outside, an entry that the index does not find looks like one
// that does not cover.
func TestIndexAgreesWithAskingAll(t *testing.T) {
	servers := []string{"a/", "b/", "*/", "{a,b}/", "?/", "A/", ""}
	tools := []string{"get_x", "get_*", "*_x", "*", "{get,list}_x", "{get,list}_*", "*{x,y}", "get_?", "??*", "Get-X",
		`get\\_x`, `\\**`, "*\U000F0000*", "g*_*x"}
	conditions := []string{"", "", "", ", when: tool.readOnly", ", when: ctx.level > 1"}
	covered := 0
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(2, 12).Draw(t, "entries") {
			var patterns []string
			for range rapid.IntRange(1, 2).Draw(t, "patterns") {
				patterns = append(patterns, `"`+rapid.SampledFrom(servers).Draw(t,
					"server")+rapid.SampledFrom(tools).Draw(t, "tool")+`"`)
			}
			line := "tools: [" + strings.Join(patterns, ", ") + "]"
			if rapid.IntRange(0, 7).Draw(t, "regex") == 0 {
				line = "server: " + rapid.SampledFrom([]string{"a", "b"}).Draw(t, "of") + ", regex: " +
					rapid.SampledFrom([]string{"x", "y"}).Draw(t, "for")
			}
			lines = append(lines, "    - {"+line+rapid.SampledFrom(conditions).Draw(t, "when")+"}\n")
		}
		side := rapid.SampledFrom([]ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide}).Draw(t, "side")
		text := fmt.Sprintf("version: 1\ncontext: {level: int}\nfilter:\n  %s:\n%s", side, strings.Join(lines, ""))
		e, err := engine.Parse("r.yaml", []byte(text), engine.Options{})
		if err != nil {
			t.Skip(err) // of include, what names no server that there can be
		}
		c, err := e.BuildCatalog(nil)
		if err != nil {
			t.Fatal(err)
		}
		entries := (&world{catalog: c, unknowns: newUnknowns()}).entries(e.Rules, side)
		x := newIndex(entries)
		for i, e := range entries {
			for _, part := range [][2]int{{0, i}, {i + 1, len(entries)}} {
				got, ok := x.cover(e, part[0], part[1])
				want, covers := coverByAll(e, entries[part[0]:part[1]])
				if ok != covers || !slices.Equal(got, want) {
					t.Fatalf("%s%s in %v: %t, %t", text, e.pointer, part, ok, covers)
				}
				if ok {
					covered++
				}
			}
		}
	})
	if covered == 0 {
		t.Error("no entry is covered")
	}
}

func coverByAll(e *entry, others []*entry) (by []*entry, ok bool) {
	others = slices.DeleteFunc(slices.Clone(others), func(o *entry) bool {
		return o.When() != nil && (e.When() == nil || o.When().Source() != e.When().Source())
	})
	var patterns []*pattern.Pattern
	for _, o := range others {
		patterns = append(patterns, o.parsed()...)
	}
	used := map[*entry]bool{}
	for _, p := range e.parsed() {
		probes, ok := p.Probes(patterns...)
		if !ok {
			return nil, false
		}
		for _, probe := range probes {
			target := ruleset.NewTarget(probe.Server, probe.Tool)
			i := slices.IndexFunc(others, func(o *entry) bool { return o.matchesProbe(target, e) })
			if i < 0 {
				return nil, false
			}
			used[others[i]] = true
		}
	}
	return slices.DeleteFunc(others, func(o *entry) bool { return !used[o] }), true
}

// matchesProbe reports whether the entry matches a tool that represents those of another entry.
// Whether a regex matches such a tool says nothing about others, so a regex is compared by its
// source alone.
func (e *entry) matchesProbe(target ruleset.Target, other *entry) bool {
	if e.spec.Regex == nil {
		return e.Reaches(target)
	}
	return other.spec.Regex != nil && *other.spec.Regex == *e.spec.Regex && *other.spec.Server == *e.spec.Server
}
