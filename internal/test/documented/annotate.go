package documented

import (
	"encoding/json"
	"slices"
)

// An Annotation is an entry of annotations.
type Annotation struct {
	Tools         []string // patterns, or a $ and the name of a set
	Server, Regex string   // both or none
	When          string
	ReadOnly      *bool
	Destructive   *bool
	Idempotent    *bool
	OpenWorld     *bool
	Tags          []string
}

// hintNames are the hints of MCP in its order, by the keys of a rule file.
var hintNames = []struct {
	key, sent string
	of        func(*Annotation) *bool
}{
	{"readOnly", "readOnlyHint", func(a *Annotation) *bool { return a.ReadOnly }},
	{"destructive", "destructiveHint", func(a *Annotation) *bool { return a.Destructive }},
	{"idempotent", "idempotentHint", func(a *Annotation) *bool { return a.Idempotent }},
	{"openWorld", "openWorldHint", func(a *Annotation) *bool { return a.OpenWorld }},
}

// A matchingAnnotation is an entry that matches a tool by name, and whose condition is not false.
type matchingAnnotation struct {
	*Annotation
	rank   rank
	failed bool
}

// annotate applies the entries of annotations to what conditions read of a tool, and records the
// hints that are sent on.
func (r *Rules) annotate(t *tool) {
	var matching []matchingAnnotation
	for i := range r.file.Annotations {
		a := &r.file.Annotations[i]
		k, ok := r.annotationRank(a, t)
		if !ok {
			continue
		}
		outcome := True
		if a.When != "" {
			outcome = r.condition(a.When).outcome(&scope{attrs: func(path string) attr { return t.attrs[path] }, regex: r.regex})
		}
		if outcome != False {
			matching = append(matching, matchingAnnotation{a, k, outcome == Failed})
		}
	}
	own := t.attrs
	t.attrs = map[string]attr{}
	for path, a := range own {
		t.attrs[path] = a
	}
	tags, failed := strs(own["tool.tags"].value), own["tool.tags"].state != good
	if len(matching) > 0 {
		tags = slices.Clone(tags)
	}
	if failed {
		tags = slices.Clone(t.tags)
	}
	tagsFail := false
	for _, m := range matching {
		for _, tag := range m.Tags {
			if m.failed {
				tagsFail = true
			} else if !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
		}
	}
	if t.attrs["tool.tags"] = toolList(tags); tagsFail {
		t.attrs["tool.tags"] = attr{state: bad}
	}
	hints := []any{}
	anyFails := false
	sent := strs(own["tool.hints"].value)
	known := map[string]bool{} // set by an entry or sent
	for _, h := range hintNames {
		known[h.key] = slices.Contains(sent, h.sent)
		var taken *matchingAnnotation
		for i := range matching {
			if m := &matching[i]; h.of(m.Annotation) != nil && (taken == nil || taken.rank.less(m.rank)) {
				taken = m
			}
		}
		switch {
		case taken == nil:
		case taken.failed:
			t.attrs["tool."+h.key] = attr{state: bad}
			anyFails = true
			continue
		default:
			known[h.key] = true
			t.attrs["tool."+h.key] = attr{*h.of(taken.Annotation), good}
			t.hints = append(t.hints, sentHint{h.sent, *h.of(taken.Annotation)})
		}
		if known[h.key] {
			hints = append(hints, h.sent)
		}
	}
	if destructive := t.attrs["tool.destructive"]; destructive.state == good && !known["destructive"] {
		t.attrs["tool.destructive"] = attr{state: bad}
		if readOnly := t.attrs["tool.readOnly"]; readOnly.state == good {
			t.attrs["tool.destructive"] = attr{!readOnly.value.(bool), good}
		}
	}
	if t.attrs["tool.hints"] = (attr{hints, good}); anyFails {
		t.attrs["tool.hints"] = attr{state: bad}
	}
}

// annotationRank returns how specific an entry is for a tool, and whether it matches by name.
func (r *Rules) annotationRank(a *Annotation, t *tool) (best rank, ok bool) {
	if a.Regex != "" {
		if !r.regex(a.Regex).MatchString(t.name) {
			return best, false
		}
		return r.pattern(a.Server+"/*").rank(t.server, t.name)
	}
	return r.rankOf(r.expand(a.Tools), t)
}

// expand replaces sets by their patterns.
func (r *Rules) expand(tools []string) (patterns []string) {
	for _, src := range tools {
		i := slices.IndexFunc(r.file.Sets, func(s Set) bool { return "$"+s.Name == src })
		if i < 0 {
			patterns = append(patterns, src)
		} else {
			patterns = append(patterns, r.file.Sets[i].Patterns...)
		}
	}
	return patterns
}

// A sentHint is a hint that an entry sets.
type sentHint struct {
	name  string
	value bool
}

// sendHints changes annotations of a tool that is sent on.
func (t *tool) sendHints(object map[string]any) {
	if len(t.hints) == 0 {
		return
	}
	annotations, ok := object["annotations"].(map[string]any)
	if !ok {
		annotations = map[string]any{}
		object["annotations"] = annotations
	}
	for _, h := range t.hints {
		annotations[h.name] = h.value
	}
}

// Attribute returns the JSON value of an attribute that conditions read of a tool; null if it
// fails.
func (c *Catalog) Attribute(i int, path string) json.RawMessage {
	a := c.tools[i].attrs[path]
	if a.state != good {
		return json.RawMessage("null")
	}
	data, err := json.Marshal(a.value)
	if err != nil {
		panic("documented: " + err.Error())
	}
	return data
}
