package lint

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// safeDigits is the number of hash digits from which it is infeasible to find two long names with
// the same hash.
const safeDigits = 16

// hashDigits finds truncated names with a hash that is too short: a hostile server that finds a
// long name with the same digits, which takes minutes for 8 of them, makes both tools disappear.
func (l *linter) hashDigits() {
	scheme := l.rules.Scheme()
	if scheme.HashDigits >= safeDigits {
		return
	}
	cut := map[engine.Key]bool{}
	for _, t := range l.world.catalog.Report().Truncated {
		cut[t.Key] = true
	}
	tools := l.world.toolsWhere(func(t *tool) bool { return cut[t.key] }).intersect(l.world.visible)
	if tools.empty() {
		return
	}
	digits, written := scheme.HashDigits, scheme.HashDigits != 0
	if !written {
		digits = 8 // by default
	}
	p := &rules.Problem{Code: CodeFewHashDigits,
		Hint: "write hash_digits: 16 under naming; it changes the names of these tools",
		Message: fmt.Sprintf("names that are cut end in %d hex digits (%s): a hostile server can find a name with "+
			"the same ones, and "+
			"both tools are then rejected", digits, l.world.list(tools))}
	scheme.HashDigits = safeDigits
	if scheme.Check() != nil {
		p.Hint = "shorten the prefix, or raise max_bytes, so that there is room for hash_digits: 16"
	}
	if !written {
		l.reportKey("/naming", p)
		return
	}
	l.report("/naming/hash_digits", p)
}

// sharedNames finds several servers whose tools have no prefix: a tool of one rejects a tool of
// another with the same name, together with itself.
func (l *linter) sharedNames() {
	var ids []string
	for id, server := range l.rules.Scheme().Servers {
		if server.As == "" {
			ids = append(ids, id)
		}
	}
	if len(ids) < 2 {
		return
	}
	slices.Sort(ids)
	l.reportKey("/naming/servers", &rules.Problem{Code: CodeSharedNames, Severity: rules.SeverityNote,
		Message: "the tools of " + wording.Enumerate(ids) + " have no prefix, so each of these servers can take the names of the others away",
		Hint:    "give all of them but one a short name, as in " + ids[1] + ": {as: " + ids[1][:1] + "}"})
}
