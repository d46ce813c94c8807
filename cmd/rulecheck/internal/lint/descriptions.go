package lint

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// hiddenDescriptions finds entries of descriptions whose tools no request sees.
func (l *linter) hiddenDescriptions() {
	w := l.world
	for _, d := range l.rules.Descriptions() {
		tools := w.toolsWhere(func(t *tool) bool {
			_, ok := d.Match(t.key.Server, t.key.Tool)
			return ok
		})
		if tools.empty() || !tools.intersect(w.visible).empty() {
			continue
		}
		l.report(d.Pointer(), &rules.Problem{Code: CodeHiddenDescription,
			Message: fmt.Sprintf("nobody reads these descriptions: no request sees %s", w.list(tools)),
			Hint:    "remove the entry, or include the tools"})
	}
}

// A textUse describes how one text of descriptions is used for all tools.
type textUse struct {
	pointer string
	places  int             // locations in tools that it is for
	used    bool            // it may be used at one of them
	before  []string        // pointers of those that are used instead
	known   map[string]bool // the same
}

// shadowedTexts finds texts that are never used: at each location that they are for, a more
// specific text always has an answer.
func (l *linter) shadowedTexts() {
	uses := map[string]*textUse{} // by the pointer into the rule file
	answers := map[string]bool{}  // the texts that always have an answer
	var order []*textUse
	l.eachPlaced(func(p ruleset.Placed) {
		written := l.rules.Pointer(p.Pointer)
		u := &textUse{pointer: p.Pointer, known: map[string]bool{}}
		uses[written], order = u, append(order, u)
		_, answers[written] = p.Text.Answer(-1, 0)
	})
	if len(order) == 0 {
		return
	}
	for i := range l.world.visible.all() {
		t := &l.world.tools[i]
		for _, place := range l.world.catalog.Explain(engine.Request{}, t.key).Texts {
			first := ""
			for _, c := range place.Candidates {
				u := uses[c.Rule]
				u.places++
				if first == "" {
					u.used = true
				} else {
					u.add(first)
				}
				if answers[c.Rule] && first == "" {
					first = uses[c.Rule].pointer
				}
			}
			if first != "" {
				t.replace(place.Place)
			}
		}
	}
	for _, u := range order {
		if u.places > 0 && !u.used {
			l.report(u.pointer, l.shadowedText(u))
		}
	}
}

func (u *textUse) add(pointer string) {
	if !u.known[pointer] {
		u.known[pointer] = true
		u.before = append(u.before, pointer)
	}
}

func (l *linter) shadowedText(u *textUse) *rules.Problem {
	lines := make([]string, len(u.before))
	for i, pointer := range u.before {
		lines[i] = l.line(pointer)
	}
	return &rules.Problem{Code: CodeShadowedText, Hint: "remove it, or make its patterns more specific",
		Message: fmt.Sprintf("this text is never used: for each of its tools here a more specific entry, or an "+
			"earlier one, "+
			"always has an answer (%s)", list(lines))}
}

// eachPlaced calls yield for every compiled text of descriptions.
func (l *linter) eachPlaced(yield func(ruleset.Placed)) {
	for _, d := range l.rules.Descriptions() {
		for _, p := range slices.Concat([]ruleset.Placed{d.Title(), d.Description()}, d.Arguments(), d.Results()) {
			if p.Text != nil {
				yield(p)
			}
		}
	}
}
