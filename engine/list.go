package engine

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A list holds the tools that a request sees, divided into those that are listed and those that are
// deferred.
type list struct {
	view   *View
	set    *numberSet // the tools that the request sees; it belongs to the pool of the catalog
	seen   int        // their number
	listed int        // how many of them, in the order of the list, are listed
	metas  int        // the number of listed tools that find and call deferred ones
}

// limits reports whether the list is not simply the tools that the request sees, in catalog order.
func (v *View) limits() bool {
	return v.catalog != nil && (v.catalog.order.ranks != nil || v.catalog.engine.Rules.Discovery().HasLimits())
}

// newList divides the tools that the request sees. The list must be freed.
func (v *View) newList() list {
	l := list{view: v, set: v.seenSet()}
	l.seen = l.set.count()
	l.listed = l.seen
	if limit, ok := v.limit(); ok {
		l.cut(limit)
	}
	return l
}

// free returns the memory of the list.
func (l *list) free() { l.view.catalog.order.free.Put(l.set) }

// limit returns the limit of the view's list.
func (v *View) limit() (ruleset.Limit, bool) {
	e := v.catalog.engine
	if !e.Rules.Discovery().HasLimits() {
		return ruleset.Limit{}, false
	}
	var failed func(ruleset.Limit, cond.Result)
	if e.opts.OnFailure != nil {
		failed = func(l ruleset.Limit, r cond.Result) {
			e.opts.OnFailure(e.failureAt(Key{}, l.Pointer()+"/when", r.Failure.String()))
		}
	}
	return e.Rules.Discovery().Limit(optional(&v.runner), optional(&v.model), v.request, failed)
}

// seenSet returns the set of the tools that the request sees.
func (v *View) seenSet() *numberSet {
	c := v.catalog
	set, _ := c.order.free.Get().(*numberSet)
	if set == nil {
		set = new(numberSet)
	}
	if c.engine.plans() {
		seen := v.selection()
		*set = seen.AppendBits((*set)[:0])
		seen.Free()
		return set
	}
	*set = append((*set)[:0], make(numberSet, (len(c.tools)+63)/64)...)
	for t := range v.visible {
		set.add(t.number)
	}
	return set
}

// cut sets listed and metas if a limit does not admit all tools.
func (l *list) cut(limit ruleset.Limit) {
	e := l.view.catalog.engine
	metas, most := e.metasWithin(limit), l.seen
	tooMany := limit.Tools > 0 && l.seen > limit.Tools
	if limit.Tools > 0 {
		most = min(most, limit.Tools-metas)
	}
	if limit.Bytes > 0 {
		room := limit.Bytes // besides metas
		if metas > 0 {
			room -= e.metaBytes
		}
		if tooMany {
			most, _ = l.within(room, room, most)
		} else if n, all := l.within(room, limit.Bytes, l.seen); all {
			return
		} else {
			most = min(most, n)
		}
	} else if !tooMany {
		return
	}
	l.listed, l.metas = most, metas
}

// within returns how many of the first count tools fit into a list of room bytes, and whether all of
// them fit into one of bytes, which is not less than room.
func (l *list) within(room, bytes, count int) (n int, all bool) {
	total := len("]") // and for each tool "[" or ","
	for number := range l.all {
		if n == count {
			break
		}
		if total += len(",") + (Tool{l.view, number}).jsonSize(); total > bytes {
			return n, false
		}
		if total <= room {
			n++
		}
	}
	return n, true
}

// all yields the numbers of the tools that the request sees, in the order of the list.
func (l *list) all(yield func(number int) bool) { l.view.catalog.order.all(*l.set, yield) }

// tools yields what is listed.
func (l *list) tools(yield func(Tool) bool) {
	n := 0
	for number := range l.all {
		if n == l.listed {
			break
		}
		if n++; !yield(Tool{l.view, number}) {
			return
		}
	}
	for i := range l.metas {
		if !yield(Tool{l.view, metaNumber(i)}) {
			return
		}
	}
}

// append appends what tools yields.
func (l *list) append(dst []Tool) []Tool {
	dst = slices.Grow(dst, l.listed+l.metas)
	most := len(dst) + l.listed
	if ranks := l.view.catalog.order.ranks; ranks == nil {
		dst = l.appendRank(dst, most, *l.set)
	} else {
		for _, rank := range ranks {
			dst = l.appendRank(dst, most, rank)
		}
	}
	for i := range l.metas {
		dst = append(dst, Tool{l.view, metaNumber(i)})
	}
	return dst
}

// appendRank appends the tools of a rank until dst has most tools. A call for each tool would
// triple its cost.
func (l *list) appendRank(dst []Tool, most int, rank numberSet) []Tool {
	for at, word := range *l.set {
		for word &= rank[at]; word != 0 && len(dst) < most; word &= word - 1 {
			dst = append(dst, Tool{l.view, at*64 + bits.TrailingZeros64(word)})
		}
	}
	return dst
}

// listedTools yields what Tools yields.
func (v *View) listedTools(yield func(Tool) bool) {
	if !v.limits() {
		v.visible(yield)
		return
	}
	l := v.newList()
	defer l.free()
	l.tools(yield)
}

// Tools yields the tools of the list that the request gets: the pinned ones, then the others by
// priority, and equal ones in catalog order. If a limit applies and not all tools fit, the tools
// that find and call the others come last, if the rule file has search.
func (v *View) Tools() iter.Seq[Tool] {
	return func(yield func(Tool) bool) { v.listedTools(yield) } // v.listedTools itself would allocate
}

// AppendTools appends the tools that Tools yields to dst and returns the extended slice. With a
// reused slice it is faster than a loop over [View.Tools], which makes one call for each tool.
// Clear a slice that is kept for later, since its tools keep their View and so the request in
// memory.
func (v *View) AppendTools(dst []Tool) []Tool {
	if v.limits() {
		l := v.newList()
		defer l.free()
		return l.append(dst)
	}
	if v.catalog == nil || !v.catalog.engine.plans() {
		return slices.AppendSeq(dst, v.All())
	}
	seen := v.selection()
	defer seen.Free()
	for number := range seen.All {
		dst = append(dst, Tool{v, number})
	}
	return dst
}

// Deferred yields the tools that the request sees but that are not in its list, in the order in
// which they would be listed. They can be called like those in the list.
func (v *View) Deferred() iter.Seq[Tool] {
	return func(yield func(Tool) bool) {
		if !v.limits() {
			return
		}
		l := v.newList()
		defer l.free()
		n := 0
		for number := range l.all {
			if n++; n > l.listed && !yield(Tool{v, number}) {
				return
			}
		}
	}
}
