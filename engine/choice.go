package engine

import (
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// Choices are which rule each shape of texts takes for the request of a view; for shapes whose conditions read the tool, which it
// takes for each class of tools that they tell apart. Rules are looked at when a text first needs them, and once for all texts of a
// shape, however many tools there are: a text that is known costs 5 ns, where a loop over its rules takes 60 and more.
//
// They belong to one view and go with it.
type choices []atomic.Uint32 // by the slot of a shape or class

// A choice is the rule that is taken, plus 2, shifted by one; the lowest bit says that a condition failed on the way. The zero choice
// is not known yet.
func choiceOf(rule int, failed bool) uint32 {
	c := uint32(rule+2) << 1
	if failed {
		c |= 1
	}
	return c
}

func ruleOf(choice uint32) (rule int, failed bool) { return int(choice>>1) - 2, choice&1 != 0 }

// choose gives the rule that a text takes for a tool, -1 if it is none.
func (v *View) choose(t *tool, text *placed, slot int) int {
	choice := &v.allChoices()[slot]
	known := choice.Load()
	if known == 0 {
		known = v.findChoice(t, text)
		choice.Store(known)
	}
	rule, failed := ruleOf(known)
	if failed && v.catalog.engine.opts.OnFailure != nil {
		return v.choosePlain(t, text) // the host is told of each failure, for each tool
	}
	return rule
}

func (v *View) findChoice(t *tool, text *placed) uint32 {
	q := v.query
	q.Tool = t.bound
	if v.catalog.engine.opts.OnFailure != nil {
		return findReporting(q, text)
	}
	return choiceOf(text.text.Rule(q), false)
}

// findReporting finds out as well whether a condition fails, which nobody but a hook wants to know.
func findReporting(q rules.TextRequest, text *placed) uint32 {
	failed := false
	q.Failed = func(int, *expr.Failure) { failed = true }
	rule := text.text.Rule(q)
	return choiceOf(rule, failed)
}

// choosePlain asks the text itself, and tells the host what fails.
func (v *View) choosePlain(t *tool, text *placed) int {
	q := v.query
	q.Tool = t.bound
	if v.catalog.engine.opts.OnFailure != nil {
		q.Failed = v.catalog.engine.reportRunner(t, text)
	}
	return text.text.Rule(q)
}

// allChoices gives the choices of the view, and makes them if nobody has asked for a text yet.
func (v *View) allChoices() choices {
	if all := v.choices.Load(); all != nil {
		return *all
	}
	all := make(choices, v.catalog.slots)
	if !v.choices.CompareAndSwap(nil, &all) {
		return *v.choices.Load()
	}
	return all
}

// answer gives what the request gets at a place of a tool: the first answer that one of its texts has.
func (v *View) answer(t *Tool, p *place) answer {
	for i := range p.texts {
		if a := v.answerOf(t, &p.texts[i]); a != noAnswer {
			return a
		}
	}
	return noAnswer
}

func (v *View) answerOf(t *Tool, c *candidate) answer {
	words := &v.catalog.engine.words
	return words.at(words.rows[c.rows+v.rule(t, c)+1], v.levelFor(c.placed))
}

// rule gives the rule that a text takes for a tool, -1 if it is none.
func (v *View) rule(t *Tool, c *candidate) int {
	switch {
	case c.shape < 0:
		return -1
	case c.readsTool:
		return v.choose(t.own, c.placed, v.catalog.classSlot(t.number, c.class))
	default:
		return v.choose(t.own, c.placed, int(c.shape))
	}
}

// levelFor gives the effective level of a text.
func (v *View) levelFor(text *placed) int {
	switch {
	case v.asked >= 0:
		return v.asked
	case text.level >= 0:
		return int(text.level)
	}
	return v.usual
}

// textAt is answer as text, and for any options.
func (v *View) textAt(t *Tool, p *place) (string, bool) {
	if v.catalog.engine.opts.Plain {
		return v.answerPlain(t.own, p)
	}
	for i := range p.texts {
		c := &p.texts[i]
		a := v.answerOf(t, c)
		if a == noAnswer {
			continue
		}
		if text, ok := v.catalog.engine.words.text(a); ok {
			return text, true
		}
		return c.text.Answer(v.rule(t, c), v.levelFor(c.placed))
	}
	return "", false
}

// answerPlain is answer by the plain evaluator, which looks at every rule of every text.
func (v *View) answerPlain(t *tool, p *place) (string, bool) {
	q := v.query
	q.Tool = t.bound
	for _, c := range p.texts {
		if v.catalog.engine.opts.OnFailure != nil {
			q.Failed = v.catalog.engine.reportRunner(t, c.placed)
		}
		if found, ok := c.text.Resolve(q); ok {
			return found, true
		}
	}
	return "", false
}
