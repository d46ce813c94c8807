package ruleset

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A workLimit sums the maximum cost of the conditions of a rule file for one tool and one request.
// Each condition is within the limits of package cond; thousands of them may exceed any. Equal
// parts of conditions are evaluated once, and so counted once.
type workLimit struct {
	seen          map[string]bool // keys of atoms; of runner rules, shapes of their texts
	tool, request int
	refresh       int // for one tool when its list arrives
	exceeded      bool
}

func newWorkLimit() *workLimit { return &workLimit{seen: map[string]bool{}} }

// addEntry adds the condition of a filter's entry. It returns the problem of exceeding the limit,
// once.
func (l *workLimit) addEntry(pointer string, when *cond.Program) *rules.Problem {
	if when == nil {
		return nil
	}
	for _, a := range when.Atoms() {
		if l.seen[a.Key()] {
			continue
		}
		l.seen[a.Key()] = true
		if p := l.add(pointer, a, true); p != nil {
			return p
		}
	}
	return nil
}

// addText adds the conditions of a text's runner rules. Nothing is indexed for them, and texts with
// the same rules are decided together, so each distinct list of rules is counted once.
func (l *workLimit) addText(pointer string, t *Text) *rules.Problem {
	shape := "text " + t.Shape()
	if l.seen[shape] {
		return nil
	}
	l.seen[shape] = true
	for _, r := range t.rules {
		if r.when == nil {
			continue
		}
		for _, a := range r.when.Atoms() {
			if p := l.add(fmt.Sprintf("%s/runners/%d/when", pointer, r.index), a, false); p != nil {
				return p
			}
		}
	}
	return nil
}

func (l *workLimit) add(pointer string, a *cond.Atom, indexed bool) *rules.Problem {
	l.tool += a.ToolWork(indexed)
	l.request += a.RequestWork()
	l.refresh += a.RefreshWork()
	p := &rules.Problem{Code: rules.CodeExpression + "_" + rules.Code(cond.TooExpensive), Pointer: pointer,
		Offset: a.Offset()}
	switch {
	case l.exceeded:
		return nil
	case l.tool > cond.MaxToolWork:
		p.Message = fmt.Sprintf("with this, what the file's conditions read of the tool and the request together may cost %d bytes for each tool; %d are allowed",
			l.tool, cond.MaxToolWork)
		p.Hint = "join conditions that read one of the two alone with and, or, not and ?:, compare with ==, in, startsWith or endsWith, or use fewer of them"
	case l.request > cond.MaxRequestWork:
		p.Message = fmt.Sprintf("with this, the file's conditions may cost %d bytes for each request; %d are allowed", l.request, cond.MaxRequestWork)
		p.Hint = "use fewer regular expressions, and compare fewer lists with one another"
	case l.refresh > cond.MaxRefreshWork:
		p.Message = fmt.Sprintf("with this, what the file's conditions read of the tool alone may cost %d bytes for each tool; %d are allowed",
			l.refresh, cond.MaxRefreshWork)
		p.Hint = "use fewer regular expressions, and smaller ones"
	default:
		return nil
	}
	l.exceeded = true
	return p
}
