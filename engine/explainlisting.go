package engine

import "fmt"

// A ListingExplanation describes whether a tool that a request sees is in its list, and why.
type ListingExplanation struct {
	Listed   bool
	Position int         // in the order of the list, from 1
	Pinned   bool        // a pattern of pin matches
	Priority int         // 0 to 9; not used for pinned tools
	Rule     *EntryPlace // the pattern that pins the tool, or sets its priority; nil if none does
	Limit    *EntryPlace // the limit of the list; nil if none applies
	Tools    int         // of the limit: the number of tools; 0: no limit
	Bytes    int         // of the limit; 0: no limit
	Metas    int         // how many tools that find and call deferred ones are in the list
}

// String returns the explanation in one line.
func (x *ListingExplanation) String() string {
	state, reason := "listed", fmt.Sprintf("priority %d", x.Priority)
	if !x.Listed {
		state = "deferred"
	}
	if x.Pinned {
		reason = "pin"
	}
	text := fmt.Sprintf("%s: place %d by %s", state, x.Position, reason)
	if !x.Listed {
		text += ", the limit is " + x.limit()
	}
	return text
}

// limit describes the limit.
func (x *ListingExplanation) limit() string {
	text := fmt.Sprint(x.Tools)
	switch {
	case x.Tools == 0:
		text = fmt.Sprintf("%d bytes", x.Bytes)
	case x.Bytes > 0:
		text += fmt.Sprintf(" and %d bytes", x.Bytes)
	}
	if x.Metas > 0 {
		text += fmt.Sprintf(" with %d for search", x.Metas)
	}
	return text
}

// explainListing explains whether a visible tool is listed; nil if the rules have no discovery.
func (v *View) explainListing(number int) *ListingExplanation {
	if !v.limits() {
		return nil
	}
	l := v.newList()
	defer l.free()
	x := &ListingExplanation{Metas: l.metas}
	for n := range l.all {
		x.Position++
		if n == number {
			break
		}
	}
	x.Listed = x.Position <= l.listed
	e := v.catalog.engine
	at := e.placer().place(v.catalog.tools[number].key)
	x.Pinned, x.Priority = at.pin >= 0, at.priority
	rule := ""
	switch {
	case at.pin >= 0:
		rule = fmt.Sprintf("/discovery/pin/%d", at.pin)
	case at.rule >= 0:
		rule = fmt.Sprintf("/discovery/priority/%d", at.rule)
	}
	if rule != "" {
		place := e.place(rule)
		x.Rule = &place
	}
	if limit, ok := v.limit(); ok {
		place := e.place(limit.Pointer())
		x.Limit, x.Tools, x.Bytes = &place, limit.Tools, limit.Bytes
	}
	return x
}
