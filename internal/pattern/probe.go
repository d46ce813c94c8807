package pattern

import "strings"

// maxProbes is the largest number of names that [Pattern.Probes] returns. Hand-written patterns
// need a handful.
const maxProbes = 1024

// A Probe is a pair of names that a pattern matches, with runs of Free for its wildcards. Folding
// does not change it.
type Probe struct {
	Server, Tool string
	Free         rune
}

// Probes returns names that represent all names which the pattern matches: if the others together
// match each of them, with or without folding, they match everything that the pattern matches.
// Returns false if there would be too many.
//
// For each wildcard, a probe has a run of a character that is not a literal of any other pattern.
// If a run is longer than the number of "?" in an alternative of the others, one of its characters
// must have been matched by a "*", which would match more of them too, and any others. Shorter runs
// have probes of their own.
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

// Covers reports whether the glob matches every text that the other glob matches. Returns false if
// the comparison would take too long.
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

// freeRune returns a character for private use that none of the texts has and that folding does not
// change.
func freeRune(texts []string) rune {
	all := strings.Join(texts, "")
	r := rune(0xF0000) // plane 15 has 65,534 of them, more than a set of patterns can use
	for strings.ContainsRune(all, r) {
		r++
	}
	return r
}

// longestRun returns one more than the largest number of "?" in an alternative of the texts.
func longestRun(texts []string) int {
	longest := 0
	for _, text := range texts {
		longest = max(longest, strings.Count(text, "?"))
	}
	return longest + 1
}

// expand returns the names that represent those which the alternatives match.
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

// steps returns the pieces of a segment; an omitted segment matches anything.
func (s *segment) steps() sequence {
	if s.exact.steps == nil {
		return sequence{{kind: star}}
	}
	return s.exact.steps
}

// runs returns the strings that represent what one piece matches.
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
