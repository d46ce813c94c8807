package cond

import (
	"fmt"

	"github.com/toolrules/toolrules/expr"
)

// The cost of a condition is bounded when it is compiled. An atom that reads both the tool and the
// request is evaluated for each tool and each request. Its work is an upper bound of what a server
// and a caller can cause together, with all values at their limits: the number of bytes of the tool
// that it processes. Operations that process no bytes count as the number of bytes that take the
// same time. docs/limits.md has the figures.

const (
	partWork    = 24            // steps of an atom
	nodeWork    = 4             // of a name, a literal, an operator or a call, each time
	callWork    = 8 * nodeWork  // of lower, upper, trim, and of len of a string, however short that is
	slowWork    = 16 * nodeWork // of a name and its like, where the VM evaluates it
	indexWork   = 128           // of an index of its own, over what is worked out of each tool
	startWork   = 1024          // to start the VM
	regexWork   = 16            // of one instruction of a regular expression for one byte, where the atom reads both sides
	lookupWork  = 16            // of an atom that an index answers
	lookupLists = 64            // the same, of two lists
)

// A worker estimates the work of one atom.
type worker struct {
	beside bool  // the atom reads both sides
	slow   bool  // the VM evaluates it
	list   *term // that # is an element of
}

// A work is the maximum cost of a term: bytes processed, and steps. Its cost is the greater of the
// two.
type work struct{ bytes, steps int }

func (a work) plus(b work) work { return work{a.bytes + b.bytes, a.steps + b.steps} }

func (a work) cost() int { return max(a.bytes, a.steps) }

// of returns the work of a term that is evaluated the given number of times.
func (w *worker) of(t *term, times int) work {
	if t.kind == predicateTerm {
		return w.predicate(t, times)
	}
	sum := work{steps: w.node() * times}
	if t.isHeld {
		return sum
	}
	for _, arg := range t.args {
		sum = sum.plus(w.of(arg, times))
	}
	switch {
	case t.kind == attrTerm && t.longText() != "":
		sum.bytes += times * w.bytes(t)
	case t.kind == callTerm && isText(t.args[0].typ):
		sum.bytes += times * w.bytes(t.args[0])
		sum.steps += times * (callWork - nodeWork)
	case t.kind == binaryTerm:
		sum.bytes += times * w.operator(t)
	}
	return sum
}

func (w *worker) node() int {
	if w.slow {
		return slowWork
	}
	return nodeWork
}

// operator returns the number of bytes that an operator processes, without those of its operands'
// own work.
func (w *worker) operator(t *term) int {
	left, right := t.args[0], t.args[1]
	switch {
	case right.regexp != nil && w.beside:
		return w.bytes(left) * right.instructions * regexWork
	case right.regexp != nil:
		return w.bytes(left) * right.instructions
	case left.typ.Kind == expr.List, right.typ.Kind == expr.List && right.kind != listTerm && !w.isSet(right):
		return max(MaxList*w.node(), w.listBytes(left), w.listBytes(right))
	case (t.op == "contains" || t.op == "not contains") && left.longText() == "":
		return w.bytes(left) / 4
	}
	return 0
}

// isSet reports whether lookups in a list use a set.
func (w *worker) isSet(t *term) bool {
	elem := elemKind(t.typ)
	return !w.slow && (elem == expr.String || elem == expr.Words) && (readsOnly(t, false) || readsOnly(t, true))
}

// predicate returns the work of a predicate. Its condition is evaluated for each item. All items
// together are processed once.
func (w *worker) predicate(t *term, times int) work {
	list := t.args[0]
	items := MaxList
	if list.kind == listTerm {
		items = len(list.args)
	}
	inside := worker{beside: w.beside, slow: w.slow, list: list}
	condition := inside.of(t.args[1], times*items)
	condition.bytes = max(condition.bytes, times*w.listBytes(list))
	sum := w.of(list, times).plus(condition)
	if held := t.held; held != nil {
		sum = sum.plus(w.of(held.args[0], times))
		sum.bytes += times * w.bytes(held.args[0])
	}
	return sum
}

// listBytes returns the maximum number of bytes of a tool that the items of a list have together.
func (w *worker) listBytes(t *term) int {
	n := 0
	t.each(func(part *term) {
		if part.attr != nil && part.attr.ofTool && part.typ.Kind == expr.List {
			n = MaxBesideString
		}
	})
	return n
}

