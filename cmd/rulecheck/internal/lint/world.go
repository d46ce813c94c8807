package lint

import (
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/reach"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A world is a catalog with what the checks need to know about each of its tools and about each
// entry of the filter.
type world struct {
	catalog *engine.Catalog
	tools   []tool
	words   []string          // of the names of tools, each once
	isWord  map[string]bool   // the same
	near    map[string]string // see nearWord
	servers map[string]bool
	values  map[string]map[string]bool // of the attributes tool.name and tool.key
	matched map[patternKey]set

	include, exclude   []*entry
	includes, excludes side // the same
	unknowns           *unknowns
	lacks              map[lackKey]*lack
	columns            map[string]*column // by the key of an atom that reads the tool alone
	visible            set                // tools with a name that some request may see
}

// A tool is one tool of the catalog. A tool that a server lists twice is there once.
type tool struct {
	key        engine.Key
	facts      expr.ToolInfo
	bound      *cond.Tool
	target     ruleset.Target
	folded     engine.Key // the names as exclude compares them
	words      []word     // of its name
	texts      []string   // of these words
	name       string     // the exposed name; empty if there is none
	foldedName string

	replaced map[string]bool // locations of the descriptions that rules always replace
}

// A column is the outcome of one atom for each tool.
type column []cond.Outcome

func newWorld(c *engine.Catalog) *world {
	w := &world{catalog: c, servers: map[string]bool{}, values: map[string]map[string]bool{"tool.name": {},
		"tool.key": {}}, near: map[string]string{},
		lacks: map[lackKey]*lack{}, unknowns: newUnknowns(), columns: map[string]*column{}}
	for _, id := range c.Servers() {
		w.servers[id] = true
	}
	r := c.Engine().Rules
	seen := map[engine.Key]bool{}
	for _, key := range c.Tools() {
		if seen[key] {
			continue
		}
		seen[key], w.values["tool.name"][key.Tool], w.values["tool.key"][key.String()] = true, true, true
		facts, _ := c.Info(key)
		name, _ := c.Name(key)
		target, words := ruleset.NewTarget(key.Server, key.Tool), wordsOf(key.Tool)
		w.tools = append(w.tools, tool{key: key, facts: facts, bound: r.Env().Tool(facts), name: name,
			target: target, folded: target.Loose(), foldedName: pattern.Fold(name), words: words,
			texts: textsOf(words)})
	}
	w.findWords()
	w.matchPatterns(r)
	w.visible = w.findVisible(r.Filter())
	w.include, w.exclude = w.entries(r, ruleset.IncludeSide), w.entries(r, ruleset.ExcludeSide)
	w.includes, w.excludes = w.sideOf(w.include), w.sideOf(w.exclude)
	return w
}

// findVisible returns the tools with a name that some request may see.
func (w *world) findVisible(f *ruleset.Filter) set {
	named := make([]*cond.Tool, len(w.tools))
	for i := range w.tools {
		if w.tools[i].name != "" {
			named[i] = w.tools[i].bound
		}
	}
	planned := plan.New(f)
	section, visible := planned.Section(named), newSet(len(w.tools))
	for i := range w.tools {
		if planned.Showable(section, i) {
			visible.add(i)
		}
	}
	return visible
}

// A side is one side of the filter, with what the checks need about each tool and all entries of
// the side.
type side struct {
	entries  []*entry
	reaching []set // by tool: the indexes of the entries whose names match it
	always   []int // by tool: the first entry that matches it whatever the request; their number if there is none
	another  []int // the next one
}

func (w *world) sideOf(entries []*entry) side {
	s := side{entries: entries, reaching: make([]set, len(w.tools)), always: make([]int, len(w.tools)),
		another: make([]int, len(w.tools))}
	for i := range w.tools {
		s.reaching[i], s.always[i], s.another[i] = newSet(len(entries)), len(entries), len(entries)
	}
	for n, e := range entries {
		for i := range e.reach.all() {
			s.reaching[i].add(n)
		}
		for i := range e.always.all() {
			if s.always[i] == len(entries) {
				s.always[i] = n
			} else if s.another[i] == len(entries) {
				s.another[i] = n
			}
		}
	}
	return s
}

// withAnother reports whether an entry other than e matches the tool for every request.
func (s *side) withAnother(e *entry, tool int) bool {
	first := s.always[tool]
	return first < len(s.entries) && (s.entries[first] != e || s.another[tool] < len(s.entries))
}

// A patternKey identifies patterns that match the same tools.
type patternKey struct {
	text, server string
	loosely      bool
}

func keyOf(p ruleset.NamePattern) patternKey { return patternKey{p.Text, p.Server, p.Loosely()} }

// matchPatterns finds the tools that each pattern of the filter and of descriptions matches.
func (w *world) matchPatterns(r *ruleset.Rules) {
	var patterns []ruleset.NamePattern
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range r.Filter().Entries(side) {
			patterns = append(patterns, e.Patterns()...)
		}
	}
	for _, a := range r.Annotations() {
		patterns = append(patterns, a.Patterns()...)
	}
	for _, d := range r.Descriptions() {
		patterns = append(patterns, d.Patterns()...)
	}
	w.matched = make(map[patternKey]set, len(patterns))
	for _, p := range patterns {
		if key := keyOf(p); w.matched[key] == nil {
			w.matched[key] = newSet(len(w.tools))
		}
	}
	index := reach.New(patterns)
	var found []int32
	for i := range w.tools {
		found = index.Append(found[:0], w.tools[i].target)
		for _, n := range found {
			w.matched[keyOf(patterns[n])].add(i)
		}
	}
}

