package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// shortWord is the length up to which a word does not tell what a tool does.
const shortWord = 2

// visibleWords finds tools that stay visible although their names have the words by which a pattern
// of exclude hides others: */delete_* hides delete_repo and leaves bulkDelete and repo_delete.
func (l *linter) visibleWords() {
	reported := map[string]bool{}
	for _, e := range l.world.exclude {
		if e.spec.Regex != nil {
			continue
		}
		at := l.setPointers(e)
		for i, p := range e.patterns {
			pointer := at[i]
			if pointer == "" {
				pointer = "/filter" + p.Pointer
			}
			for _, hidden := range hiddenWords(p.parsed) {
				id := fmt.Sprint(p.parsed.ServerLiterals()) + strings.Join(hidden, " ")
				if !reported[id] && l.leak(e, p, pointer, hidden) {
					reported[id] = true
				}
			}
		}
	}
}

// hiddenWords returns, for each alternative of a pattern with a wildcard for the tool, the words
// that a tool must have.
func hiddenWords(p *pattern.Pattern) (all [][]string) {
	probes, ok := p.Probes()
	if !ok {
		return nil
	}
	for _, probe := range probes {
		if !strings.ContainsRune(probe.Tool, probe.Free) {
			continue
		}
		var hidden []string
		for _, w := range wordsOf(probe.Tool) {
			if len(w.text) > shortWord && !slices.Contains(hidden, w.text) {
				hidden = append(hidden, w.text)
			}
		}
		if len(hidden) > 0 && !slices.ContainsFunc(all,
			func(known []string) bool { return slices.Equal(known, hidden) }) {
			all = append(all, hidden)
		}
	}
	return all
}

// leak reports the visible tools whose names have the words and which the entry does not match.
// Returns false if there are none.
func (l *linter) leak(e *entry, p namePattern, pointer string, hidden []string) bool {
	w := l.world
	withWords := w.toolsWhere(func(t *tool) bool { return has(t.words, hidden) })
	matched := withWords.intersect(p.tools)
	if matched.empty() {
		return false
	}
	left := newSet(len(w.tools))
	for i := range withWords.intersect(w.visible).andNot(e.reach).all() {
		t := &w.tools[i]
		if p.parsed.MatchServerFolded(t.folded.Server) && !w.hiddenWith(e, i) {
			left.add(i)
		}
	}
	if left.empty() {
		return false
	}
	problem := &rules.Problem{Code: CodeWordVisible,
		Message: fmt.Sprintf("this hides %s with %s in the name and leaves visible %s",
			wording.Plural(matched.len(), "tool"),
			quotedWords(hidden), w.list(left))}
	if left.len() > 1 {
		problem.Message = fmt.Sprintf("this hides %s with %s in the name and leaves %s visible: %s",
			wording.Plural(matched.len(), "tool"), quotedWords(hidden), wording.Number(left.len()), w.list(left))
	}
	problem.Hint = w.widerPattern(e, p, hidden, left)
	l.report(pointer, problem)
	return true
}

// hiddenWith reports whether other entries hide a tool whenever the condition of e holds for it, or
// whether that never holds.
func (w *world) hiddenWith(e *entry, tool int) bool {
	var by []test
	for n := range w.excludes.reaching[tool].all() {
		if o := w.exclude[n]; o != e {
			by = append(by, o.condition(tool))
		}
	}
	return w.unknowns.covered(e.condition(tool), by)
}

// widerPattern returns a hint: the pattern that matches every name with the words in their order,
// and what else it would hide. Returns "" if it does not match all tools of a set.
func (w *world) widerPattern(e *entry, p namePattern, hidden []string, left set) string {
	server, _, split := cutPattern(p.parsed.String())
	text := joinPattern(server, split, "*"+strings.Join(hidden, "*")+"*")
	wider, err := pattern.Parse(text)
	if err != nil {
		return ""
	}
	matches := w.toolsWhere(func(t *tool) bool { return wider.MatchFolded(t.folded.Server, t.folded.Tool) })
	if !left.andNot(matches).empty() {
		return ""
	}
	hint := fmt.Sprintf("write %s to hide all of them", yamlText(text))
	if others := matches.intersect(w.visible).andNot(left).andNot(e.reach); !others.empty() {
		hint += fmt.Sprintf("; it also hides %s", w.list(others))
	}
	return hint
}

func quotedWords(words []string) string {
	quotes := make([]string, len(words))
	for i, w := range words {
		quotes[i] = `"` + w + `"`
	}
	return list(quotes)
}

// findWords finds all words of the names of tools.
func (w *world) findWords() {
	w.isWord = map[string]bool{}
	for _, t := range w.tools {
		for _, word := range t.words {
			if !w.isWord[word.text] && len(word.text) > shortWord {
				w.isWord[word.text] = true
				w.words = append(w.words, word.text)
			}
		}
	}
}
