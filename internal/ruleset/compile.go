package ruleset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// Compile checks a file as a whole and compiles it. The error is [rules.Problems]: all problems in
// file order, including those of loading the file. It is nil if there are only warnings, which
// [Rules.Warnings] returns. The File must not be modified afterwards.
func Compile(f *rules.File) (*Rules, error) {
	var found collector
	for _, p := range f.Found {
		clone := *p
		found.report(&clone)
	}
	r := compile(f, &found)
	ps := found.problems
	sortByPosition(ps)
	if ps.Fatal() {
		return nil, ps
	}
	r.warnings = ps
	return r, nil
}

// Parse parses and compiles a rule file. See [rules.Parse] and [Compile].
func Parse(name string, data []byte) (*Rules, error) {
	file, err := rules.Parse(name, data)
	if file == nil {
		return nil, err
	}
	return Compile(file)
}

// compile compiles a file and adds its problems to those of loading it. If there are too many
// errors it ends after the step that finds them: a later step would report consequences of errors
// that were not kept.
func compile(f *rules.File, found *collector) *Rules {
	if found.full() {
		return nil
	}
	compiled, consequences := compileFile(f)
	known := *found
	for _, p := range consequences {
		locate(f, p)
		if p.Code == rules.CodeTooManyErrors || !shadowed(p, known.errors) && !cutShort(p, known.problems) &&
			!warnedOf(p, known.problems) {
			found.report(p)
		}
	}
	known = *found
	for _, p := range placeholders(f.Origin) {
		locateIn(f, p, nil)
		if !shadowed(p, known.errors) {
			found.report(p)
		}
	}
	return compiled
}

// compileFile returns the rules, which can be used only if no problem is an error, and the
// problems, which point into the File.
func compileFile(f *rules.File) (*Rules, rules.Problems) {
	c := &compiler{file: f, rules: &Rules{file: f}, work: newWorkLimit()}
	for _, section := range []func(){c.servers, c.scope, c.sets, c.annotations, c.verbosity, c.naming, c.filter,
		c.descriptions, c.discovery,
		c.builtWords} {
		if !c.full() {
			section()
		}
	}
	return c.rules, c.problems
}

// A compiler compiles one section after the other and collects the problems.
type compiler struct {
	collector
	file  *rules.File
	rules *Rules
	limit sectionLimit // of descriptions
	work  *workLimit   // of all conditions
}

// add adds a problem, unless it follows from an earlier one.
func (c *compiler) add(p *rules.Problem) {
	for _, earlier := range c.errors {
		if declares(earlier, p) {
			return
		}
	}
	c.report(p)
}

// addBelow adds the problems of a part, whose pointers start at the part.
func (c *compiler) addBelow(pointer string, err error) {
	var ps rules.Problems
	if !errors.As(err, &ps) {
		return
	}
	for _, p := range ps {
		p.Pointer = pointer + p.Pointer
		c.add(p)
	}
}

func (c *compiler) servers() {
	c.addNaming("/servers", naming.CheckServerIDs(c.file.Servers))
}

// addNaming adds the problems that package naming found in the section at pointer.
func (c *compiler) addNaming(pointer string, err error) {
	var errs naming.Errors
	if !errors.As(err, &errs) {
		return
	}
	for _, e := range errs {
		c.add(&rules.Problem{
			Code: rules.Code(e.Code), Pointer: pointer + e.Pointer, Offset: -1,
			OnKey:   e.Code == naming.CodeInvalidRenameKey || e.Code == naming.CodeInvalidServerID,
			Message: e.Message, Hint: e.Hint, Err: e,
		})
	}
}

func (c *compiler) scope() {
	env, err := cond.NewEnv(c.file.Context, cond.EnvOptions{Servers: c.file.Servers})
	if err != nil {
		c.addContext(err)
		env, _ = cond.NewEnv(nil, cond.EnvOptions{})
	}
	sets := make(map[string][]string, len(c.file.Sets))
	for _, s := range c.file.Sets {
		sets[s.Name] = s.Patterns
	}
	c.rules.scope = Scope{Env: env, Sets: sets, Servers: c.file.Servers}
}

// sets checks the names and patterns of sets even where nothing uses them. If two sets had one
// name, an exclude would use only one of them and hide too little.
func (c *compiler) sets() {
	seen := make(map[string]bool, len(c.file.Sets))
	for i, s := range c.file.Sets {
		if seen[s.Name] {
			c.add(&rules.Problem{Code: rules.Code(source.CodeDuplicateKey), Pointer: fmt.Sprintf("/sets/%d", i),
				Offset: -1, OnKey: true,
				Message: fmt.Sprintf("there are two sets called %q", s.Name), Hint: "rename one of them"})
		}
		seen[s.Name] = true
		for j, text := range s.Patterns {
			if c.full() {
				return
			}
			pointer := fmt.Sprintf("/sets/%d/%d", i, j)
			p, problem := setPattern(pointer, text)
			if problem != nil {
				c.add(problem)
				continue
			}
			var unfit *rules.Problem
			if len(c.file.Servers) > 0 && !matchesLoosely(p, c.file.Servers) {
				unfit = unknownServer(pointer, text, c.file.Servers)
			}
			c.doubted(pointer, text, unfit)
		}
	}
}

