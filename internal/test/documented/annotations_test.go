package documented

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/toolrules/toolrules/engine"
)

// drawAnnotations draws the section of that name. Its conditions read the tool alone.
func drawAnnotations(g *grammar, p *patterns) {
	if g.one(2) {
		return
	}
	f := g.file
	all, small := g.readable, g.small
	defer func() { g.readable, g.small = all, small }()
	g.readable, g.small = readables(&File{Servers: f.Servers}, true), true
	for range 1 + g.n(4) {
		var a Annotation
		if g.one(4) {
			a.Server, a.Regex = p.server(), pick(g.dice, "^a", "b$", "A", "_", "^get")
		} else {
			for range 1 + g.n(2) {
				if len(f.Sets) > 0 && g.one(4) {
					a.Tools = append(a.Tools, "$"+pick(g.dice, f.Sets...).Name)
				} else {
					a.Tools = append(a.Tools, p.pattern())
				}
			}
		}
		switch g.n(4) {
		case 0:
			a.When = g.condition()
		case 1: // which fails for some tools
			a.When = pick(g.dice, `"model" in tool.audience`, `"app" not in tool.audience`, `tool.readOnly or len(tool.audience) == 1`)
		}
		for _, hint := range []**bool{&a.ReadOnly, &a.Destructive, &a.Idempotent, &a.OpenWorld} {
			if g.one(3) {
				*hint = new(g.one(2))
			}
		}
		if g.one(2) || a.ReadOnly == nil && a.Destructive == nil && a.Idempotent == nil && a.OpenWorld == nil {
			a.Tags = some(g.dice, 1, 3, []string{"a", "b", "ops", "é", "A"})
		}
		f.Annotations = append(f.Annotations, a)
	}
}

// compareHints compares what is explained of the hints and tags of a tool.
func compareHints(cat *Catalog, got engine.Explanation, i int) string {
	attrs := cat.tools[i].attrs
	sent := []any{}
	for _, h := range got.Hints {
		want := attrs["tool."+h.Hint]
		if (h.Failed != "") != (want.state != good) || h.Failed == "" && h.Value != want.value {
			return fmt.Sprintf("%s is %t (failed %q), want %v", h.Hint, h.Value, h.Failed, want)
		}
		if h.Sent || h.Entry != nil && h.Failed == "" {
			sent = append(sent, h.Hint+"Hint")
		}
	}
	if hints := attrs["tool.hints"]; hints.state == good && !reflect.DeepEqual(hints.value, sent) {
		return fmt.Sprintf("hints %v, want %v", sent, hints.value)
	}
	var tags []string
	failed := false
	for _, tag := range got.Tags {
		failed = failed || tag.Failed != ""
		if tag.Failed == "" {
			tags = append(tags, tag.Tag)
		}
	}
	if want := attrs["tool.tags"]; failed && want.state == good || want.state == good && !slices.Equal(tags, strs(want.value)) {
		return fmt.Sprintf("tags %q, failed %t, want %v", tags, failed, want)
	}
	return ""
}
