// Package lint finds parts of a rule file that have no effect, and effects that its author probably
// did not intend.
//
// # Rules
//
//   - No duplicate reports: lint does not report what the loader finds, or what the engine reports
//     of a catalog (failures, faults, paths, rejected and truncated names). [File] reports what the
//     rules show alone, [Catalog] what the rules and the tools show together.
//   - No problem without proof. The message names the rules or the tools that prove it, a few of
//     them and the number of the others.
//   - What is reported as unused is unused for every request. The parts of a condition that read
//     the tool alone are evaluated for each tool. The other parts may be true, false or failed, and
//     equal parts have equal outcomes. A rule is covered by others only if they match under each of
//     these outcomes under which it matches.
//   - A part that is unused for any tools there could be, or that has no effect at all, is a
//     warning. A part that is unused for these tools, and may be there for others, is a note.
//   - A tool is visible if it has a name and some request may see it. Tools that no request sees
//     are ignored.
//   - Problems of the rule file are in file order. Those of servers follow, in the order of the
//     catalog.
//
// All problems have severity Warning or Note; none prevents a rule file from being used. A hint
// says
// what to write instead if that could be tried: it has been compiled and has the described effect.
package lint

import (
	"cmp"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// Options hold what a catalog does not know. The zero value is valid.
type Options struct {
	// Files are the files that the tools of servers come from, by server ID. Problems of a server
	// without one have no file.
	Files map[string]string
}

// File returns the problems that need the rules alone.
func File(r *ruleset.Rules) rules.Problems {
	l := &linter{rules: r}
	return l.problems(onRules)
}

// Catalog returns the problems of the rules and the tools of a catalog, including those of [File].
// Entries that a host adds in Go are ignored.
func Catalog(c *engine.Catalog, opts Options) rules.Problems {
	l := &linter{rules: c.Engine().Rules, files: opts.Files, unknownTag: map[string]bool{}, world: newWorld(c)}
	return l.problems(onTools)
}

// A linter collects problems.
type linter struct {
	rules *ruleset.Rules
	world *world // nil without a catalog
	files map[string]string

	missing    missingServers
	setsByName map[string]int  // nil until it is needed
	unknownTag map[string]bool // conditions with a tag that no tool has, by pointer
	failing    map[string]bool // whether something below a pointer fails for a tool; nil until it is needed

	searched int // see searches

	inFile, ofServers rules.Problems
}

// problems runs the checks of a mode, onRules or onTools. It returns the problems of the rule file
// in
// file order, then those of servers in the order in which they were found.
func (l *linter) problems(mode needs) rules.Problems {
	for _, c := range checks {
		if c.needs&mode != 0 && c.run != nil {
			c.run(l)
		}
	}
	for _, p := range slices.Concat(l.inFile, l.ofServers) {
		if p.Severity == rules.SeverityError {
			i := slices.IndexFunc(checks, func(c check) bool { return c.code == p.Code && c.needs&mode != 0 })
			p.Severity = checks[i].severity
		}
	}
	slices.SortStableFunc(l.inFile, func(a, b *rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return append(l.inFile, l.ofServers...)
}

// report adds a problem of the value at a pointer into the [rules.File].
func (l *linter) report(pointer string, p *rules.Problem) {
	l.reportIn(pointer, -1, p)
}

// reportKey adds a problem of the key of the mapping entry at a pointer.
func (l *linter) reportKey(pointer string, p *rules.Problem) {
	p.OnKey = true
	l.reportIn(pointer, -1, p)
}

// reportIn adds a problem at a byte offset of the string at a pointer.
func (l *linter) reportIn(pointer string, offset int, p *rules.Problem) {
	p.Pointer, p.Offset = pointer, offset
	l.rules.Locate(p)
	l.inFile = append(l.inFile, p)
}

// reportOf adds a problem of what a server sent.
func (l *linter) reportOf(server string, p *rules.Problem) {
	p.File, p.Offset = l.files[server], -1
	l.ofServers = append(l.ofServers, p)
}
