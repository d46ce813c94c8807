package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// A cut is a position in a tool's JSON where something is inserted or replaced. A tools/list result
// consists of the bytes between cuts, exposed names, and descriptions that are JSON already:
// nothing is parsed, escaped or sorted for a request, and no tool is stored twice, however many
// descriptions it can have.
//
// A description replaces raw[from:to], preceded by a label if the member is new. The empty
// description removes raw[lo:hi], the whole member. Without a description nothing changes.
type cut struct {
	lo, from, to, hi uint32
	label            label
	place            int32 // index in the tool's places; -1 for the name
}

// A label is the text before a description whose member is new.
type label uint8

var labels = [...]string{"", `,"title":`, `,"description":`, `"description":`}

const nameCut = -1

// cutName returns the cut between the quotes of a tool's name. An exposed name needs no escaping.
func cutName(root *jsontree.Node) cut {
	name := root.Get("name")
	from, to := uint32(name.Start+1), uint32(name.End-1)
	return cut{lo: from, from: from, to: to, hi: to, place: nameCut}
}

// probe is a description with which cutBy tests edits. JSON does not escape it.
const probe = "x"

// cutBy finds the cut of an edit from its results for the probe and for the empty description.
func cutBy(place int, e edit) (cut, bool) {
	set, ok := e(probe)
	if !ok {
		return cut{}, false
	}
	n := slices.Index(labels[:], strings.TrimSuffix(set.Text, schema.Quote(probe)))
	if n < 0 {
		return cut{}, false
	}
	c := cut{from: uint32(set.Start), to: uint32(set.End), label: label(n), place: int32(place)}
	c.lo, c.hi = c.from, c.to
	if gone, ok := e(""); ok {
		c.lo, c.hi = uint32(gone.Start), uint32(gone.End)
	}
	return c, true
}

// An edit returns the change that writes a description to its place, and reports whether there is
// anything to change. The empty description removes the member.
type edit func(text string) (schema.Edit, bool)

// headEdits returns the edits of the title or the description of the tool itself. Some clients show
// the title in annotations, so that title is set or removed too.
func headEdits(kind placeKind, root *jsontree.Node) []edit {
	own := func(text string) (schema.Edit, bool) { return editMember(root, members[kind], text) }
	annotations := root.Get("annotations")
	at := memberIndex(annotations, "title")
	if kind != placeTitle || at < 0 {
		return []edit{own}
	}
	return []edit{own, func(text string) (schema.Edit, bool) {
		if text == "" {
			return schema.Remove(annotations, at), true
		}
		return schema.Replace(&annotations.Members[at].Value, schema.Quote(text)), true
	}}
}

// editMember changes a member of the tool itself. A missing member is inserted after the name.
func editMember(root *jsontree.Node, member, text string) (schema.Edit, bool) {
	at, nameAt := memberIndex(root, member), memberIndex(root, "name")
	switch {
	case at < 0 && text == "":
		return schema.Edit{}, false
	case at < 0:
		return schema.InsertAfter(root, nameAt, member, schema.Quote(text)), true
	case text == "":
		return schema.RemoveBeside(root, at, nameAt), true
	}
	return schema.Replace(&root.Members[at].Value, schema.Quote(text)), true
}

func memberIndex(object *jsontree.Node, name string) int {
	if object == nil {
		return -1
	}
	return slices.IndexFunc(object.Members, func(m jsontree.Member) bool { return m.Name == name })
}

// sortCuts sorts cuts by position; of several at one position, cuts that remove nothing come first.
// If cuts overlap, which never happens, it returns only the cut of the name: the tool as sent under
// its exposed name is the safe result.
func sortCuts(cuts []cut) []cut {
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	for i := 1; i < len(cuts); i++ {
		if cuts[i].lo < cuts[i-1].hi {
			return slices.DeleteFunc(cuts, func(c cut) bool { return c.place != nameCut })
		}
	}
	return cuts
}
