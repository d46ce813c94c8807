// Package diff reports how a change of rules changes what requests see, for each tool and each of
// the given requests.
//
// A tool is shown or hidden if a request sees it only after or only before the change; rejected if
// it was visible and no longer has a name; renamed if it is visible before and after under
// different names; redescribed if it is visible before and after with different descriptions.
// [engine.Diff] covers requests other than the given ones: it reports what could differ for any
// request.
//
// Lists are in the order of the catalog after the change; those of removed tools are in the order
// of the catalog before it.
package diff

import (
	"bytes"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
)

// A Report is the effect of a change. Requests are represented by their index.
type Report struct {
	Requests    []matrix.Request
	Added       []VisibilityChange // visible now, and not in the catalog before
	Removed     []VisibilityChange // visible before, and no longer in the catalog
	Shown       []VisibilityChange
	Hidden      []VisibilityChange
	Rejected    []VisibilityChange
	Renamed     []Rename
	Redescribed []Redescription
	Hints       []HintChange

	// Elsewhere is what may differ for other requests, but not for the given ones.
	Elsewhere []Possibility
}

// Empty reports whether none of the requests sees a difference.
func (r *Report) Empty() bool {
	return len(r.Added)+len(r.Removed)+len(r.Shown)+len(r.Hidden)+len(r.Rejected)+len(r.Renamed)+len(r.Redescribed)+
		len(r.Hints) == 0
}

// A VisibilityChange is a tool that some requests see only before or only after the change.
type VisibilityChange struct {
	Key      engine.Key
	Name     string // the exposed name on the side where it is seen
	Requests []int
	Why      engine.Explanation // for the first of the requests, on the side where it is not seen

	// Twin is set for a tool that was added or removed if the same server has one on the other side
	// only that has the same description and is equal except for its name: the server renamed it.
	Twin engine.Key
}

// A Rename is a tool whose exposed name differs. Calls by the old name fail.
type Rename struct {
	Key      engine.Key
	From, To string
	Requests []int
}

// A Redescription is a tool whose descriptions differ.
type Redescription struct {
	Key     engine.Key
	Name    string // the exposed name after
	Changes []Change
}

// Compare reports the difference between what requests see before and after: by other rules, by
// other tools of the servers, or by both.
func Compare(before, after *engine.Catalog, requests []matrix.Request) *Report {
	c := comparison{before: before, after: after, possible: engine.CatalogChange{Before: before, After: after}.Diff(),
		report: &Report{Requests: requests}, known: map[pair]int{}, changing: map[engine.Key]bool{},
		texts: map[engine.Key][]textPair{}, seen: map[engine.Key]bool{}}
	for _, k := range c.possible.Redescribed {
		c.changing[k] = true
	}
	for i := range requests {
		c.request(i)
	}
	c.finish()
	return c.report
}

// A comparison collects the differences.
type comparison struct {
	before, after *engine.Catalog
	possible      engine.Diff // what may differ for some request
	report        *Report

	shown, hidden, rejected gathering[engine.Key, VisibilityChange]
	renamed                 gathering[engine.Key, Rename]
	redescribed             gathering[changeKey, redescribed]

	known    map[pair]int        // the first request with these keys
	same     []int               // same[i] is the first request that sees what request i sees
	changing map[engine.Key]bool // tools whose texts may differ for some request
	texts    map[engine.Key][]textPair

	seen                    map[engine.Key]bool // tools that one of the requests sees before and after
	textsBefore, textsAfter compiledTexts
}

// A pair is the cache keys of a request in both catalogs.
type pair struct{ before, after string }

// A changeKey is a tool and one way in which one of its texts differs.
type changeKey struct {
	tool              engine.Key
	pointer, from, to string
	added, removed    bool
}

// A redescribed tool is one with one of its texts.
type redescribed struct {
	key    engine.Key
	name   string
	change Change
}

// A textPair is a tool's JSON before and after, and how they differ.
type textPair struct {
	before, after []byte
	changes       []Change
}

// request compares what one request sees. Requests that see the same are compared once.
func (c *comparison) request(i int) {
	req := c.report.Requests[i].Request
	old, ok1 := c.before.CacheKey(req)
	now, ok2 := c.after.CacheKey(req)
	if first, seen := c.known[pair{old, now}]; ok1 && ok2 && seen {
		c.same = append(c.same, first)
		return
	}
	c.known[pair{old, now}] = i
	c.same = append(c.same, i)
	olds, news := toolsOf(c.before, req), toolsOf(c.after, req)
	for _, tool := range olds.list {
		if _, kept := news.byKey[tool.Key()]; !kept {
			c.gone(i, tool)
		}
	}
	for _, tool := range news.list {
		old, kept := olds.byKey[tool.Key()]
		if !kept {
			c.shown.add(tool.Key(), i, func() VisibilityChange {
				return VisibilityChange{Key: tool.Key(), Name: tool.Name(), Why: c.before.Explain(req, tool.Key())}
			})
			continue
		}
		c.kept(i, old, tool)
	}
}

