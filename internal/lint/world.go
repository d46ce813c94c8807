package lint

import (
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// A world is a catalog as the linter sees it: its tools by number, and how the entries of the filter stand to each of them.
type world struct {
	catalog *engine.Catalog
	tools   []tool
	servers map[string]bool

	include, exclude []*entry
	questions        *questions
	columns          map[string]*column // by the key of an atom that reads the tool alone
	visible          set                // tools with a name that some request may see
}

// A tool is one tool of the catalog. One that a server lists twice is there once.
type tool struct {
	key    engine.Key
	facts  expr.ToolFacts
	bound  *expr.Tool
	target rules.Target
	folded string // its name, folded
	words  []word // of its name
	name   string // the exposed name; empty if there is none

	replaced map[string]bool // the places whose texts rules always replace
}

// A column is the outcome of one atom for each tool.
type column []expr.Outcome

func newWorld(c *engine.Catalog) *world {
	w := &world{catalog: c, servers: map[string]bool{}, questions: newQuestions(), columns: map[string]*column{}}
	for _, id := range c.Servers() {
		w.servers[id] = true
	}
	r := c.Engine().Rules()
	seen := map[engine.Key]bool{}
	for _, key := range c.Keys() {
		if seen[key] {
			continue
		}
		seen[key] = true
		facts, _ := c.Facts(key)
		name, _ := c.Name(key)
		w.tools = append(w.tools, tool{key: key, facts: facts, bound: r.Env().Tool(facts), name: name,
			target: rules.NewTarget(key.Server, key.Tool), folded: pattern.Fold(key.Tool), words: wordsOf(key.Tool)})
	}
	w.visible = w.toolsWhere(func(t *tool) bool { return t.name != "" && r.Filter().StaticVisible(t.bound) })
	w.include, w.exclude = w.entries(r, rules.IncludeSide), w.entries(r, rules.ExcludeSide)
	return w
}

func (w *world) toolsWhere(is func(*tool) bool) set {
	s := newSet(len(w.tools))
	for i := range w.tools {
		if is(&w.tools[i]) {
			s.add(i)
		}
	}
	return s
}

// list names the tools of a set, as many as are shown.
func (w *world) list(s set) string {
	var tools []engine.Key
	for i := range s.all() {
		tools = append(tools, w.tools[i].key)
	}
	return keys(tools)
}

// column evaluates an atom that reads the tool alone for each tool, once.
func (w *world) column(a *expr.Atom) column {
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

// An entry is an entry of the filter, and how it stands to each tool.
type entry struct {
	*rules.Entry
	spec    *rules.EntrySpec
	pointer string // into the rules.File
	world   *world

	patterns []namePattern
	reach    set // tools that it takes by name
	always   set // tools that it matches, whatever the request
	may      set // tools that it matches for some request, as far as can be told

	own        []*expr.Atom          // the atoms of its condition that read the tool alone
	conditions map[string]*condition // by the outcomes of these
}

// A namePattern is a pattern of an entry, with the tools that it takes.
type namePattern struct {
	rules.NamePattern
	parsed *pattern.Pattern // of a server with a regex, any tool of that server
	takes  set
}

func (w *world) entries(r *rules.Rules, side rules.Side) []*entry {
	specs := r.File().Filter.Include
	if side == rules.ExcludeSide {
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

// match finds the tools that the entry takes.
func (e *entry) match() {
	w := e.world
	e.reach, e.always, e.may = newSet(len(w.tools)), newSet(len(w.tools)), newSet(len(w.tools))
	for _, p := range e.Entry.Patterns() {
		takes := w.toolsWhere(func(t *tool) bool { return p.Matches(t.target) })
		text := p.Text
		if e.spec.Regex != nil {
			text = *e.spec.Server + "/*"
		}
		parsed, _ := pattern.Parse(text) // it has been parsed before
		e.patterns = append(e.patterns, namePattern{p, parsed, takes})
		e.reach.addAll(takes)
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
			dead = w.questions.covered(c, nil)
			never[c.text] = dead
		}
		if !dead {
			e.may.add(i)
		}
	}
}

// condition gives what the entry asks of a request before it matches a tool, its names aside.
func (e *entry) condition(tool int) test {
	t := test{failed: e.side() == rules.ExcludeSide}
	var outcomes strings.Builder
	for _, a := range e.own {
		outcomes.WriteByte('0' + byte(e.world.column(a)[tool]))
	}
	c := e.conditions[outcomes.String()]
	if c == nil {
		c = e.makeCondition(tool)
		e.conditions[outcomes.String()] = c
	}
	t.condition = c
	return t
}

func (e *entry) makeCondition(tool int) *condition {
	c := settled(expr.True)
	if when := e.When(); when != nil {
		c = e.world.questions.of(when.Tree(), func(a *expr.Atom) (expr.Outcome, bool) {
			if a.ReadsRequest() {
				return 0, false
			}
			return e.world.column(a)[tool], true
		})
	}
	if e.Func() != nil {
		c = join(andCondition, c, e.world.questions.open("function of "+e.pointer, true, nil))
	}
	return c
}
