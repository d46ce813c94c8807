package ruleset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// CompileFilter checks and compiles a filter. The error is [rules.Problems]: all problems in the
// order of the entries, include first, with pointers that start at the filter: /exclude/3/tools/0.
// It is nil if there are only warnings, which [Filter.Warnings] returns. The spec may be modified
// afterwards.
func CompileFilter(s rules.FilterSpec, scope Scope) (*Filter, error) {
	return compileFilter("", s, scope)
}

// compileFilter is CompileFilter for the filter at a pointer, which messages use; pointers of
// problems still start at the filter.
func compileFilter(at string, s rules.FilterSpec, scope Scope) (*Filter, error) {
	f, err := (&Filter{}).extend(at, s, scope)
	if f != nil {
		f.openByDefault = len(s.Include) == 0
	}
	return f, err
}

// Extend returns a filter with the entries of f and, after those of each side, the entries of the
// spec. Those of f are not compiled again. The error is that of [CompileFilter], with the indexes
// that the entries have in the new filter.
func (f *Filter) Extend(s rules.FilterSpec, scope Scope) (*Filter, error) {
	return f.extend("", s, scope)
}

func (f *Filter) extend(at string, s rules.FilterSpec, scope Scope) (*Filter, error) {
	c := filterCompiler{at: at, scope: scope, ids: map[string]string{}, sets: map[string]*compiledSet{},
		work: newWorkLimit()}
	for _, e := range slices.Concat(f.include, f.exclude) {
		if e.ref.ID != "" {
			c.ids[e.ref.ID] = e.ref.Pointer
		}
		c.work.addEntry(e.ref.Pointer, e.when)
	}
	extended := &Filter{
		include:       append(slices.Clip(f.include), c.side(IncludeSide, s.Include, len(f.include))...),
		exclude:       append(slices.Clip(f.exclude), c.side(ExcludeSide, s.Exclude, len(f.exclude))...),
		openByDefault: f.openByDefault && len(s.Include) == 0,
	}
	if c.problems.Fatal() {
		return nil, c.problems
	}
	extended.warnings = append(slices.Clip(f.warnings), c.problems...)
	return extended, nil
}

// A filterCompiler collects the problems of one filter.
type filterCompiler struct {
	collector
	at    string // the pointer of the filter
	scope Scope
	ids   map[string]string // the pointer of the entry that has the id
	sets  map[string]*compiledSet
	limit sectionLimit
	work  *workLimit
}

// side compiles entries of one side, the first of which has the index first.
func (c *filterCompiler) side(s Side, specs []rules.EntrySpec, first int) []*Entry {
	entries := make([]*Entry, len(specs))
	for i := range specs {
		if c.full() || c.limit.exceeded {
			break
		}
		n := first + i
		ref := EntryRef{Side: s, Index: n, ID: specs[i].ID, Reason: specs[i].Reason,
			Pointer: fmt.Sprintf("/%s/%d", s, n)}
		entries[i] = c.entry(ref, &specs[i])
	}
	return entries
}

func (c *filterCompiler) entry(ref EntryRef, spec *rules.EntrySpec) *Entry {
	e := &Entry{ref: ref, predicate: spec.Func}
	c.shape(ref.Pointer, spec)
	c.id(ref)
	for i, text := range spec.Tools {
		if c.full() || c.limit.exceeded {
			break
		}
		c.tools(e, fmt.Sprintf("%s/tools/%d", ref.Pointer, i), text)
	}
	if spec.Server != nil {
		c.server(e, *spec.Server)
	}
	if spec.Regex != nil {
		regex, p := compileRegex(ref.Pointer+"/regex", *spec.Regex)
		if p != nil {
			c.report(p)
		}
		e.regex = regex
		if p := c.limit.regex(ref.Pointer+"/regex", e); p != nil {
			c.report(p)
		}
	}
	if p := c.limit.entry(e); p != nil {
		c.report(p)
	}
	if spec.When != "" {
		when, problems := compileWhen(c.scope, ref.Pointer+"/when", spec.When)
		e.when = when
		for _, p := range problems {
			c.report(p)
		}
		if p := c.work.addEntry(ref.Pointer+"/when", when); p != nil {
			c.report(p)
		}
	}
	e.ref.Static = e.predicate == nil && (e.when == nil || !e.when.ReadsRequest())
	return e
}

// shape checks that the fields of an entry may be used together.
func (c *filterCompiler) shape(pointer string, spec *rules.EntrySpec) {
	switch hasServer, hasRegex := spec.Server != nil, spec.Regex != nil; {
	case spec.Tools != nil && len(spec.Tools) == 0:
		c.report(&rules.Problem{Code: rules.CodeEmpty, Pointer: pointer + "/tools", Offset: -1,
			Message: "the list of tools is empty", Hint: "leave tools out to mean any tool, or remove the entry to mean none"})
	case hasServer && !hasRegex:
		c.report(&rules.Problem{Code: rules.CodeServerWithoutRegex, Pointer: pointer + "/server", Offset: -1,
			Message: "server goes with regex, and there is none", Hint: serverHint(*spec.Server, spec.Tools)})
	case hasRegex && !hasServer:
		c.report(&rules.Problem{Code: rules.CodeRegexWithoutServer, Pointer: pointer + "/regex", Offset: -1,
			Message: "regex needs to be told for which server", Hint: `write server: github as well, or whichever it is for; "*" is any`})
	case hasRegex && spec.Tools != nil:
		c.report(&rules.Problem{Code: rules.CodeToolsAndRegex, Pointer: pointer + "/regex", Offset: -1,
			Message: "an entry has either tools or a regex",
			Hint:    "keep the one that is meant: two entries would match what either of them matches"})
	case spec.Tools == nil && !hasRegex && spec.When == "" && spec.Func == nil:
		c.report(&rules.Problem{Code: rules.CodeNothingToMatch, Pointer: pointer, Offset: -1,
			Message: "the entry says nothing of the tools it is for", Hint: "write at least one of tools, regex and when, or remove the entry"})
	}
}

