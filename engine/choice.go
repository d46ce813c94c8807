package engine

import (
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// Choices cache which runner rule each shape of entries selects for the request of a view.
// Conditions that read the tool have a choice for each class of tools that they distinguish. Rules
// are evaluated when a description first needs them, once for all entries of a shape, however many
// tools there are. Each description then costs one table lookup.
//
// Choices belong to one view.
type choices []atomic.Uint32 // by the slot of a shape or class

// choiceOf returns a choice: the number of the selected rule plus 2, shifted left by one. The
// lowest bit reports that a condition failed, which is recorded only if there is a hook for
// failures. The zero choice is not yet known.
func choiceOf(rule int, failed bool) uint32 {
	c := uint32(rule+2) << 1
	if failed {
		c |= 1
	}
	return c
}

func ruleOf(choice uint32) int { return int(choice>>1) - 2 }

// settled reports whether a choice is known and has no failure to report.
func settled(choice uint32) bool { return choice != 0 && choice&1 == 0 }

// choose returns the rule that an entry selects for a tool, and evaluates it if it is not yet
// known.
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
		return v.chooseReporting(t, c) // reports each failure for each tool
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

// querySettled is query with the settled conditions of the tool's class.
func (v *View) querySettled(t *Tool, c *candidate) ruleset.TextRequest {
	q := v.query(t.own())
	if c.readsTool {
		part, _ := v.catalog.partOf(t.number)
		q.Settled = v.catalog.parts[part].settled[c.class]
	}
	return q
}

// findReporting also records whether a condition fails, which matters only to a hook.
func findReporting(q ruleset.TextRequest, text *placed) uint32 {
	failed := false
	q.Failed = func(int, *expr.Failure) { failed = true }
	rule := text.text.Rule(q)
	return choiceOf(rule, failed)
}

// chooseReporting evaluates the rules of the entry, and reports failures to the host.
func (v *View) chooseReporting(t *Tool, c *candidate) int {
	q := v.querySettled(t, c)
	if v.catalog.engine.opts.OnFailure != nil {
		q.Failed = v.catalog.engine.reportRunner(t.own(), c.placed)
	}
	return c.text.Rule(q)
}

// allChoices returns the choices of the view, allocated on first use.
func (v *View) allChoices() choices {
	if v.choices.Load() == nil {
		all := make(choices, v.catalog.slots)
		v.choices.CompareAndSwap(nil, &all)
	}
	return *v.choices.Load()
}

// answer returns what the request gets at a place of a tool: the first answer of its entries. The
// common case is inlined here, since function calls would double its cost.
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

// levelFor returns the effective level for an entry.
func (v *View) levelFor(text *placed) int {
	switch {
	case v.asked >= 0:
		return v.asked
	case text.level >= 0:
		return int(text.level)
	}
	return v.usual
}

// answerPlain is answer by the reference evaluator, which evaluates every rule of every entry. It
// reports whether there is an answer.
func (v *View) answerPlain(t *tool, p *place) (string, bool) {
	q := v.query(t)
	for _, c := range p.texts {
		if v.catalog.engine.opts.OnFailure != nil {
			q.Failed = v.catalog.engine.reportRunner(t, c.placed)
		}
		if found, ok := c.text.Resolve(q); ok {
			if x := c.text.Around(); x != nil {
				raw := v.plainForm(t)
				root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
				if err != nil {
					return "", false // it was read when the catalog was built
				}
				found = x.Before + p.ownText(raw, &root) + x.After
			}
			return found, true
		}
	}
	return "", false
}
