package engine

import (
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// Choices are which rule each shape of texts takes for the request of a view; for shapes whose conditions read the tool, which it
// takes for each class of tools that they tell apart. Rules are looked at when a text first needs them, and once for all texts of a
// shape, however many tools there are. What is left for a text is to look its answer up: 15 ns, whatever its rules are. To loop over
// four simple ones takes 60, and a condition that the machine runs takes 400 for itself.
//
// They belong to one view and go with it.
type choices []atomic.Uint32 // by the slot of a shape or class

// A choice is the rule that is taken, plus 2, shifted by one. The lowest bit says that a condition failed on the way, which is asked
// only where there is a hook to be told. The zero choice is not known yet.
func choiceOf(rule int, failed bool) uint32 {
	c := uint32(rule+2) << 1
	if failed {
		c |= 1
	}
	return c
}

func ruleOf(choice uint32) int { return int(choice>>1) - 2 }

// settled says whether a choice is known and there is nothing to tell of it.
func settled(choice uint32) bool { return choice != 0 && choice&1 == 0 }

// choose gives the rule that a text takes for a tool, and finds it if it is not known.
func (v *View) choose(t *Tool, c *candidate) int {
	slot := int(c.shape)
	if c.readsTool {
		slot = v.catalog.classSlot(t.number, c.class)
	}
	choice := &v.allChoices()[slot]
	known := choice.Load()
	if known == 0 {
		known = v.findChoice(t, c)
		choice.Store(known)
	}
	if !settled(known) {
		return v.chooseReporting(t, c) // the host is told of each failure, for each tool
	}
	return ruleOf(known)
}

func (v *View) findChoice(t *Tool, c *candidate) uint32 {
	q := v.querySettled(t, c)
	if v.catalog.engine.opts.OnFailure != nil {
		return findReporting(q, c.placed)
	}
	return choiceOf(c.text.Rule(q), false)
}

// querySettled is query with what is known of the tool's class.
func (v *View) querySettled(t *Tool, c *candidate) rules.TextRequest {
	q := v.query(t.own())
	if c.readsTool {
		part, _ := v.catalog.partOf(t.number)
		q.Settled = v.catalog.parts[part].settled[c.class]
	}
	return q
}

// findReporting finds out as well whether a condition fails, which nobody but a hook wants to know.
func findReporting(q rules.TextRequest, text *placed) uint32 {
	failed := false
	q.Failed = func(int, *expr.Failure) { failed = true }
	rule := text.text.Rule(q)
	return choiceOf(rule, failed)
}

// chooseReporting asks the text itself, and tells the host what fails.
func (v *View) chooseReporting(t *Tool, c *candidate) int {
	q := v.querySettled(t, c)
	if v.catalog.engine.opts.OnFailure != nil {
		q.Failed = v.catalog.engine.reportRunner(t.own(), c.placed)
	}
	return c.text.Rule(q)
}

// allChoices gives the choices of the view, and makes them if nobody has asked for a text yet.
func (v *View) allChoices() choices {
	if v.choices.Load() == nil {
		all := make(choices, v.catalog.slots)
		v.choices.CompareAndSwap(nil, &all)
	}
	return *v.choices.Load()
}

// answer gives what the request gets at a place of a tool: the first answer that one of its texts has. What it takes in nearly all
// cases stands here in full: to call functions for it takes as long again.
func (v *View) answer(t *Tool, p *place) answer {
	all := v.choices.Load()
	for i := range p.texts {
		c, rule := &p.texts[i], -1
		if c.shape >= 0 {
			known := uint32(0)
			if all != nil && !c.readsTool {
				known = (*all)[c.shape].Load()
			}
			rule = ruleOf(known)
			if !settled(known) {
				rule = v.choose(t, c)
			}
		}
		if a := v.words.at(v.words.rows[int(c.rows)+rule+1], v.levelFor(c.placed)); a != noAnswer {
			return a
		}
	}
	return noAnswer
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

// answerPlain is answer by the plain evaluator, which looks at every rule of every text.
func (v *View) answerPlain(t *tool, p *place) (string, bool) {
	q := v.query(t)
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