func (c *compiler) naming() {
	scheme := schemeOf(c.file)
	c.addNaming("/naming", scheme.Check())
	if scheme.NoNamespace && len(c.file.Servers) > 1 {
		c.add(&rules.Problem{Code: rules.Code(naming.CodeNamespaceNeedsOneServer), Pointer: "/naming/namespace",
			Offset:  -1,
			Message: fmt.Sprintf("without a namespace there can be one server, and servers has %d", len(c.file.Servers)),
			Hint:    "remove namespace: false"})
	}
	servers := map[string]bool{}
	for _, id := range c.file.Servers {
		servers[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(scheme.Servers)) {
		if len(servers) > 0 && !servers[id] && naming.CheckServerID(id) == nil {
			p := &rules.Problem{Code: rules.CodeUnknownServer, Pointer: jsontree.AppendToken("/naming/servers", id),
				Offset: -1, OnKey: true,
				Message: fmt.Sprintf("%q is not one of the servers: %s", id, suggest.List(c.file.Servers))}
			if near, ok := suggest.Nearest(id, c.file.Servers); ok {
				p.Hint = "write " + near
			}
			c.add(p)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(scheme.Rename), naming.Key.Compare) {
		if c.full() {
			return
		}
		if len(servers) > 0 && !servers[key.Server] {
			p := unknownServer(jsontree.AppendToken("/naming/rename", key.String()), key.String(), c.file.Servers)
			p.OnKey = true
			c.add(p)
		}
	}
}

func (c *compiler) filter() {
	filter, err := compileFilter("/filter", c.file.Filter, c.rules.scope)
	if err != nil {
		c.addBelow("/filter", err)
		return
	}
	c.addBelow("/filter", filter.Warnings())
	for _, e := range slices.Concat(filter.include, filter.exclude) {
		c.work.addEntry(e.ref.Pointer, e.when)
	}
	c.rules.filter = filter
}

// addContext adds the problems that package expr found in the declarations under context.
func (c *compiler) addContext(err error) {
	var errs cond.Errors
	if !errors.As(err, &errs) {
		return
	}
	for _, e := range errs {
		p := FaultProblem("/context/"+strings.ReplaceAll(e.Path, ".", "/"), "context", e)
		p.OnKey, p.Offset = true, -1
		c.add(p)
	}
}

// pattern parses a pattern of descriptions and reports its problems. The name of a set is not a
// pattern.
func (c *compiler) pattern(pointer, text string) *pattern.Pattern {
	if name, ok := strings.CutPrefix(text, "$"); ok {
		c.add(c.setInDescription(pointer, name))
		return nil
	}
	p, problem := parsePattern(pointer, text)
	if problem != nil {
		c.add(problem)
		return nil
	}
	var unfit *rules.Problem
	if len(c.file.Servers) > 0 && !slices.ContainsFunc(c.file.Servers, p.MatchServer) {
		unfit = unknownServer(pointer, text, c.file.Servers)
	}
	c.doubted(pointer, text, unfit)
	return p
}

// setInDescription returns the problem of the name of a set among the patterns of descriptions.
func (c *compiler) setInDescription(pointer, name string) *rules.Problem {
	p := &rules.Problem{Code: rules.CodeUnknownSet, Pointer: pointer, Offset: 0}
	if texts, ok := c.rules.scope.Sets[name]; ok {
		p.Message = fmt.Sprintf("descriptions take no sets, and $%s is one", name)
		p.Hint = fmt.Sprintf("write the patterns of $%s here", name)
		if len(texts) == 1 {
			p.Hint = "write " + texts[0]
		}
		return p
	}
	p.Message = fmt.Sprintf("descriptions take no sets, and there is no set $%s", name)
	p.Hint = "write the patterns that are meant"
	return p
}

// doubted reports the warnings about a pattern, and the problem if its servers are unknown.
func (c *compiler) doubted(pointer, text string, unfit *rules.Problem) {
	for _, p := range doubts(pointer, text, c.file.Servers, unfit) {
		c.add(p)
	}
	if unfit != nil {
		c.add(unfit)
	}
}

// schemeOf returns how the tools of a file are named. It includes all servers of the file, also
// those without tools in a catalog yet.
func schemeOf(f *rules.File) naming.Scheme {
	s := f.Naming
	s.Known = f.Servers
	if search := f.Discovery.Search; search != nil {
		s.Reserved = append(slices.Clip(s.Reserved), searchOf(search).names()...)
	}
	return s
}
