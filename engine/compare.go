package engine

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A comparison determines whether the rules of two engines have the same effect on a tool.
type comparison struct {
	before, after *Engine

	// Whether the sections that rules depend on have the same meaning in both.
	sameContext bool // expressions and levels
	sameFuncs   bool // Go functions, by their indexes
}

func compare(before, after *Engine) comparison {
	c := comparison{before: before, after: after, sameContext: true, sameFuncs: true}
	if before != after && before != nil && after != nil { // a catalog without an engine has no tools to compare
		c.sameContext = before.opts.DefaultVerbosity == after.opts.DefaultVerbosity &&
			reflect.DeepEqual(before.File().Verbosity, after.File().Verbosity) &&
			reflect.DeepEqual(before.Rules.File().Context, after.Rules.File().Context)
		c.sameFuncs = before.sameFuncs(after)
	}
	return c
}

// sameFuncs reports whether all functions are the host's and both engines share one list of them:
// functions themselves cannot be compared.
func (e *Engine) sameFuncs(other *Engine) bool {
	own := func(entries []rules.EntrySpec) bool {
		return slices.ContainsFunc(entries, func(s rules.EntrySpec) bool { return s.Func != nil })
	}
	for _, file := range []*rules.File{e.Rules.File(), other.Rules.File()} {
		if own(file.Filter.Include) || own(file.Filter.Exclude) {
			return false
		}
	}
	return sameSlice(e.opts.Include, other.opts.Include) && sameSlice(e.opts.Exclude, other.opts.Exclude)
}

// relisted reports whether lists of the same tools may differ.
func (c comparison) relisted() bool {
	if c.before == nil || c.after == nil {
		return false // one of the catalogs has no tools
	}
	a, b := c.before.Rules, c.after.Rules
	if !reflect.DeepEqual(a.File().Discovery, b.File().Discovery) {
		return true
	}
	usesSets := slices.ContainsFunc(a.File().Discovery.Pin, func(tools string) bool { return strings.HasPrefix(tools, "$") }) ||
		slices.ContainsFunc(a.File().Discovery.Priority, func(p rules.PrioritySpec) bool { return strings.HasPrefix(p.Tools, "$") })
	return usesSets && !reflect.DeepEqual(a.File().Sets, b.File().Sets) || !c.sameContext && len(a.Discovery().Reads()) > 0
}

func sameSlice[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// sameAudience reports whether the same requests see a tool that is showable before and after.
func (c comparison) sameAudience(old, now *tool) bool {
	a, b := c.before.visibilityCondition(old), c.after.visibilityCondition(now)
	return slices.Equal(a.conditions, b.conditions) &&
		(c.sameContext || !a.readsRequest) &&
		(c.sameFuncs || !a.callsFunc) &&
		(!a.readsTool || sameInfo(old, now))
}

// samePresentation reports whether requests that see a tool before and after see the same, except
// for the name.
func (c comparison) samePresentation(old, now *tool) bool {
	return bytes.Equal(old.raw, now.raw) && c.sameForms(old.forms(), now.forms()) && slices.EqualFunc(old.places, now.places, func(a, b place) bool {
		return a.pointer == b.pointer && slices.EqualFunc(a.texts, b.texts, func(x, y candidate) bool {
			return x.text.SameAnswers(y.text) &&
				(c.sameContext || len(x.text.Reads()) == 0) &&
				(sameInfo(old, now) || !slices.ContainsFunc(x.text.Reads(), readsTool))
		})
	})
}

// sameForms reports whether requests get the same of the server's texts.
func (c comparison) sameForms(old, now *forms) bool {
	if old == nil || now == nil {
		return old == now
	}
	for level := range levelCount {
		if old.byLevel[level].change != now.byLevel[level].change {
			return false
		}
	}
	return c.sameContext || !now.varies()
}

// sameInfo reports whether expressions see the same tool in both.
func sameInfo(old, now *tool) bool {
	return bytes.Equal(old.asSent(), now.asSent()) &&
		bytes.Equal(old.bound.AppendHintKey(nil), now.bound.AppendHintKey(nil))
}

// A visibilityCondition is the condition under which a request sees a showable tool.
type visibilityCondition struct {
	conditions                         []string // sorted; empty if every request sees the tool
	readsRequest, readsTool, callsFunc bool
}

// visibilityCondition returns the condition under which a request sees a showable tool, which no
// exclude entry hides from every request.
func (e *Engine) visibilityCondition(t *tool) visibilityCondition {
	var exclude, include visibilityCondition
	open := e.filter.OpenByDefault()
	for _, entry := range e.planned.Reached(t.bound) {
		switch {
		case entry.Ref().Side == ruleset.ExcludeSide:
			exclude.add(e, entry, t)
		case !open:
			open = include.add(e, entry, t)
		}
	}
	if !open {
		exclude.merge(include)
	}
	slices.Sort(exclude.conditions)
	exclude.conditions = slices.Compact(exclude.conditions)
	return exclude
}

// add adds the condition under which an entry that matches the tool by name applies. It reports
// whether the entry always applies.
func (g *visibilityCondition) add(e *Engine, entry *ruleset.Entry, t *tool) bool {
	ref, when := entry.Ref(), entry.When()
	condition := ref.Side.String()
	if when != nil && !when.ReadsRequest() {
		if when.Eval(t.bound, nil).Outcome != cond.True {
			return false
		}
		when = nil
	}
	if when == nil && entry.Func() == nil {
		return true
	}
	if when != nil {
		condition += " when " + when.Source()
		g.readsRequest, g.readsTool = true, g.readsTool || when.ReadsTool()
	}
	if entry.Func() != nil {
		place, _ := e.hostEntry(ref)
		condition += fmt.Sprintf(" func %s", place)
		g.callsFunc, g.readsTool = true, true
	}
	g.conditions = append(g.conditions, condition)
	return false
}

func (g *visibilityCondition) merge(other visibilityCondition) {
	g.conditions = append(g.conditions, other.conditions...)
	g.readsRequest = g.readsRequest || other.readsRequest
	g.readsTool = g.readsTool || other.readsTool
	g.callsFunc = g.callsFunc || other.callsFunc
}

func readsTool(path string) bool { return strings.HasPrefix(path, "tool.") }
