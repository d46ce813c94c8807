package documented

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Rules is a rule file, ready to be evaluated. It is not safe for concurrent use.
type Rules struct {
	file       *File
	host       Host
	conditions map[string]*node
	regexes    map[string]*regexp.Regexp
	patterns   map[string]pattern
}

// A Host is what a host adds to a file.
type Host struct {
	DefaultLevel      *int64 // nil if it has none
	KeepNonconforming bool
}

// New returns the rules of a valid file.
func New(f *File, h Host) *Rules {
	return &Rules{f, h, map[string]*node{}, map[string]*regexp.Regexp{}, map[string]pattern{}}
}

func (r *Rules) condition(src string) *node { return remember(r.conditions, src, parse) }

func (r *Rules) pattern(src string) pattern { return remember(r.patterns, src, parsePattern) }

func (r *Rules) regex(src string) *regexp.Regexp { return remember(r.regexes, src, regexp.MustCompile) }

func remember[T any](known map[string]T, src string, work func(string) T) T {
	value, ok := known[src]
	if !ok {
		value = work(src)
		known[src] = value
	}
	return value
}

// A Catalog is the tools of all servers, named.
type Catalog struct {
	rules *Rules
	tools []*tool
	names []name
}

// Catalog names the tools of servers.
func (r *Rules) Catalog(servers []Server) *Catalog {
	c := &Catalog{rules: r}
	for _, s := range servers {
		first := len(c.tools)
		for n, raw := range s.Tools {
			if i := slices.Index(s.Tools, raw); i < n {
				continue // listed twice, byte for byte
			}
			t := readTool(s.ID, raw, s.Tags)
			r.annotate(t)
			c.tools = append(c.tools, t)
		}
		if r.file.Order == "name" {
			slices.SortFunc(c.tools[first:], func(a, b *tool) int {
				return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.raw, b.raw))
			})
		}
	}
	c.names = r.file.names(servers, c.tools)
	return c
}

// A Caller is a request bound to a catalog.
type Caller struct {
	catalog *Catalog
	request Request
	usual   *int64 // the level of a request without one; nil for 5
	attrs   map[string]attr
	filters []Decision
}

// Caller binds a request.
func (c *Catalog) Caller(r Request) *Caller {
	caller := &Caller{catalog: c, request: r, usual: c.rules.host.DefaultLevel}
	if level, ok := c.rules.file.Verbosity.level(r); ok {
		caller.usual = &level
	}
	caller.attrs = c.rules.file.bind(r, caller.usual)
	for _, t := range c.tools {
		caller.filters = append(caller.filters, caller.filter(t))
	}
	return caller
}

func (c *Caller) outcome(condition string, t *tool) Outcome {
	s := &scope{regex: c.catalog.rules.regex, attrs: func(path string) attr {
		if strings.HasPrefix(path, "tool.") {
			return t.attrs[path]
		}
		return c.attrs[path]
	}}
	return c.catalog.rules.condition(condition).outcome(s)
}

// A Match is an entry that matches or fails.
type Match struct {
	Exclude bool
	Index   int
	Failed  bool
}

// A Decision is what the filter decides, and why.
type Decision struct {
	Visible bool
	Basis   string // exclude, include, default or no_include
	By      int    // the index of the entry that decides; -1 if none does
	Matches []Match
}

func (c *Caller) filter(t *tool) Decision {
	d := Decision{By: -1}
	file := c.catalog.rules.file
	included, excluded := -1, -1
	for i := range file.Include {
		if m, ok := c.match(&file.Include[i], t, false, i); ok {
			d.Matches = append(d.Matches, m)
			if included < 0 && !m.Failed {
				included = i
			}
		}
	}
	for i := range file.Exclude {
		if m, ok := c.match(&file.Exclude[i], t, true, i); ok {
			d.Matches = append(d.Matches, m)
			if excluded < 0 {
				excluded = i
			}
		}
	}
	switch {
	case excluded >= 0:
		d.Basis, d.By = "exclude", excluded
	case len(file.Include) == 0:
		d.Visible, d.Basis = true, "default"
	case included >= 0:
		d.Visible, d.Basis, d.By = true, "include", included
	default:
		d.Basis = "no_include"
	}
	return d
}

// match reports whether an entry matches a tool or fails for it.
func (c *Caller) match(e *Entry, t *tool, exclude bool, index int) (Match, bool) {
	m := Match{Exclude: exclude, Index: index}
	if !c.catalog.rules.matchNames(e, t, exclude) {
		return m, false
	}
	if e.When == "" {
		return m, true
	}
	outcome := c.outcome(e.When, t)
	m.Failed = outcome == Failed
	return m, outcome != False
}

// matchNames reports whether the patterns or the regular expression of an entry match a tool.
func (r *Rules) matchNames(e *Entry, t *tool, loosely bool) bool {
	match := func(src string) bool {
		if p := r.pattern(src); !loosely {
			return p.match(t.server, t.name)
		} else {
			return p.fold().match(fold(t.server), fold(t.name))
		}
	}
	if e.Regex != "" {
		re := r.regex(e.Regex)
		return match(e.Server+"/*") && (re.MatchString(t.name) || loosely && re.MatchString(fold(t.name)))
	}
	return len(e.Tools) == 0 || slices.ContainsFunc(e.Tools, func(src string) bool {
		name, ok := strings.CutPrefix(src, "$")
		if !ok {
			return match(src)
		}
		i := slices.IndexFunc(r.file.Sets, func(s Set) bool { return s.Name == name })
		return slices.ContainsFunc(r.file.Sets[i].Patterns, match)
	})
}

