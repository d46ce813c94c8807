package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
)

// An annotator applies the entries of annotations to one tool after another.
type annotator struct {
	engine *Engine
	match  entryMatcher
}

func (e *Engine) annotator() annotator { return annotator{e, e.annotated.matcher()} }

// An annotation is what the entries of annotations mean for one tool.
type annotation struct {
	hints  [ruleset.HintCount]hintRule
	tags   []tagRule
	failed []failedTags
}

// A hintRule is the entry that decides a hint of a tool.
type hintRule struct {
	entry   *ruleset.Annotation // nil if there is none
	failure *expr.Failure       // of its condition; nil if that is true
}

// A tagRule is an entry that adds a tag to a tool.
type tagRule struct {
	tag   string
	entry *ruleset.Annotation
}

// failedTags are the tags of an entry whose condition fails.
type failedTags struct {
	entry   *ruleset.Annotation
	failure *expr.Failure
}

// find evaluates the entries for a tool whose attributes are info.
func (a *annotator) find(info expr.ToolInfo) (found annotation) {
	matching := a.match.match(ruleset.NewTarget(info.Server, info.Name))
	if len(matching) == 0 {
		return found
	}
	entries := a.engine.Rules.Annotations()
	var bound *cond.Tool
	results := make(map[int32]cond.Result, len(matching))
	for _, m := range matching {
		when := entries[m.entry].When()
		if when == nil {
			results[m.entry] = cond.Result{Outcome: cond.True}
			continue
		}
		if bound == nil {
			bound = a.engine.Rules.Env().Tool(info)
		}
		results[m.entry] = when.Result(bound, nil)
	}
	for h := range found.hints {
		for _, m := range matching {
			entry, result := entries[m.entry], results[m.entry]
			if entry.Hint(ruleset.Hint(h)) != nil && result.Outcome != cond.False {
				found.hints[h] = hintRule{entry, result.Failure}
				break
			}
		}
	}
	slices.SortFunc(matching, func(x, y ranked) int { return int(x.entry - y.entry) })
	known := slices.Clone(info.Tags)
	for _, m := range matching {
		entry, result := entries[m.entry], results[m.entry]
		switch {
		case len(entry.Tags()) == 0:
		case result.Outcome == cond.Failed:
			found.failed = append(found.failed, failedTags{entry, result.Failure})
		case result.Outcome == cond.True:
			for _, tag := range entry.Tags() {
				if !slices.Contains(known, tag) {
					known = append(known, tag)
					found.tags = append(found.tags, tagRule{tag, entry})
				}
			}
		}
	}
	return found
}

// apply changes what conditions read of a tool.
func (found *annotation) apply(f *expr.ToolInfo) {
	set := 0
	for h := range hints {
		if slices.Contains(f.Hints, hints[h].name) {
			set |= 1 << h
		}
	}
	for h, rule := range found.hints {
		if rule.entry != nil && rule.failure == nil {
			hints[h].set(f, *rule.entry.Hint(ruleset.Hint(h)))
			set |= 1 << h
		}
	}
	if set&(1<<ruleset.Destructive) == 0 {
		f.Destructive = !f.ReadOnly
	}
	f.Hints = hintLists[set]
	if len(found.tags) > 0 {
		f.Tags = slices.Clone(f.Tags)
		for _, t := range found.tags {
			f.Tags = append(f.Tags, t.tag)
		}
	}
}

// fail makes conditions fail that read what can't be decided, since the condition of an entry
// fails.
func (found *annotation) fail(e *Engine, t *cond.Tool, sent []string) {
	failed := func(path string, entry *ruleset.Annotation) {
		t.Fail(path, fmt.Sprintf("is not known: the condition of %s failed", e.place(entry.Pointer()).String()))
	}
	for h, rule := range found.hints {
		if rule.failure == nil {
			continue
		}
		failed("tool."+ruleset.Hints[h].Key, rule.entry)
		failed("tool.hints", rule.entry)
		if h == int(ruleset.ReadOnly) && found.hints[ruleset.Destructive].entry == nil &&
			!slices.Contains(sent, ruleset.Hints[ruleset.Destructive].Name) {
			failed("tool.destructive", rule.entry)
		}
	}
	for _, f := range found.failed {
		failed("tool.tags", f.entry)
	}
}

// failures returns the entries whose conditions fail for a tool, each once.
func (found *annotation) failures() (list []failedTags) {
	add := func(entry *ruleset.Annotation, failure *expr.Failure) {
		if failure != nil && !slices.ContainsFunc(list, func(f failedTags) bool { return f.entry == entry }) {
			list = append(list, failedTags{entry, failure})
		}
	}
	for _, rule := range found.hints {
		add(rule.entry, rule.failure)
	}
	for _, f := range found.failed {
		add(f.entry, f.failure)
	}
	return list
}

// edits returns the changes of a tool's JSON that write the hints.
func (found *annotation) edits(raw []byte, root *jsontree.Node) (edits []schema.Edit) {
	object := root.Get("annotations")
	isObject := object != nil && object.Kind == jsontree.Object
	var added []string
	for h, rule := range found.hints {
		if rule.entry == nil || rule.failure != nil {
			continue
		}
		name, value := ruleset.Hints[h].Name, "false"
		if *rule.entry.Hint(ruleset.Hint(h)) {
			value = "true"
		}
		var now *jsontree.Node
		if isObject {
			now = object.Get(name)
		}
		switch {
		case now == nil:
			added = append(added, schema.Quote(name)+":"+value)
		case string(now.Raw(raw)) != value:
			edits = append(edits, schema.Replace(now, value))
		}
	}
	switch members := strings.Join(added, ","); {
	case len(added) == 0:
	case object == nil:
		edits = append(edits, schema.Append(root, "annotations", "{"+members+"}"))
	case !isObject:
		edits = append(edits, schema.Replace(object, "{"+members+"}"))
	case len(object.Members) == 0:
		at := object.Start + 1
		edits = append(edits, schema.Edit{Start: at, End: at, Text: members})
	default:
		at := object.Members[len(object.Members)-1].Value.End
		edits = append(edits, schema.Edit{Start: at, End: at, Text: "," + members})
	}
	return edits
}

// describe annotates and describes a tool.
func (a *annotator) describe(d *describer, sent *sentTool) (*tool, annotation) {
	hints := sent.info.Hints
	found, err := a.annotate(sent)
	if err != nil && sent.leftOut == "" { // edits never overlap
		sent.leftOut = "can't be annotated: " + err.Error()
	}
	t := d.describe(sent)
	found.fail(a.engine, t.bound, hints)
	return t, found
}

// annotate applies the entries of annotations to a tool: to its JSON and to what conditions read of
// it. The result makes conditions fail, once the tool is bound.
func (a *annotator) annotate(sent *sentTool) (annotation, error) {
	found := a.find(sent.info)
	if err := sent.edit(found.edits(sent.raw, &sent.root)...); err != nil {
		return found, err
	}
	found.apply(&sent.info)
	return found, nil
}

// edit changes the JSON of a tool.
func (t *sentTool) edit(edits ...schema.Edit) error {
	if len(edits) == 0 {
		return nil
	}
	raw, err := schema.Apply(make([]byte, 0, len(t.raw)+64*len(edits)), t.raw, edits)
	if err != nil {
		return err
	}
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return err
	}
	if t.sent == nil {
		t.sent = t.raw
	}
	t.raw, t.root = raw, root
	return nil
}
