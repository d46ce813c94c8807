package ruleset

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/toolrules/toolrules/rules"
)

// Verbosity is the compiled section of that name: the level of requests that have none. It is
// immutable and safe for concurrent use. A nil Verbosity sets no level.
type Verbosity struct {
	text  *Text // selects a rule
	rules []int // the level of each rule, by its index
	other *int  // the level if no rule matches; nil if the section has no default
}

// Level returns the level for a request with a runner and a model, which are nil if it has none,
// and reports whether the section sets one.
func (v *Verbosity) Level(runner, model *string) (level int, ok bool) {
	if v == nil {
		return 0, false
	}
	if rule := v.text.rule(&TextRequest{Runner: runner, Model: model}); rule >= 0 {
		return v.rules[rule], true
	}
	if v.other != nil {
		return *v.other, true
	}
	return 0, false
}

// Reads returns the attributes of a request that the level depends on.
func (v *Verbosity) Reads() []string {
	if v == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.text.Reads()), func(path string) bool { return path == "ctx.verbosity" })
}

// verbosity compiles the section. Its rules are those of a text whose variants are the levels.
func (c *compiler) verbosity() {
	spec := c.file.Verbosity
	if spec == nil {
		return
	}
	v := &Verbosity{other: spec.Default}
	var text rules.TextSpec
	for level := range levelCount {
		text.Variants = append(text.Variants, rules.Variant{Name: strconv.Itoa(level), Text: strconv.Itoa(level)})
	}
	outside := func(pointer string, level int) {
		if !isLevel(level) {
			c.add(outOfRange(pointer, level))
		}
	}
	if spec.Default != nil {
		outside("/verbosity/default", *spec.Default)
	}
	for i, r := range spec.Runners {
		outside(fmt.Sprintf("/verbosity/runners/%d/level", i), r.Level)
		name := strconv.Itoa(clampLevel(int64(r.Level)))
		text.Runners = append(text.Runners, rules.RunnerSpec{Runner: r.Runner, Model: r.Model, Default: &name})
		v.rules = append(v.rules, r.Level)
	}
	var err error
	v.text, err = CompileText(text, c.rules.scope)
	c.addBelow("/verbosity", err)
	c.rules.verbosity = v
}
