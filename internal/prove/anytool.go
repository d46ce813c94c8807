package prove

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/naming"
)

// hintsPath is the attribute that has the values of all hints: they depend on one another.
const hintsPath = "tool.hints"

// hintPaths are the attributes of a tool that follow from what it sends as hints.
var hintPaths = []string{"tool.readOnly", "tool.destructive", "tool.idempotent", "tool.openWorld", hintsPath}

// hintNames are the hints in the order of hintValue.
var hintNames = [...]string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// A hintValue is what a server sends for each hint: 0 nothing, 1 false, 2 true.
type hintValue [len(hintNames)]uint8

// apply sets the hints of a tool, of which those that are not sent have the defaults of MCP.
func (h hintValue) apply(info *expr.ToolInfo) {
	is := func(i int, otherwise bool) bool {
		if h[i] == 0 {
			return otherwise
		}
		info.Hints = append(info.Hints, hintNames[i])
		return h[i] == 2
	}
	info.ReadOnly = is(0, false)
	info.Destructive = is(1, !info.ReadOnly)
	info.Idempotent = is(2, false)
	info.OpenWorld = is(3, true)
}

func hintValues() (all []any) {
	for n := range 81 {
		var h hintValue
		for i := range h {
			h[i] = uint8(n % 3)
			n /= 3
		}
		all = append(all, h)
	}
	return all
}

// An overLong is a string or list of a tool that differs from all other values: it is so long that
// some conditions fail that read it, or has words that it must not have.
type overLong struct{}

