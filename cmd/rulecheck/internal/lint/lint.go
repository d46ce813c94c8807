// Package lint finds what a rule file says in vain, and what it does that its author can hardly
// have meant.
//
// # The law
//
//   - Nothing is said twice: what the loader finds, and what the engine reports of a catalog (failures, faults, paths, names that
//     are rejected or cut), is theirs to say. [File] adds what can be told from the rules alone, [Catalog] what the tools show.
//   - No finding without proof. The message names the rule or the tools that prove it, a few of them and the number of the rest.
//   - What is called dead is dead for every request. A condition is evaluated for each tool as far as it reads the tool; what it
//     asks of the request is open, may be true, false or fail, and is the same wherever it is written alike. A rule is covered by
//     others only if they match under each of these outcomes under which it does.
//   - Dead over a catalog is a warning where it holds for any tools there could be, or where the rule has no effect at all; where
//     only these tools make it so, and the rule may be there for others, it is a note.
//   - A tool counts as visible if it has a name and some request may see it. What no request sees is no one's concern.
//   - Problems are in the order of the rule file, and behind those the ones of servers, in the order of the catalog.
//
// Findings are [rules.Problems] of severity Warning or Note; none of them keeps a rule file from
// being used. A hint is what to write instead wherever it could be tried out: it has been compiled,
// and does what it says.
package lint

import (
	"cmp"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// Options describe what a catalog itself does not know. The zero value knows nothing.
type Options struct {
	// Files are the files that the tools of servers come from, by the ids of the servers. What is
	// found in the tools of a server that has one is placed there; the others are named in the
	// message alone.
	Files map[string]string
}

// File returns what can be told from the rules alone.
func File(r *rules.Rules) rules.Problems {
	l := &linter{rules: r}
	l.file()
	return l.sorted()
}

// Catalog returns what the rules and the tools of a catalog show together, and what [File] gives.
// Entries that a host adds in Go are not looked at.
func Catalog(c *engine.Catalog, opts Options) rules.Problems {
	l := &linter{rules: c.Engine().Rules(), files: opts.Files, unknownTag: map[string]bool{}}
	l.world = newWorld(c)
	l.file()
	l.filter()
	l.descriptions()
	l.servers()
	return l.sorted()
}

// A linter collects findings.
type linter struct {
	rules *rules.Rules
	world *world // nil without a catalog
	files map[string]string

	setsByName map[string]int  // nil until it is asked for
	unknownTag map[string]bool // conditions with a tag that no tool has, by pointer
	failing    map[string]bool // what contains an expression that fails for a tool, by pointer; nil until it is asked for

	searched int // see searches

	inFile, ofServers rules.Problems
}

// file looks at the rules alone. What a catalog can tell more of is left to it, if there is one.
func (l *linter) file() {
	l.sets()
	l.texts()
	l.models()
	l.misreadPatterns()
	if l.world == nil {
		l.regexesNeverFolded()
		l.optionalReads()
	}
}

// filter looks at the entries of the filter, tools in hand.
func (l *linter) filter() {
	l.nothingVisible()
	l.patterns()
	l.tags()
	l.entries()
	l.regexes()
	l.words()
	l.hintIncludes()
	l.order()
	l.optionalReads()
}

// descriptions looks at the entries of descriptions, tools in hand.
func (l *linter) descriptions() {
	l.hiddenDescriptions()
	l.shadowedTexts()
}

// servers looks at what servers sent.
func (l *linter) servers() {
	l.hashDigits()
	l.toolHints()
	l.serverTexts()
}

// report adds a finding about the value at a pointer into the [rules.File].
func (l *linter) report(pointer string, p *rules.Problem) {
	l.reportIn(pointer, -1, p)
}

// reportKey adds a finding about the key of the mapping entry at a pointer.
func (l *linter) reportKey(pointer string, p *rules.Problem) {
	p.OnKey = true
	l.reportIn(pointer, -1, p)
}

// reportIn adds a finding about the byte at offset of the text at a pointer.
func (l *linter) reportIn(pointer string, offset int, p *rules.Problem) {
	p.Pointer, p.Offset = pointer, offset
	l.rules.Locate(p)
	l.inFile = append(l.inFile, p)
}

// reportOf adds a finding about what a server sent.
func (l *linter) reportOf(server string, p *rules.Problem) {
	p.File, p.Offset = l.files[server], -1
	l.ofServers = append(l.ofServers, p)
}

// sorted returns the findings in file order, and behind them those of servers in the order in which
// they came.
func (l *linter) sorted() rules.Problems {
	slices.SortStableFunc(l.inFile, func(a, b *rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return append(l.inFile, l.ofServers...)
}