// serverHint returns what to write for the tools of a server, since there is no key for the server
// alone. It never names more tools than the entry does.
func serverHint(server string, tools []string) string {
	if tools == nil {
		return fmt.Sprintf("write tools: %s/*", server)
	}
	fixed := make([]string, len(tools))
	for i, text := range tools {
		if strings.HasPrefix(text, "$") || strings.Contains(text, "/") {
			return "leave server out: a pattern names its server itself, as in " + server + "/get_*"
		}
		fixed[i] = server + "/" + text
	}
	if len(fixed) == 1 {
		return "write tools: " + fixed[0]
	}
	return "write tools: [" + strings.Join(fixed, ", ") + "]"
}

func (c *filterCompiler) id(ref EntryRef) {
	if ref.ID == "" {
		return
	}
	if other, twice := c.ids[ref.ID]; twice {
		c.report(&rules.Problem{Code: rules.CodeDuplicateID, Pointer: ref.Pointer + "/id", Offset: -1,
			Message: fmt.Sprintf("the id %q belongs to the entry at %s%s", ref.ID, c.at, other), Hint: "give each entry an id of its own"})
		return
	}
	c.ids[ref.ID] = ref.Pointer
}

// tools adds the patterns of one string of an entry's tools.
func (c *filterCompiler) tools(e *Entry, pointer, text string) {
	if name, ok := strings.CutPrefix(text, "$"); ok {
		c.set(e, pointer, name)
		return
	}
	p, problem := parsePattern(pointer, text)
	if problem != nil {
		c.report(problem)
		return
	}
	unfit := c.checkServer(e.ref.Side, pointer, p)
	for _, doubt := range doubts(pointer, text, c.scope.Servers, unfit) {
		c.report(doubt)
	}
	c.pattern(e, p, pointer, unfit)
}

func (c *filterCompiler) server(e *Entry, text string) {
	pointer := e.ref.Pointer + "/server"
	if problem := cmp.Or(negated(pointer, text), hiddenIn(pointer, text)); problem != nil {
		c.report(problem)
		return
	}
	p, err := pattern.ParseServer(text)
	if err != nil {
		c.report(FaultProblem(pointer, rules.CodePattern, err))
		return
	}
	c.pattern(e, p, e.ref.Pointer+"/regex", c.checkServer(e.ref.Side, pointer, p))
}

func (c *filterCompiler) pattern(e *Entry, p *pattern.Pattern, pointer string, problem *rules.Problem) {
	if problem != nil {
		c.report(problem)
	}
	if problem := c.limit.pattern(pointer, p, 0); problem != nil {
		c.report(problem)
	}
	if !c.limit.exceeded {
		e.patterns = append(e.patterns, entryPattern{p, pointer})
	}
}

// checkServer checks that the pattern matches one of the servers.
func (c *filterCompiler) checkServer(s Side, pointer string, p *pattern.Pattern) *rules.Problem {
	servers := c.scope.Servers
	switch {
	case len(servers) == 0 && s == IncludeSide:
		return illegalServer(pointer, p)
	case len(servers) == 0:
		return nil
	case s == IncludeSide && slices.ContainsFunc(servers, p.MatchServer):
		return nil
	case s == ExcludeSide && matchesLoosely(p, servers):
		return nil
	}
	return unknownServer(pointer, p.String(), servers)
}

// illegalServer warns of a pattern whose servers all have IDs that no server can have.
func illegalServer(pointer string, p *pattern.Pattern) *rules.Problem {
	ids, ok := p.ServerLiterals()
	if !ok {
		return nil
	}
	var reason *naming.Error
	for _, id := range ids {
		e, illegal := errors.AsType[*naming.Error](naming.CheckServerID(id))
		if !illegal {
			return nil
		}
		if reason == nil {
			reason = e
		}
	}
	return &rules.Problem{Code: rules.CodeIllegalServer, Severity: rules.SeverityWarning, Pointer: pointer, Offset: 0,
		Err:     reason,
		Message: fmt.Sprintf("%q matches no tool: no server can have that id: %s", p, reason.Message),
		Hint:    illegalServerHint(p.String(), ids)}
}

// illegalServerHint returns the pattern with a legal ID; its tools stay unchanged.
func illegalServerHint(text string, ids []string) string {
	id, ok := naming.SuggestServerID(ids[0])
	if !ok || len(ids) > 1 {
		return ""
	}
	if fixed, ok := pattern.WithServer(text, id); ok {
		return "write " + fixed
	}
	if text == ids[0] {
		return "write " + id
	}
	return ""
}