// bytes returns the maximum number of bytes of a string; for #, the average over all items.
func (w *worker) bytes(t *term) int {
	switch t.kind {
	case constTerm:
		text, _ := t.text()
		return len(text)
	case attrTerm:
		if t.attr.ofTool {
			return besideLimit(t.attr)
		}
		return MaxString
	case elementTerm:
		if w.listBytes(w.list) > 0 {
			return MaxBesideString / MaxList
		}
		return MaxRequest / MaxList
	}
	n, args := 0, t.args
	if t.kind == condTerm {
		args = args[1:]
	}
	for _, arg := range args {
		n = max(n, w.bytes(arg))
	}
	return n
}

// besideLimit returns the maximum number of bytes of a tool attribute in an atom that also reads
// the request: of a string, or of all items of a list. A longer value counts as wrongly typed
// there.
func besideLimit(a *attribute) int {
	switch a.Path {
	case "tool.server", "tool.name":
		return MaxBesideName
	case "tool.key":
		return MaxBesideName + 1 + MaxBesideName
	}
	return MaxBesideString
}

// measure sets the work of an atom.
func (a *Atom) measure(t *term) {
	w := worker{beside: a.beside, slow: a.direct == nil && a.overlap == nil}
	sum := w.of(t, 1)
	sum.steps += partWork
	if w.slow {
		sum.steps += startWork
	}
	work := sum.cost()
	switch {
	case !a.ReadsRequest():
		a.refreshWork = work
		return
	case !w.beside:
		a.requestWork = work
		return
	}
	a.toolWork, a.aloneWork = work, work
	switch {
	case a.overlap != nil:
		tool := a.overlap.tool.term
		a.measureLookup(&w, tool, a.overlap.request.term, max(indexWork, w.listBytes(tool)))
		a.aloneWork = a.toolWork
		if a.overlap.tool.one == nil && a.overlap.request.one == nil {
			a.toolWork += lookupLists - lookupWork
			a.aloneWork += MaxBesideString
		} else if a.overlap.tool.one == nil {
			a.aloneWork += MaxList * nodeWork
		}
	case a.between != nil:
		a.measureLookup(&w, a.between.toolTerm, a.between.requestTerm, 0)
	}
}

// measureLookup sets the work of an atom whose two sides are evaluated separately: that of the tool
// when a list arrives and when a tool is called, and that of the request once for each request.
// least is the minimum cost of a tool side that is more than an attribute.
func (a *Atom) measureLookup(w *worker, tool, request *term, least int) {
	a.toolWork, a.requestWork = lookupWork, w.of(request, 1).cost()
	if tool.kind != attrTerm {
		a.toolWork += max(w.of(tool, 1).cost(), least)
	}
}

// ToolWork returns the maximum number of bytes of one tool that the atom processes for one request.
// Operations that process no bytes count as the number of bytes that take the same time. It is 0
// for an atom that does not read both tool and request. If indexed is set, comparisons that an
// index answers, [Overlap] and [Between], count almost nothing. The atoms of a rule file may have
// [MaxToolWork] together.
func (a *Atom) ToolWork(indexed bool) int {
	if indexed {
		return a.toolWork
	}
	return a.aloneWork
}

// RequestWork returns the maximum number of bytes that the atom processes once for each request,
// whatever the number of tools. Operations count as for [Atom.ToolWork]. The atoms of a rule file
// may have [MaxRequestWork] together.
func (a *Atom) RequestWork() int { return a.requestWork }

// RefreshWork returns the maximum number of bytes that an atom that reads the tool alone processes
// for one tool when a list arrives. Operations count as for [Atom.ToolWork]. It is 0 for other
// atoms. The atoms of a rule file may have [MaxRefreshWork] together.
func (a *Atom) RefreshWork() int { return a.refreshWork }

// checkWork returns an error for an atom whose work exceeds the limits of a rule file.
func (a *Atom) checkWork() *Error {
	switch {
	case a.toolWork > MaxToolWork:
		return &Error{Code: TooExpensive, Offset: a.offset, Hint: expensiveHint,
			Message: fmt.Sprintf("the condition reads the tool and the request together and may cost %d bytes for each tool; at most %d are allowed", a.toolWork, MaxToolWork)}
	case a.refreshWork > MaxRefreshWork:
		return &Error{Code: TooExpensive, Offset: a.offset, Hint: "use a smaller regular expression",
			Message: fmt.Sprintf("the condition may cost %d bytes for each tool; at most %d are allowed", a.refreshWork, MaxRefreshWork)}
	case a.requestWork > MaxRequestWork:
		return &Error{Code: TooExpensive, Offset: a.offset, Hint: "compare fewer lists with each other, or use fewer regular expressions",
			Message: fmt.Sprintf("the condition may cost %d bytes for each request; at most %d are allowed", a.requestWork, MaxRequestWork)}
	}
	return nil
}

const expensiveHint = "combine conditions that read only the tool or only the request by and, or, not and ?:, or compare with ==, in, startsWith or endsWith"