// paths returns the attributes that decide a literal, sorted. For attributes of a tool that follow
// from others it returns the others.
func (l *literal) paths() (paths []string) {
	if l.names != nil {
		return []string{"tool.name", "tool.server"}
	}
	for _, path := range l.atom.Reads() {
		switch {
		case !strings.HasPrefix(path, "tool."):
			paths = append(paths, path)
		case !l.any:
		case slices.Contains(hintPaths, path):
			paths = append(paths, hintsPath)
		case path == "tool.key":
			paths = append(paths, "tool.name", "tool.server")
		default:
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// source returns the literal as it is written.
func (l *literal) source() string {
	if l.names != nil {
		return "the names that the entry matches"
	}
	return l.atom.Source()
}

// observeNames collects what an entry distinguishes about the names of tools.
func (o *observer) observeNames() {
	server, tool := o.space.attribute(o.literal, "tool.server"), o.space.attribute(o.literal, "tool.name")
	pairs, regex := o.literal.names.Expressions()
	var calls []string
	if o.literal.names.Ref().Side == ruleset.ExcludeSide {
		calls = []string{cells.Fold}
	}
	for _, pair := range pairs {
		o.ask(source{attr: server, calls: calls}, matches(pair[0]))
		o.ask(source{attr: tool, calls: calls}, matches(pair[1]))
	}
	if regex != nil {
		o.ask(source{attr: tool}, matches(regex.String()))
		o.ask(source{attr: tool, calls: calls}, matches(regex.String()))
	}
}

// Limits of what is tried for a tool that a server could list.
const (
	maxLegalName = 128
	maxText      = 2000 // bytes of a title or description; longer ones are overLong
	plainBytes   = 600  // the size of a tool where it makes no difference
	leastBytes   = 12   // less than the size of any tool
)

// isOfTool reports whether the attribute is one of a tool.
func (a *attribute) isOfTool() bool { return strings.HasPrefix(a.path, "tool.") }

// fillTool finds the values of an attribute of a tool.
func (s *space) fillTool(a *attribute, seen *observed, n int) {
	t := a.types[0].Type
	var all []any
	switch {
	case a.path == hintsPath:
		all = hintValues()
	case a.path == "tool.bytes":
		for _, x := range cells.Ints(seen.ints, n) {
			if x >= leastBytes {
				all = append(all, x)
			}
		}
		all = append(all, 100_000)
		for _, x := range seen.ints {
			all = append(all, x-1, x+1)
		}
		all = slices.DeleteFunc(all, func(x any) bool { return x.(int) < leastBytes })
	case t.Kind == expr.List:
		s.fillList(a, t, seen, n)
		a.values = append(a.values, value{v: overLong{}})
	case t.Kind == expr.Words:
		all = anyOf(t.Words)
	default:
		all = s.toolStrings(a, seen, n)
	}
	for _, v := range all {
		a.values = append(a.values, value{v: v})
	}
	for i := range a.values {
		v := &a.values[i]
		v.wellFormed = 1<<len(s.sides) - 1
		v.cost.bytes = len(spelling(v.v))
		switch x := v.v.(type) {
		case hintValue:
			v.cost.bytes = 0
			for _, hint := range x {
				v.cost.present += int(min(hint, 1))
			}
		case int:
			v.cost.bytes = max(x-plainBytes, plainBytes-x)
		case overLong:
			v.cost.present = 1
		}
	}
	slices.SortStableFunc(a.values, func(x, y value) int { return x.cost.compare(y.cost) })
}

// legalNames are by the path of an attribute the questions that tell legal values from others.
var legalNames = map[string][]cells.Question{
	"tool.server": {matches(`^[a-z][a-z0-9_]*$`), matches(`__|_$`)},
	"tool.name":   {matches(`^[A-Za-z0-9_.-]+$`)},
}

// toolStrings returns strings of each class for a tool: legal ones of names.
func (s *space) toolStrings(a *attribute, seen *observed, n int) (all []any) {
	opts := cells.StringOptions{Bytes: maxText, Copies: n}
	legal := func(string) bool { return true }
	switch a.path {
	case "tool.server":
		opts.Bytes, legal = 32, func(id string) bool { return naming.CheckServerID(id) == nil }
	case "tool.name":
		opts.Bytes, legal = maxLegalName, naming.ValidToolName
	}
	groups, err := s.strings(seen.questions, opts)
	if err != nil {
		a.unexplored = err.Error()
		groups = append(candidates(seen), []string{"a", "b"})
	}
	for _, text := range slices.Concat(groups...) {
		if legal(text) {
			all = append(all, text)
		}
	}
	if opts.Bytes == maxText {
		all = append(all, overLong{})
	}
	return all
}

// isOverLong reports whether a value that a literal has is too long for some conditions.
func (s *solver) isOverLong(r *rest) bool {
	for i, v := range r.vars {
		if _, long := s.space.variables[v].attr.values[r.vals[i]].v.(overLong); long {
			return true
		}
	}
	return false
}

// setTool sets an attribute of a tool.
func setTool(info *expr.ToolInfo, path string, v any) {
	switch x := v.(type) {
	case hintValue:
		x.apply(info)
	case int:
		info.Bytes = x
	case string:
		*map[string]*string{"tool.server": &info.Server, "tool.name": &info.Name, "tool.title": &info.Title,
			"tool.description": &info.Description}[path] = x
	case []any:
		list := make([]string, len(x))
		for i, item := range x {
			list[i] = item.(string)
		}
		*map[string]*[]string{"tool.arguments": &info.Arguments, "tool.required": &info.Required, "tool.tags": &info.Tags,
			"tool.audience": &info.Audience}[path] = list
	}
}

// A Candidate is a tool that a server could list.
type Candidate struct {
	Server string
	JSON   []byte // as the server lists it
	Tags   []string
}

// candidate returns the tool that the chosen values represent.
func (s *solver) candidate(chosen map[int]int) Candidate {
	info := expr.ToolInfo{Server: "a", Name: "a", Audience: []string{"model", "app"}}
	var hints hintValue
	for _, a := range s.space.attrs {
		if !a.isOfTool() {
			continue
		}
		v, known := chosen[a.variable]
		if !known {
			v = s.cheapest(a)
		}
		x := a.values[v].v
		if a.values[v].counts {
			x = s.elements(a, chosen)
		}
		if h, ok := x.(hintValue); ok {
			hints = h
			continue
		}
		setTool(&info, a.path, x)
	}
	return Candidate{Server: info.Server, JSON: toolJSON(&info, hints, s.space.byName["tool.audience"] != nil), Tags: info.Tags}
}

// toolJSON writes a tool as a server lists it, of a given size if it can have that.
func toolJSON(info *expr.ToolInfo, hints hintValue, audience bool) []byte {
	annotations := map[string]bool{}
	for i, hint := range hints {
		if hint > 0 {
			annotations[hintNames[i]] = hint == 2
		}
	}
	schema := map[string]any{"type": "object"}
	if len(info.Arguments) > 0 {
		properties := map[string]any{}
		for _, name := range info.Arguments {
			properties[name] = map[string]any{}
		}
		schema["properties"] = properties
	}
	if len(info.Required) > 0 {
		schema["required"] = info.Required
	}
	t := map[string]any{"name": info.Name, "inputSchema": schema}
	if info.Title != "" {
		t["title"] = info.Title
	}
	if info.Description != "" {
		t["description"] = info.Description
	}
	if len(annotations) > 0 {
		t["annotations"] = annotations
	}
	meta := map[string]any{}
	if audience {
		meta["ui"] = map[string]any{"visibility": info.Audience}
	}
	write := func() []byte {
		if len(meta) > 0 {
			t["_meta"] = meta
		}
		data, err := json.Marshal(t)
		if err != nil {
			return nil
		}
		return data
	}
	data := write()
	if info.Bytes > len(data) {
		meta["pad"] = ""
		if short := info.Bytes - len(write()); short >= 0 {
			meta["pad"] = strings.Repeat("x", short)
			data = write()
		}
	}
	return data
}

// only returns a prover for a catalog that has the tool alone, under the same rules.
func (p *Prover) only(c Candidate) (*Prover, error) {
	var named struct{ Name string }
	if err := json.Unmarshal(c.JSON, &named); err != nil {
		return nil, err
	}
	catalog, err := p.catalog.Engine().BuildCatalog([]engine.Server{{ID: c.Server, Lists: [][]byte{fmt.Appendf(nil, "[%s]", c.JSON)},
		Tags: map[string][]string{named.Name: c.Tags}}})
	if err != nil {
		return nil, err
	}
	return New(catalog), nil
}

// evalNames evaluates whether an entry matches the names that a literal has.
func (s *solver) evalNames(r *rest) cond.Outcome {
	var info expr.ToolInfo
	for i, v := range r.vars {
		a := s.space.variables[v].attr
		setTool(&info, a.path, a.values[r.vals[i]].v)
	}
	return outcomeOf(r.literal.names.Reaches(ruleset.NewTarget(info.Server, info.Name)))
}

func outcomeOf(yes bool) cond.Outcome {
	if yes {
		return cond.True
	}
	return cond.False
}

// matches returns the question whether a regular expression, which must be valid, matches.
func matches(expression string) cells.Question {
	return cells.Question{Op: cells.Matches, Texts: []string{expression}, Regexp: regexp.MustCompile(expression)}
}

// regionOfRequests is the region of a diagram for some tool that a server could list. It returns
// nil if the diagram branches on a tool before it branches on the request.
func (s *solver) regionOfRequests(d *diagram) []string {
	known := map[*diagram]*diagram{}
	mixed := false
	var project func(d *diagram) *diagram
	project = func(d *diagram) *diagram {
		if d.variable < 0 {
			return d
		}
		if done := known[d]; done != nil {
			return done
		}
		var made *diagram
		if d.variable >= len(s.space.variables) || s.space.variables[d.variable].attr.isOfTool() {
			s.each(d, func(d *diagram) {
				mixed = mixed || d.variable >= len(s.space.variables) || !s.space.variables[d.variable].attr.isOfTool()
			})
			made = s.ended(holds)
			if s.best(d, isBroken) != nil {
				made = s.ended(breaks)
			}
		} else {
			kids := make([]*diagram, len(d.kids))
			for i, kid := range d.kids {
				if kid != nil {
					kids[i] = project(kid)
				}
			}
			made = s.diagram(d.variable, kids)
		}
		known[d] = made
		return made
	}
	d = project(d)
	if mixed {
		return nil
	}
	conditions, ok := s.region(d, isBroken)
	if !ok {
		return nil
	}
	return conditions
}

// unsettled returns why nothing can be proved about any tool under some rules.
func (p *Prover) unsettled() *Open {
	if len(p.catalog.Engine().File().Annotations) > 0 {
		return &Open{Where: "/annotations", Reason: "what the entries of annotations set for any tool is not considered yet"}
	}
	for key := range p.catalog.Engine().Rules.Scheme().Rename {
		if !naming.ValidToolName(key.Tool) {
			return &Open{Where: "/naming/rename", Reason: "it names tools whose own names are not legal"}
		}
	}
	return nil
}
