package ruleset

import (
	"cmp"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/rules"
)

// Limits of one section, filter or descriptions. They bound the cost of a refresh for each tool,
// whatever the file contains. A pattern that names its tools costs one lookup. A pattern with a
// wildcard for the tool, a regex, or an entry without patterns is evaluated for each tool of its
// servers, so there is a limit for each server.
const (
	maxPatterns     = 16384 // after sets and braces
	maxPlacedTexts  = 65536 // patterns of descriptions, each times the texts of its entry
	maxWildcards    = 1024  // of a server: different patterns with a wildcard for the tool
	maxWideEntries  = 2048  // of a server: filter entries with such a pattern, a regex or no patterns
	maxWideTexts    = 256   // of a server: texts of description entries with such a pattern
	maxInstructions = 1000  // of a server: compiled instructions of different regexes
)

// A sectionLimit counts the patterns and entries of a section. It stops after the first problem.
type sectionLimit struct {
	patterns     int
	wildcards    byServer
	wide         byServer // entries of the filter, or texts of descriptions
	instructions byServer
	seen         map[string]bool // patterns with a wildcard for the tool, and regexes
	section      string          // for messages, if it is not the filter or descriptions
	exceeded     bool
}

// A byServer holds the number of evaluations for the tools of each server.
type byServer struct {
	all, most int // for tools of any server, and for those of the server that is named most
	named     map[string]int
}

// add counts n for some servers, or for any if they are nil, and returns the largest count of one
// server.
func (b *byServer) add(servers []string, n int) int {
	if servers == nil {
		b.all += n
	}
	for _, id := range servers {
		if b.named == nil {
			b.named = map[string]int{}
		}
		id = pattern.Fold(id) // as exclude compares it, which can only overestimate
		b.named[id] += n
		b.most = max(b.most, b.named[id])
	}
	return b.all + b.most
}

// pattern counts a pattern of the filter, or of an entry of descriptions with some texts.
func (l *sectionLimit) pattern(pointer string, p *pattern.Pattern, texts int) *rules.Problem {
	l.patterns += p.Combinations() * max(texts, 1)
	switch {
	case l.exceeded:
		return nil
	case texts == 0 && l.patterns > maxPatterns:
		return l.exceed(rules.CodeTooManyPatterns, pointer, "write fewer patterns that match more: github/* instead of each of its tools",
			cmp.Or(l.section, "the filter has")+" more than %d patterns: each use of a set and each combination of braces counts", maxPatterns)
	case l.patterns > maxPlacedTexts:
		return l.exceed(rules.CodeTooManyPatterns, pointer, "write fewer patterns, or fewer texts in entries with many patterns",
			"descriptions have more than %d patterns: each counts once for each text of its entry and each combination of braces",
			maxPlacedTexts)
	case p.Wildcards() == 0 || !l.isNew(p.String()):
		return nil
	}
	servers, _ := p.Names()
	if l.wildcards.add(servers, p.Wildcards()) > maxWildcards {
		return l.exceed(rules.CodeTooManyWildcards, pointer, "name the tools, or write fewer patterns that match more",
			"more than %d different patterns with a wildcard for the tool match tools of one server: each combination of braces counts",
			maxWildcards)
	}
	return nil
}

// entry counts an entry of the filter.
func (l *sectionLimit) entry(e *Entry) *rules.Problem {
	patterns := make([]*pattern.Pattern, len(e.patterns))
	for i, p := range e.patterns {
		patterns[i] = p.Pattern
	}
	servers, wide := wideServers(patterns)
	if l.exceeded || !wide {
		return nil
	}
	if l.wide.add(servers, 1) > maxWideEntries {
		return l.exceed(rules.CodeTooManyWildcards, e.ref.Pointer, "put their patterns into fewer entries, or name the tools",
			"more than %d entries with a wildcard for the tool, a regex or no tools are for one server", maxWideEntries)
	}
	return nil
}

// description counts an entry of descriptions with some texts.
func (l *sectionLimit) description(d *Description, texts int) *rules.Problem {
	servers, wide := wideServers(d.patterns)
	if l.exceeded || !wide {
		return nil
	}
	if l.wide.add(servers, texts) > maxWideTexts {
		return l.exceed(rules.CodeTooManyWildcards, d.pointer, "name the tools that the texts are for",
			"more than %d texts in entries with a wildcard for the tool are for one server", maxWideTexts)
	}
	return nil
}

// regex counts the regex of an entry.
func (l *sectionLimit) regex(pointer string, e *Entry) *rules.Problem {
	if l.exceeded || e.regex == nil || len(e.patterns) != 1 ||
		!l.isNew(e.patterns[0].String()+"\x00"+e.regex.String()) {
		return nil
	}
	servers, _ := e.patterns[0].Names()
	if l.instructions.add(servers, instructionsOf(e.regex)) > maxInstructions {
		return l.exceed(rules.CodeRegexTooLarge, pointer, "write patterns instead, or a regex with smaller repeat counts",
			"the regexes for one server have more than %d compiled instructions together", maxInstructions)
	}
	return nil
}

func (l *sectionLimit) isNew(text string) bool {
	if l.seen[text] {
		return false
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[text] = true
	return true
}

func (l *sectionLimit) exceed(code rules.Code, pointer, hint, format string, limit int) *rules.Problem {
	l.exceeded = true
	return &rules.Problem{Code: code, Pointer: pointer, Offset: -1, Message: fmt.Sprintf(format, limit), Hint: hint}
}

// wideServers reports whether some of the patterns have a wildcard for the tool, and returns the
// servers that these name; nil if they leave the server open. No patterns match any tool.
func wideServers(patterns []*pattern.Pattern) (servers []string, wide bool) {
	for _, p := range patterns {
		if p.Wildcards() == 0 {
			continue
		}
		named, _ := p.Names()
		if named == nil {
			return nil, true
		}
		servers = append(servers, named...)
	}
	slices.Sort(servers)
	return slices.Compact(servers), len(servers) > 0 || len(patterns) == 0
}

// instructionsOf returns the number of compiled instructions of a regex; 1 for a literal one, which
// is searched for at once.
func instructionsOf(r *regexp.Regexp) int {
	if _, literal := r.LiteralPrefix(); literal {
		return 1
	}
	parsed, err := syntax.Parse(r.String(), syntax.Perl)
	if err != nil {
		return 0 // it has been parsed before
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return 0
	}
	return len(prog.Inst)
}
