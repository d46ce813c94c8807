package pattern

import "strings"

// maxProbes is how many names [Pattern.Probes] gives at most. Patterns as people write them need a handful.
const maxProbes = 1024

// A Probe is a pair of names that a pattern takes, with Free in the place of what its wildcards take. Folding leaves it alone.
type Probe struct {
	Server, Tool string
	Free         rune
}

// Probes gives names that stand for all names which the pattern takes: if others together take every one of them, in the same
// way of comparing, they take whatever the pattern takes. It is false where that would need too many.
//
// Each probe has a run of characters that none of the others has as a literal in the place of each wildcard. Where a run is
// longer than an alternative of the others has "?", one of its characters can only have been taken by a "*", which would take
// more of them as well, and any others; the shorter runs are probes of their own.
func (p *Pattern) Probes(others ...*Pattern) ([]Probe, bool) {
	if p == nil {
		return nil, true
	}
	texts := make([]string, 0, len(others))
	for _, o := range others {
		texts = append(texts, o.String())
	}
	free, longest := freeRune(texts), longestRun(texts)
	servers, ok := expand(p.server, free, longest)
	if !ok {
		return nil, false
	}
	tools, ok := expand(p.tool, free, longest)
	if !ok || len(servers)*len(tools) > maxProbes {
		return nil, false
	}
	probes := make([]Probe, 0, len(servers)*len(tools))
	for _, s := range servers {
		for _, t := range tools {
			probes = append(probes, Probe{Server: s, Tool: t, Free: free})
		}
	}
	return probes, true
}

// Covers says whether the glob takes every text that the other one takes. It is false as well where that would take too long to
// tell.
func (g *Glob) Covers(other *Glob) bool {
	if g == nil || other == nil {
		return other == nil || len(other.alternatives) == 0
	}
	texts := []string{g.source}
	probes, ok := expand(other.alternatives, freeRune(texts), longestRun(texts))
	if !ok {
		return false
	}
	for _, text := range probes {
		if !g.Match(text) {
			return false
		}
	}
	return true
}

// freeRune gives a character for private use that none of the texts has. Folding leaves all of them as they are.
func freeRune(texts []string) rune {
	all := strings.Join(texts, "")
	r := rune(0xF0000) // plane 15 has 65,534 of them, which is more than any set of patterns uses up
	for strings.ContainsRune(all, r) {
		r++
	}
	return r
}

// longestRun is one more than any alternative of the texts has "?".
func longestRun(texts []string) int {
	longest := 0
	for _, text := range texts {
		longest = max(longest, strings.Count(text, "?"))
	}
	return longest + 1
}

// expand gives the names that stand for those which the alternatives take.
func expand(alternatives []segment, free rune, longest int) ([]string, bool) {
	var all []string
	for i := range alternatives {
		names := []string{""}
		for _, step := range alternatives[i].steps() {
			runs := step.runs(free, longest)
			if len(names)*len(runs) > maxProbes {
				return nil, false
			}
			longer := make([]string, 0, len(names)*len(runs))
			for _, name := range names {
				for _, run := range runs {
					longer = append(longer, name+run)
				}
			}
			names = longer
		}
		if all = append(all, names...); len(all) > maxProbes {
			return nil, false
		}
	}
	return all, true
}

// steps gives the pieces of a segment; that of a side that is not written takes anything.
func (s *segment) steps() sequence {
	if s.exact.steps == nil {
		return sequence{{kind: star}}
	}
	return s.exact.steps
}

// runs gives what stands for one piece.
func (p piece) runs(free rune, longest int) []string {
	switch p.kind {
	case question:
		return []string{string(free)}
	case star:
		runs := make([]string, longest+1)
		for n := range runs {
			runs[n] = strings.Repeat(string(free), n)
		}
		return runs
	}
	return []string{p.text}
}
