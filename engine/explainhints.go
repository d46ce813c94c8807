package engine

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A HintExplanation describes where a hint of a tool comes from: its entry of annotations, else its
// server, else the default of MCP.
type HintExplanation struct {
	Hint   string // as conditions name it: readOnly
	Value  bool
	Sent   bool        // the server sent it, whether or not an entry sets another value
	Entry  *EntryPlace // the entry that sets it; nil if there is none
	Failed string      // why conditions that read it fail; empty if they do not
}

// A TagExplanation describes where a tag of a tool comes from.
type TagExplanation struct {
	Tag    string      // empty for an entry that failed
	Entry  *EntryPlace // the entry that adds it; nil for a tag of the host
	Failed string      // why the tags of the entry are not known, so that conditions fail that read tags
}

// explainHints returns where the hints and tags of a tool come from.
func (p *part) explainHints(e *Engine, t *tool) (all []HintExplanation, tags []TagExplanation) {
	info := p.sentInfo(t)
	a := e.annotator()
	found := a.find(info)
	entry := func(from *ruleset.Annotation) *EntryPlace {
		place := e.place(from.Pointer())
		return &place
	}
	sent := info.Hints
	for _, tag := range info.Tags {
		tags = append(tags, TagExplanation{Tag: tag})
	}
	for _, tag := range found.tags {
		tags = append(tags, TagExplanation{Tag: tag.tag, Entry: entry(tag.entry)})
	}
	for _, f := range found.failed {
		tags = append(tags, TagExplanation{Entry: entry(f.entry), Failed: f.failure.String()})
	}
	found.apply(&info)
	for h, rule := range found.hints {
		x := HintExplanation{Hint: ruleset.Hints[h].Key, Value: hints[h].get(&info), Sent: slices.Contains(sent, ruleset.Hints[h].Name)}
		decides := rule
		if h == int(ruleset.Destructive) && rule.entry == nil && !x.Sent && found.hints[ruleset.ReadOnly].failure != nil {
			decides = found.hints[ruleset.ReadOnly]
		}
		if decides.entry != nil {
			x.Entry = entry(decides.entry)
		}
		if decides.failure != nil {
			x.Failed, x.Value = decides.failure.String(), false
		}
		all = append(all, x)
	}
	return all, tags
}

// sentInfo returns the attributes of a tool that conditions of annotations read.
func (p *part) sentInfo(t *tool) expr.ToolInfo {
	raw := t.asSent()
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return t.bound.Info() // it has been parsed before
	}
	var keeper infoBuilder
	sent := sentTool{raw: raw, root: root, size: root.CompactSize()}
	sent.key = keeper.key(&sent, p.id, root.Get("name"))
	sent.name = t.key.Tool
	keeper.fill(&sent, p.id)
	sent.info.Tags = p.tags[sent.name]
	return sent.info
}