// matches returns the tools that a pattern of the rule file matches.
func (w *world) matches(p ruleset.NamePattern) set { return w.matched[keyOf(p)] }

func (w *world) toolsWhere(is func(*tool) bool) set {
	s := newSet(len(w.tools))
	for i := range w.tools {
		if is(&w.tools[i]) {
			s.add(i)
		}
	}
	return s
}

// list returns the names of the tools of a set, as many as a message shows.
func (w *world) list(s set) string {
	var tools []engine.Key
	for i := range s.all() {
		tools = append(tools, w.tools[i].key)
	}
	return keys(tools)
}

// column evaluates an atom that reads the tool alone for each tool, once.
func (w *world) column(a *cond.Atom) column {
	if c := w.columns[a.Key()]; c != nil {
		return *c
	}
	c := make(column, len(w.tools))
	for i := range w.tools {
		c[i] = a.Eval(w.tools[i].bound, nil).Outcome
	}
	w.columns[a.Key()] = &c
	return c
}

// An entry is an entry of the filter, and how it applies to each tool.
type entry struct {
	*ruleset.Entry
	spec    *rules.EntrySpec
	pointer string // into the rules.File
	world   *world

	patterns []namePattern
	reach    set // tools whose names it matches
	always   set // tools that it matches for every request
	may      set // tools that it may match for some request

	own        []*cond.Atom          // the atoms of its condition that read the tool alone
	conditions map[string]*condition // by the outcomes of these atoms
}

// A namePattern is a pattern of an entry, with the tools that it matches.
type namePattern struct {
	ruleset.NamePattern
	parsed *pattern.Pattern // of a server with a regex, any tool of that server
	tools  set
}

func (w *world) entries(r *ruleset.Rules, side ruleset.Side) []*entry {
	specs := r.File().Filter.Include
	if side == ruleset.ExcludeSide {
		specs = r.File().Filter.Exclude
	}
	var list []*entry
	for i, compiled := range r.Filter().Entries(side) {
		e := &entry{Entry: compiled, spec: &specs[i], pointer: "/filter" + compiled.Ref().Pointer, world: w,
			conditions: map[string]*condition{}}
		if when := e.When(); when != nil {
			for _, a := range when.Atoms() {
				if !a.ReadsRequest() {
					e.own = append(e.own, a)
				}
			}
		}
		e.match()
		list = append(list, e)
	}
	return list
}

// match finds the tools that the entry matches.
func (e *entry) match() {
	w := e.world
	e.reach, e.always, e.may = newSet(len(w.tools)), newSet(len(w.tools)), newSet(len(w.tools))
	for _, p := range e.Entry.Patterns() {
		text := p.Text
		if e.spec.Regex != nil {
			text = *e.spec.Server + "/*"
		}
		parsed, _ := pattern.Parse(text) // it has been parsed before
		tools := w.matches(p)
		e.patterns = append(e.patterns, namePattern{p, parsed, tools})
		e.reach.addAll(tools)
	}
	if e.patterns == nil {
		e.reach = w.toolsWhere(func(*tool) bool { return true })
	}
	never := map[string]bool{}
	for i := range e.reach.all() {
		c := e.condition(i)
		if c.always() {
			e.always.add(i)
		}
		dead, known := never[c.text]
		if !known {
			dead = w.unknowns.covered(c, nil)
			never[c.text] = dead
		}
		if !dead {
			e.may.add(i)
		}
	}
}

// condition returns the condition under which the entry matches a tool whose name it matches.
func (e *entry) condition(tool int) test {
	t := test{failed: e.side() == ruleset.ExcludeSide}
	var outcomes []byte
	for _, a := range e.own {
		outcomes = append(outcomes, '0'+byte(e.world.column(a)[tool]))
	}
	c := e.conditions[string(outcomes)]
	if c == nil {
		c = e.makeCondition(tool)
		e.conditions[string(outcomes)] = c
	}
	t.condition = c
	return t
}

func (e *entry) makeCondition(tool int) *condition {
	c := settled(cond.True)
	if when := e.When(); when != nil {
		c = e.world.unknowns.of(when.Tree(), func(a *cond.Atom) (cond.Outcome, bool) {
			if a.ReadsRequest() {
				return 0, false
			}
			return e.world.column(a)[tool], true
		})
	}
	if e.Func() != nil {
		c = join(cond.OpAnd, c, e.world.unknowns.open("function of "+e.pointer, true, nil))
	}
	return c
}
