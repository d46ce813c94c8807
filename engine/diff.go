package engine

import (
	"reflect"
	"slices"
)

// A Diff describes how two catalogs differ, independently of a request: a difference counts if
// there can be a request that sees it. If this cannot be decided without a request, it counts. An
// empty Diff is therefore certain: no client needs to be notified
// (notifications/tools/list_changed). A non-empty Diff may still mean no difference for a given
// client.
//
// A tool that no request could see, neither before nor after, is in none of the lists. Shown,
// Renamed, Refiltered and Redescribed are in the order of the later catalog, Hidden in that of the
// earlier one.
type Diff struct {
	Shown       []Key    // no request could see them before
	Hidden      []Key    // no request can see them now
	Renamed     []Rename // seen before and after, under another name
	Refiltered  []Key    // seen before and after; who sees them may differ
	Redescribed []Key    // seen before and after; their descriptions, or anything else that their server sent, may differ

	// Reordered reports whether the tools seen before and after are in another order.
	Reordered bool

	// Relisted reports whether limits, or the tools that search and call, may differ.
	Relisted bool

	// Depends reports whether [Catalog.Depends] differs: what a host may cache, and for whom.
	Depends bool
}

// A Rename is a tool whose exposed name has changed.
type Rename struct {
	Key      Key
	From, To string
}

// Empty reports whether every request sees the same as before: names and bytes are equal. Depends
// may still differ.
func (d Diff) Empty() bool {
	return len(d.Shown) == 0 && len(d.Hidden) == 0 && len(d.Renamed) == 0 && len(d.Refiltered) == 0 && len(d.Redescribed) == 0 && !d.Reordered && !d.Relisted
}

func diff(before, after *Catalog) Diff {
	c := compare(before.engine, after.engine)
	olds, news := before.showable(), after.showable()
	var d Diff
	var kept []Key
	for _, now := range news.list {
		old, known := olds.byKey[now.key]
		if !known {
			d.Shown = append(d.Shown, now.key)
			continue
		}
		kept = append(kept, now.key)
		if old.name != now.name {
			d.Renamed = append(d.Renamed, Rename{Key: now.key, From: old.name, To: now.name})
		}
		if !c.sameAudience(old.tool, now.tool) {
			d.Refiltered = append(d.Refiltered, now.key)
		}
		if !c.samePresentation(old.tool, now.tool) {
			d.Redescribed = append(d.Redescribed, now.key)
		}
	}
	var keptBefore []Key
	for _, old := range olds.list {
		if _, known := news.byKey[old.key]; !known {
			d.Hidden = append(d.Hidden, old.key)
		} else {
			keptBefore = append(keptBefore, old.key)
		}
	}
	d.Reordered = !slices.Equal(kept, keptBefore)
	d.Relisted = c.relisted()
	d.Depends = !reflect.DeepEqual(before.depends, after.depends)
	return d
}

// showable holds the tools of a catalog that some request may see.
type showable struct {
	list  []namedTool
	byKey map[Key]namedTool
}

// A namedTool is a tool with its exposed name.
type namedTool struct {
	*tool
	name string
}

func (c *Catalog) showable() showable {
	s := showable{byKey: map[Key]namedTool{}}
	number := 0
	for _, p := range c.parts {
		for i, t := range p.tools {
			if name := c.offeredName(number); name != "" && p.showable[i] {
				s.list = append(s.list, namedTool{t, name})
				s.byKey[t.key] = namedTool{t, name}
			}
			number++
		}
	}
	return s
}
