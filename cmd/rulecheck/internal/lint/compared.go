package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// eachCondition calls yield for each condition of the rule file, with its pointer.
func (l *linter) eachCondition(yield func(pointer string, p *cond.Program)) {
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range l.rules.Filter().Entries(side) {
			if p := e.When(); p != nil {
				yield("/filter"+e.Ref().Pointer+"/when", p)
			}
		}
	}
	compiled := map[string]*cond.Program{}
	l.eachText(func(pointer string, spec *rules.TextSpec) {
		for i := range spec.Runners {
			when := spec.Runners[i].When
			if when == "" {
				continue
			}
			if compiled[when] == nil {
				p, err := l.rules.Env().Compile(when)
				if err != nil {
					continue // it has been compiled before
				}
				compiled[when] = p
			}
			yield(fmt.Sprintf("%s/runners/%d/when", pointer, i), compiled[when])
		}
	})
}

// tags finds tags in conditions that no tool of the catalogs has, if tools have tags at all.
func (l *linter) tags() {
	known := map[string]bool{}
	for i := range l.world.tools {
		for _, tag := range l.world.tools[i].facts.Tags {
			known[tag] = true
		}
	}
	if len(known) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(known))
	l.eachCondition(func(pointer string, p *cond.Program) {
		for _, a := range p.Atoms() {
			for _, literal := range a.Compared("tool.tags") {
				tag := literal.Value.(string)
				if known[tag] {
					continue
				}
				l.unknownTag[pointer] = true
				problem := &rules.Problem{Code: CodeUnknownTag,
					Message: fmt.Sprintf("no tool of the catalogs has the tag %q", tag)}
				if near, ok := suggest.Nearest(tag, names); ok {
					problem.Hint = fmt.Sprintf("did you mean %q?", near)
				}
				l.reportIn(pointer, literal.Offset, problem)
			}
		}
	})
}

// comparedServers adds the servers without a catalog that conditions name.
func (l *linter) comparedServers() {
	l.eachCondition(func(pointer string, p *cond.Program) {
		for _, a := range p.Atoms() {
			for _, literal := range a.Compared("tool.server") {
				l.missing.addAbsent(l, []string{literal.Value.(string)}, pointer)
			}
		}
	})
}

// namesNoTool reports whether the condition of an entry is false for each of its tools because it
// compares names, and no tool has one of them.
func (l *linter) namesNoTool(e *entry) bool {
	for _, a := range e.When().Atoms() {
		for path, known := range l.world.values {
			isKnown := func(literal cond.Literal) bool { return known[literal.Value.(string)] }
			if literals := a.Compared(path); len(literals) > 0 && !slices.ContainsFunc(literals, isKnown) {
				return true
			}
		}
	}
	return false
}

// listedServers adds the servers without a catalog that the rule file lists, or names in patterns
// beside others.
func (l *linter) listedServers() {
	add := func(pointer string, ids []string) {
		for _, id := range ids {
			if naming.CheckServerID(id) == nil && l.missing.patterns[id] == 0 {
				l.missing.addAbsent(l, []string{id}, pointer)
			}
		}
	}
	for _, e := range slices.Concat(l.world.include, l.world.exclude) {
		for _, p := range e.patterns {
			u := unmatched{pointer: "/filter" + p.Pointer, parsed: p.parsed, side: e.side()}
			if ids, ok := u.servers(); ok && len(ids) > 1 {
				add(u.pointer, ids)
			}
		}
	}
	for i, id := range l.rules.File().Servers {
		if !l.world.servers[id] && l.missing.patterns[id] == 0 {
			l.missing.add([]string{id}, fmt.Sprintf("/servers/%d", i))
		}
	}
}