func (c *comparison) gone(i int, tool engine.Tool) {
	list := &c.hidden
	if _, named := c.after.Name(tool.Key()); !named {
		if _, there := c.after.Info(tool.Key()); there {
			list = &c.rejected
		}
	}
	list.add(tool.Key(), i, func() VisibilityChange {
		return VisibilityChange{Key: tool.Key(), Name: tool.Name(), Why: c.after.Explain(c.report.Requests[i].Request,
			tool.Key())}
	})
}

func (c *comparison) kept(i int, old, now engine.Tool) {
	key := now.Key()
	c.seen[key] = true
	if old.Name() != now.Name() {
		c.renamed.add(key, i, func() Rename { return Rename{Key: key, From: old.Name(), To: now.Name()} })
	}
	if !c.changing[key] {
		return
	}
	for _, change := range c.changes(key, old.AppendJSON(nil), now.AppendJSON(nil)) {
		c.redescribed.add(change.key(key), i, func() redescribed { return redescribed{key, now.Name(), change} })
	}
}

// changes returns how the descriptions of a tool differ. Most requests get the same bytes, so each
// pair is compared once.
func (c *comparison) changes(key engine.Key, before, after []byte) []Change {
	if bytes.Equal(before, after) {
		return nil
	}
	for _, p := range c.texts[key] {
		if bytes.Equal(p.before, before) && bytes.Equal(p.after, after) {
			return p.changes
		}
	}
	changes := changesOf(before, after)
	c.texts[key] = append(c.texts[key], textPair{before, after, changes})
	return changes
}

// finish completes the lists. A request that was not compared sees what its equal sees.
func (c *comparison) finish() {
	all := func(looked []int) []int {
		var requests []int
		for i, first := range c.same {
			if slices.Contains(looked, first) {
				requests = append(requests, i)
			}
		}
		return requests
	}
	r := c.report
	r.Shown = c.shown.list(func(s *VisibilityChange, at []int) { s.Requests = all(at) })
	r.Hidden = c.hidden.list(func(s *VisibilityChange, at []int) { s.Requests = all(at) })
	r.Rejected = c.rejected.list(func(s *VisibilityChange, at []int) { s.Requests = all(at) })
	r.Renamed = c.renamed.list(func(x *Rename, at []int) { x.Requests = all(at) })
	for _, x := range c.redescribed.list(func(x *redescribed, at []int) { x.change.Requests = all(at) }) {
		r.addChange(x)
	}
	c.sort()
	r.Added, r.Shown = splitKnown(r.Shown)
	r.Removed, r.Hidden = splitKnown(r.Hidden)
	c.findTwins()
	c.findHints()
	c.textsBefore, c.textsAfter = newCompiledTexts(c.before.Engine().Rules), newCompiledTexts(c.after.Engine().Rules)
	r.Elsewhere = c.elsewhere()
}

// addChange adds a text to those of its tool.
func (r *Report) addChange(x redescribed) {
	at := slices.IndexFunc(r.Redescribed, func(known Redescription) bool { return known.Key == x.key })
	if at < 0 {
		at = len(r.Redescribed)
		r.Redescribed = append(r.Redescribed, Redescription{Key: x.key, Name: x.name})
	}
	r.Redescribed[at].Changes = append(r.Redescribed[at].Changes, x.change)
}

// sort puts the lists in the order of the catalogs: different requests see different tools first.
func (c *comparison) sort() {
	before, after := places(c.before), places(c.after)
	r := c.report
	slices.SortStableFunc(r.Shown, func(a, b VisibilityChange) int { return after[a.Key] - after[b.Key] })
	slices.SortStableFunc(r.Hidden, func(a, b VisibilityChange) int { return before[a.Key] - before[b.Key] })
	slices.SortStableFunc(r.Rejected, func(a, b VisibilityChange) int { return before[a.Key] - before[b.Key] })
	slices.SortStableFunc(r.Renamed, func(a, b Rename) int { return after[a.Key] - after[b.Key] })
	slices.SortStableFunc(r.Redescribed, func(a, b Redescription) int { return after[a.Key] - after[b.Key] })
}

func places(c *engine.Catalog) map[engine.Key]int {
	at := map[engine.Key]int{}
	for i, k := range c.Tools() {
		if _, known := at[k]; !known {
			at[k] = i
		}
	}
	return at
}

// tools are what a request sees.
type tools struct {
	list  []engine.Tool
	byKey map[engine.Key]engine.Tool
}

func toolsOf(c *engine.Catalog, req engine.Request) tools {
	t := tools{byKey: map[engine.Key]engine.Tool{}}
	for tool := range c.View(req).All() {
		t.list = append(t.list, tool)
		t.byKey[tool.Key()] = tool
	}
	return t
}

// A gathering notes for each of some things which requests it is about.
type gathering[K comparable, V any] struct {
	order []K
	items map[K]V
	at    map[K][]int
}

func (g *gathering[K, V]) add(key K, request int, item func() V) {
	if g.items == nil {
		g.items, g.at = map[K]V{}, map[K][]int{}
	}
	if _, known := g.items[key]; !known {
		g.order = append(g.order, key)
		g.items[key] = item()
	}
	g.at[key] = append(g.at[key], request)
}

func (g *gathering[K, V]) list(finish func(*V, []int)) []V {
	var list []V
	for _, key := range g.order {
		item := g.items[key]
		finish(&item, g.at[key])
		list = append(list, item)
	}
	return list
}
