package ruleset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A Discovery is the compiled section discovery. It is immutable and safe for concurrent use. The
// zero Discovery lists every tool.
type Discovery struct {
	pins       []*Entry
	priorities []*Entry
	values     []int // by priority
	limits     []limit
	search     *Search
	hints      bool
}

// A Search holds the names and limits of the tools that find and call deferred tools.
type Search struct {
	Name     string
	Call     string // empty: there is no such tool
	Results  int
	Bytes    int
	Synonyms [][]string
}

// names returns the names of the tools.
func (s *Search) names() []string {
	if s.Call == "" {
		return []string{s.Name}
	}
	return []string{s.Name, s.Call}
}

// noCall is the value of search.call in a rule file that leaves out the tool that calls.
const noCall = "none"

// searchOf returns a Search with the defaults for what is not set.
func searchOf(s *rules.SearchSpec) *Search {
	search := &Search{
		Name: cmp.Or(s.Name, "search_tools"), Call: cmp.Or(s.Call, "call_tool"),
		Results: cmp.Or(s.Results, 8), Bytes: cmp.Or(s.Bytes, 32000), Synonyms: s.Synonyms,
	}
	if search.Call == noCall {
		search.Call = ""
	}
	return search
}

// A Limit is the maximum of one list. In both fields 0 means no limit.
type Limit struct {
	Tools int
	Bytes int
	Index int // in DiscoverySpec.Limits
}

// Pointer returns the JSON Pointer of the limit into the [rules.File]: /discovery/limits/3.
func (l Limit) Pointer() string { return fmt.Sprintf("/discovery/limits/%d", l.Index) }

// A limit is a Limit with the requests that it is for.
type limit struct {
	Limit
	rule runnerRule
}

// DefaultPriority is the priority of a tool that no pattern matches; the largest one is
// MaxPriority.
const (
	DefaultPriority = 5
	MaxPriority     = 9
)

// Pins returns the entries of pin, in file order. The list must not be modified.
func (d *Discovery) Pins() []*Entry { return d.pins }

// Priorities returns the entries of priority, in file order. The list must not be modified.
func (d *Discovery) Priorities() []*Entry { return d.priorities }

// Priority returns the priority that entry i of Priorities sets.
func (d *Discovery) Priority(i int) int { return d.values[i] }

// Search returns the tools that find and call deferred tools; nil if there are none.
func (d *Discovery) Search() *Search { return d.search }

// Hints reports whether pinned tools carry a hint for clients.
func (d *Discovery) Hints() bool { return d.hints }

// HasLimits reports whether some list may be limited.
func (d *Discovery) HasLimits() bool { return len(d.limits) > 0 }

// Limit returns the limit of lists for a request: the most specific entry that matches it, and the
// first of equally specific ones. It reports false if there is none. An entry whose condition fails
// does not match; failed, unless it is nil, is called with each such entry that is evaluated.
func (d *Discovery) Limit(runner, model *string, r *cond.Request, failed func(Limit, cond.Result)) (Limit, bool) {
	for i := range d.limits {
		l := &d.limits[i]
		if !l.rule.runner.match(runner) || !l.rule.model.match(model) {
			continue
		}
		if l.rule.when == nil {
			return l.Limit, true
		}
		switch result := l.rule.when.Result(nil, r); {
		case result.Outcome == cond.True:
			return l.Limit, true
		case result.Outcome == cond.Failed && failed != nil:
			failed(l.Limit, result)
		}
	}
	return Limit{}, false
}

// Reads returns the attributes of a request that the limit depends on, sorted, under the names that
// conditions use.
func (d *Discovery) Reads() []string {
	var reads []string
	for i := range d.limits {
		reads = append(reads, d.limits[i].rule.reads()...)
	}
	slices.Sort(reads)
	return slices.Compact(reads)
}

// discovery compiles the section.
func (c *compiler) discovery() {
	spec := &c.file.Discovery
	d := &c.rules.discovery
	d.hints = spec.Hints
	c.searchTools(spec.Search)
	f := filterCompiler{scope: c.rules.scope, ids: map[string]string{}, sets: map[string]*compiledSet{}, work: c.work}
	f.limit.section = "discovery has"
	entry := func(pointer, tools string) *Entry {
		return f.entry(EntryRef{Side: IncludeSide, Pointer: pointer}, &rules.EntrySpec{Tools: []string{tools}})
	}
	for i, tools := range spec.Pin {
		d.pins = append(d.pins, entry(fmt.Sprintf("/discovery/pin/%d", i), tools))
	}
	for i, p := range spec.Priority {
		pointer := fmt.Sprintf("/discovery/priority/%d", i)
		if p.Value < 0 || p.Value > MaxPriority {
			f.report(&rules.Problem{Code: rules.CodeOutOfRange, Pointer: pointer, Offset: -1,
				Message: fmt.Sprintf("there is no priority %d", p.Value),
				Hint:    fmt.Sprintf("write 0 to %d", MaxPriority)})
		}
		d.priorities, d.values = append(d.priorities, entry(pointer, p.Tools)), append(d.values, p.Value)
	}
	for _, p := range f.problems {
		p.Pointer = strings.TrimSuffix(p.Pointer, "/tools/0")
		p.OnKey = strings.HasPrefix(p.Pointer, "/discovery/priority/") && p.Code != rules.CodeOutOfRange
		c.add(p)
	}
	t := textCompiler{scope: c.rules.scope}
	for i := range spec.Limits {
		if c.full() || t.full() {
			break
		}
		d.limits = append(d.limits, c.listLimit(&t, i, &spec.Limits[i]))
	}
	for _, p := range t.problems {
		c.add(p)
	}
	slices.SortStableFunc(d.limits, func(a, b limit) int { return b.rule.score.Compare(a.rule.score) })
}

func (c *compiler) listLimit(t *textCompiler, i int, spec *rules.LimitSpec) limit {
	l := limit{Limit: Limit{Tools: spec.Tools, Bytes: spec.Bytes, Index: i}}
	at := l.Pointer()
	l.rule = t.rule(at, spec.Runner, spec.Model, spec.When)
	if spec.Tools < 0 || spec.Bytes < 0 {
		t.report(&rules.Problem{Code: rules.CodeOutOfRange, Pointer: at, Offset: -1, Message: "a limit is negative",
			Hint: "leave it out for no limit"})
	}
	switch when := l.rule.when; {
	case when == nil:
	case when.ReadsTool():
		t.report(&rules.Problem{Code: rules.CodeLimitReadsTool, Pointer: at + "/when", Offset: -1,
			Message: "the condition of a limit reads the tool, and a limit is for a list of tools",
			Hint:    "read ctx.* alone here, and tool.* in a condition of the filter"})
	default:
		if p := c.work.addEntry(at+"/when", when); p != nil {
			t.report(p)
		}
	}
	return l
}

// searchTools compiles search.
func (c *compiler) searchTools(spec *rules.SearchSpec) {
	if spec == nil {
		return
	}
	s := searchOf(spec)
	c.rules.discovery.search = s
	if s.Name == s.Call || s.Name == noCall {
		c.add(&rules.Problem{Code: rules.CodeBadName, Pointer: "/discovery/search", Offset: -1,
			Message: fmt.Sprintf("%q can't be the name of the tool that searches", s.Name),
			Hint:    "give the tools that search and call different names"})
	}
}
