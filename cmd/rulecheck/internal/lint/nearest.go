package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
)

// nearWord returns the known word that one was probably meant to be. Fewer edits are
// allowed for words than for names: truncate is not translate.
func nearWord(text string, known []string) (near string, ok bool) {
	near, ok = suggest.Nearest(text, known)
	return near, ok && len(text) > shortWord && suggest.Distance(text, near) <= max(1, len(text)/5)
}

// nearWord returns the word of the names of tools that a word was probably meant to be. Results are
// kept, since thousands of patterns may have the word.
func (w *world) nearWord(text string) (near string, ok bool) {
	near, known := w.near[text]
	if !known {
		if near, ok = nearWord(text, w.words); !ok {
			near = ""
		}
		w.near[text] = near
	}
	return near, near != ""
}

// nearTool returns the tool, of the servers that a pattern matches, whose name has the same words
// as the given one: all of them in any order and case, or else one of them misspelled, or one more
// or less.
func (w *world) nearTool(name string, p *pattern.Pattern) (near string, ok bool) {
	best := 0
	wanted := textsOf(wordsOf(name))
	for _, t := range w.tools {
		if !p.MatchServer(t.key.Server) && !p.MatchServerFolded(t.folded.Server) {
			continue
		}
		if score := likeness(wanted, t.texts); score > best {
			near, best = t.key.Tool, score
		}
	}
	return near, best > 0
}

// likeness returns how similar the words of two names are: 0 if one is probably not meant by the
// other.
func likeness(a, b []string) int {
	switch left, right := missing(a, b), missing(b, a); {
	case strings.Join(a, "") == strings.Join(b, ""):
		return 4
	case len(left) == 0 && len(right) == 0:
		return 3
	case len(left) == 1 && len(right) == 1:
		if _, ok := nearWord(left[0], right); ok {
			return 2
		}
	case len(left)+len(right) == 1 && min(len(a), len(b)) > 1:
		return 1
	}
	return 0
}

// missing returns the words of a that b does not have.
func missing(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) })
}

func textsOf(words []word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return texts
}

// nearPattern returns a hint for a pattern that matches no tool: one that does, if there is one
// that is probably meant.
func (l *linter) nearPattern(u unmatched) string {
	if fixed, ok := pattern.MissingSlash(u.text, l.world.catalog.Servers()); ok && l.finds(fixed) {
		return "write " + yamlText(fixed)
	}
	server, segment, split := cutPattern(u.text)
	if u.side == ruleset.IncludeSide {
		if same := l.foldedMatches(u.parsed); len(same) > 0 {
			return fmt.Sprintf("names are compared as they are here, and it is called %s", keys(same))
		}
	}
	if split {
		if candidate := l.otherServer(u, server, segment); candidate != "" {
			return candidate
		}
	}
	for _, a := range u.parsed.Alternatives() {
		if !a.ToolLiteral {
			continue
		}
		if near, ok := l.world.nearTool(a.Tool, u.parsed); ok {
			return l.didYouMean(server, split, pattern.Escape(near))
		}
	}
	return l.misspeltWord(server, split, segment)
}

// cutPattern splits a pattern as package pattern does.
func cutPattern(text string) (server, segment string, split bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '/':
			return text[:i], text[i+1:], true
		}
	}
	return "", text, false
}

func (l *linter) foldedMatches(p *pattern.Pattern) (found []engine.Key) {
	for _, t := range l.world.tools {
		if p.MatchFolded(t.folded.Server, t.folded.Tool) {
			found = append(found, t.key)
		}
	}
	return found
}

// otherServer finds the same tools at a server with a similar ID, or else at the only other server
// that has them.
func (l *linter) otherServer(u unmatched, server, segment string) string {
	if near, ok := suggest.Nearest(server, l.world.catalog.Servers()); ok && near != server &&
		l.finds(near+"/"+segment) {
		return fmt.Sprintf("did you mean %s?", yamlText(near+"/"+segment))
	}
	anywhere, err := pattern.Parse(segment)
	if err != nil || strings.Trim(segment, "*?") == "" {
		return "" // a pattern for any tool does not tell the server
	}
	other := ""
	for _, t := range l.world.tools {
		switch {
		case !anywhere.Match(t.key.Server, t.key.Tool) || t.key.Server == other:
		case other != "":
			return "" // there are several
		default:
			other = t.key.Server
		}
	}
	if other == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", yamlText(other+"/"+segment))
}

// finds reports whether a pattern matches a tool of the catalog.
func (l *linter) finds(text string) bool {
	p, err := pattern.Parse(text)
	return err == nil && slices.ContainsFunc(l.world.tools,
		func(t tool) bool { return p.Match(t.key.Server, t.key.Tool) })
}

// misspeltWord replaces a word of a pattern that no name of a tool has by the nearest one that
// names have.
func (l *linter) misspeltWord(server string, split bool, segment string) string {
	for _, w := range wordsOf(segment) {
		if l.world.isWord[w.text] {
			continue
		}
		near, ok := l.world.nearWord(w.text)
		if !ok {
			continue
		}
		candidate := segment[:w.start] + near + segment[w.end:]
		if l.finds(joinPattern(server, split, candidate)) {
			return l.didYouMean(server, split, candidate)
		}
	}
	return ""
}

func (l *linter) didYouMean(server string, split bool, segment string) string {
	candidate := joinPattern(server, split, segment)
	if !l.finds(candidate) {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", yamlText(candidate))
}

func joinPattern(server string, split bool, segment string) string {
	if !split {
		return segment
	}
	return server + "/" + segment
}

func literalPattern(key engine.Key) string { return key.Server + "/" + pattern.Escape(key.Tool) }

// nearRegex returns a hint for a regex that matches no tool.
func (l *linter) nearRegex(u unmatched) string {
	regex := *u.entry.spec.Regex
	if loose := compileLoose(regex); loose != nil {
		for _, t := range l.world.tools {
			if u.parsed.MatchServer(t.key.Server) && loose.MatchString(t.key.Tool) {
				return fmt.Sprintf("case counts here, and there is %s", strconv.Quote(t.key.Tool))
			}
		}
	}
	return ""
}