// Tools returns how many tools the catalog has, of which each has an index.
func (c *Catalog) Tools() int { return len(c.tools) }

// Key returns the server and the own name of a tool.
func (c *Catalog) Key(i int) (server, tool string) { return c.tools[i].server, c.tools[i].name }

// LeftOut reports whether no request sees a tool, since clients could not read it.
func (c *Catalog) LeftOut(i int) bool {
	if c.names[i].wanted != "" && c.rules.hiddenCharacters(c.tools[i]) == "reject" && hasHidden(decode(c.tools[i].raw)) {
		return true
	}
	return c.tools[i].misspelled || !c.tools[i].conforms && !c.rules.host.KeepNonconforming
}

// Name returns the exposed name of a tool, and whether it has one. A tool that is left out has
// none, and its name is free for no other.
func (c *Catalog) Name(i int) (string, bool) {
	if !c.names[i].ok || c.LeftOut(i) {
		return "", false
	}
	return c.names[i].wanted, true
}

// Decision returns what the filter decides for a tool.
func (c *Caller) Decision(i int) Decision { return c.filters[i] }

// Sees reports whether a request sees a tool.
func (c *Caller) Sees(i int) bool {
	_, named := c.catalog.Name(i)
	return named && c.filters[i].Visible
}

// Resolve returns the tool that a called name means, and whether the request may call it.
func (c *Caller) Resolve(called string) (tool int, ok bool) {
	cat := c.catalog
	for i, n := range cat.names {
		if n.wanted == called && n.ok {
			return i, c.Sees(i)
		}
	}
	if cat.rules.file.Naming.Accept != "exposed_and_original" {
		return 0, false
	}
	tool = -1
	for i, t := range cat.tools {
		switch {
		case cat.names[i].wanted == called && called != "" && t.name != called:
			return 0, false
		case t.name == called && tool >= 0:
			return 0, false
		case t.name == called:
			tool = i
		}
	}
	return tool, tool >= 0 && c.Sees(tool)
}

// Tool returns the JSON value of a tool as a request sees it.
func (c *Caller) Tool(i int) map[string]any {
	object := c.base(i)
	object["name"] = c.catalog.names[i].wanted
	for pointer, text := range c.Texts(i) {
		switch annotations, _ := object["annotations"].(map[string]any); {
		case pointer == "/description":
			setText(object, "description", text)
			continue
		case pointer == "/title":
			setText(object, "title", text)
			if _, ok := annotations["title"]; ok {
				setText(annotations, "title", text)
			}
			continue
		}
		property, _ := find(object, pointer)
		setText(property, "description", text)
	}
	return object
}

// Texts returns the texts that rules set by JSON Pointers in the tool: to its title, its
// description, and to properties that get a description. An empty text removes the server's.
func (c *Caller) Texts(i int) map[string]string {
	t := c.catalog.tools[i]
	of := &caller{c.request, c.usual,
		func(condition string) bool { return c.outcome(condition, t) == True }}
	all := map[string][]candidate{}
	for d := range c.catalog.rules.file.Descriptions {
		entry := &c.catalog.rules.file.Descriptions[d]
		if entry.Server != "" {
			continue
		}
		k, ok := c.catalog.rules.rank(entry, t)
		if !ok {
			continue
		}
		add := func(pointer string, text *Text) { all[pointer] = append(all[pointer], candidate{k, text}) }
		if entry.Title != nil {
			add("/title", entry.Title)
		}
		if entry.Description != nil {
			add("/description", entry.Description)
		}
		for schema, arguments := range map[string][]Argument{"inputSchema": entry.Arguments,
			"outputSchema": entry.Results} {
			for a := range arguments {
				root, _ := t.sent[schema].(map[string]any)
				if pointer, ok := locate(root, arguments[a].Path); ok {
					add("/"+schema+pointer, &arguments[a].Text)
				}
			}
		}
	}
	texts := map[string]string{}
	for pointer, candidates := range all {
		left := ""
		if slices.ContainsFunc(candidates, func(c candidate) bool { return c.text.Prepend != nil || c.text.Append != nil }) {
			left = c.left(i, pointer)
		}
		if text, ok := best(candidates, of, left); ok {
			texts[pointer] = text
		}
	}
	return texts
}

// left returns what is left of the server's text at a JSON Pointer.
func (c *Caller) left(i int, pointer string) string {
	own, member := c.base(i), pointer[1:]
	if pointer != "/title" && pointer != "/description" {
		own, _ = find(own, pointer)
		member = "description"
	}
	left, _ := own[member].(string)
	return left
}

// rank returns how specific an entry is for a tool, by the best of its patterns, and whether one
// matches.
func (r *Rules) rank(d *Description, t *tool) (best rank, ok bool) { return r.rankOf(d.Tools, t) }

// rankOf is rank for a list of patterns.
func (r *Rules) rankOf(patterns []string, t *tool) (best rank, ok bool) {
	for _, src := range patterns {
		if k, matches := r.pattern(src).rank(t.server, t.name); matches && (!ok || best.less(k)) {
			best, ok = k, true
		}
	}
	return best, ok
}
