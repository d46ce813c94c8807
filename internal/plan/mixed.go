package plan

import (
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
)

// A mixedAtom is an atom that reads both tool and request, with the index that evaluates it: one of
// lookup, column and classes.
type mixedAtom struct {
	atom    *cond.Atom
	broken  set // the tools for which it always fails, since they lack a value that it reads
	lookup  *lookup
	column  column
	classes *classes
}

// An indexer builds the indexes of mixed atoms and shares equal ones.
type indexer struct {
	tools   []*cond.Tool
	lookups map[string]*lookup
	classes map[string]*classes
}

func (x *indexer) index(a *cond.Atom, broken set) mixedAtom {
	m := mixedAtom{atom: a, broken: broken}
	if o := a.Overlap(); o != nil {
		if x.lookups[o.ToolKey()] == nil {
			x.lookups[o.ToolKey()] = newLookup(o, x.tools)
		}
		m.lookup = x.lookups[o.ToolKey()]
		return m
	}
	if b := a.Between(); b != nil {
		m.column = newColumn(b, x.tools)
		return m
	}
	fields := toolFields(a)
	if x.classes[fields] == nil {
		x.classes[fields] = newClasses(a, x.tools)
	}
	m.classes = x.classes[fields]
	return m
}

// toolFields returns a key of the tool fields that an atom reads.
func toolFields(a *cond.Atom) (fields string) {
	for _, path := range a.Reads() {
		if strings.HasPrefix(path, "tool.") {
			fields += path + " "
		}
	}
	return fields
}

// mixed evaluates the mixed atom with a number, as eval does.
func (w *walk) mixed(number int, demand, yes, failed set) {
	m := &w.plan.mixed[number]
	if w.plan.filter.uses[number] < 2 {
		w.evalMixed(m, demand, yes, failed)
		return
	}
	known := w.memos[number]
	if known == nil {
		known = newMemo(len(demand))
		w.memos[number] = known
	}
	missing := w.take()
	missing.andNot(demand, known.known, known.known)
	if !missing.empty() {
		w.evalMixed(m, missing, yes, failed)
		known.yes.replace(missing, yes)
		known.failed.replace(missing, failed)
		known.known.or(missing)
	}
	w.drop(1)
	yes.intersect(demand, known.yes)
	failed.intersect(demand, known.failed)
}

func (w *walk) evalMixed(m *mixedAtom, demand, yes, failed set) {
	if !m.atom.CanReadRequest(w.request) {
		w.spread(cond.Failed, demand, yes, failed)
		return
	}
	switch {
	case m.lookup != nil:
		o := m.atom.Overlap()
		var single [1]string
		clear(yes)
		m.lookup.find(o.RequestTexts(w.request, &single), yes)
		yes.decide(demand, m.broken, o.Negated)
	case m.column != nil:
		b := m.atom.Between()
		lo, hi := b.Ends(w.request)
		m.column.find(lo, hi, demand, yes)
		yes.decide(demand, m.broken, b.Negated)
	default:
		w.byClass(m.atom, m.classes, demand, yes, failed)
		return
	}
	failed.intersect(demand, m.broken)
}
