package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// CompileText checks and compiles a text. The error is [rules.Problems]: all problems in the order
// of the fields. Their pointers start at the text, with the field names of a rule file and the
// entries of every list by index: /default_verbosity, /levels/1, /variants/0, /verbosity_map/2,
// /runners/0/model, /runners/0/levels/1, /runners/0/when. Problems of a selector or a variant's
// name have OnKey set. The spec may be modified afterwards.
func CompileText(s rules.TextSpec, scope Scope) (*Text, error) {
	c := textCompiler{spec: &s, scope: scope, numbers: map[answer]uint32{}}
	text := &Text{defaultVerbosity: c.defaultVerbosity(), around: c.around()}
	texts := c.levelTexts()
	c.variants()
	base := c.base(&texts)
	c.add(text, base)
	for i := range s.Runners {
		if c.full() {
			break
		}
		rule, answers := c.runner(i, &base)
		text.rules = append(text.rules, rule)
		c.add(text, answers)
	}
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	slices.SortStableFunc(text.rules, func(a, b runnerRule) int { return b.score.Compare(a.score) })
	text.reads = text.readsOf()
	if p := newWorkLimit().addText("", text); p != nil {
		return nil, rules.Problems{p}
	}
	return text, nil
}

// around compiles prepend and append.
func (c *textCompiler) around() *Around {
	s := c.spec
	if s.Prepend == nil && s.Append == nil {
		return nil
	}
	a := &Around{}
	if s.Prepend != nil {
		a.Before = *s.Prepend
	}
	if s.Append != nil {
		a.After = *s.Append
	}
	switch {
	case s.Default != nil || s.DefaultVerbosity != nil || s.Levels != nil || s.Variants != nil ||
		s.VerbosityMap != nil || s.Runners != nil:
		c.report(&rules.Problem{Code: rules.CodeBadPrepend, Pointer: "", Offset: -1,
			Message: "prepend and append go with no other key", Hint: "keep the one or the other"})
	case a.Before == "" && a.After == "":
		c.report(&rules.Problem{Code: rules.CodeBadPrepend, Pointer: "", Offset: -1,
			Message: "prepend and append are empty", Hint: "remove them to keep the server's text"})
	}
	return a
}

// add adds a row to the text.
func (c *textCompiler) add(text *Text, answers filled) {
	var r row
	for level, a := range answers {
		n, known := c.numbers[a]
		if !known {
			n = uint32(len(text.answers))
			c.numbers[a] = n
			text.answers = append(text.answers, a)
		}
		r[level] = n
	}
	text.rows = append(text.rows, r)
}

// A textCompiler collects the problems of one text.
type textCompiler struct {
	spec    *rules.TextSpec
	scope   Scope
	byName  map[string]*rules.Variant
	numbers map[answer]uint32 // of the text's answers
	collector
}

func (c *textCompiler) defaultVerbosity() *int {
	level := c.spec.DefaultVerbosity
	if level == nil {
		return nil
	}
	if !isLevel(*level) {
		c.report(outOfRange("/default_verbosity", *level))
	}
	n := *level
	return &n
}

func (c *textCompiler) variants() {
	c.byName = make(map[string]*rules.Variant, len(c.spec.Variants))
	for i := range c.spec.Variants {
		v := &c.spec.Variants[i]
		if _, twice := c.byName[v.Name]; twice {
			c.report(&rules.Problem{Code: rules.CodeDuplicateVariant, Pointer: fmt.Sprintf("/variants/%d", i),
				Offset: -1, OnKey: true,
				Message: fmt.Sprintf("there are two variants called %q", v.Name), Hint: "rename one of them"})
			continue
		}
		c.byName[v.Name] = &rules.Variant{Name: v.Name, Text: v.Text}
	}
}

// base compiles the tiers after the runner rules. Since a tier by levels answers for every level if
// it does for any, one of them answers for all levels.
func (c *textCompiler) base(texts *levels) filled {
	variants := c.levelVariants("/verbosity_map", c.spec.VerbosityMap)
	switch {
	case variants.any():
		return variants.fill(VerbosityMapTier)
	case texts.any():
		return texts.fill(LevelsTier)
	case c.spec.Prepend != nil || c.spec.Append != nil:
		return same(answer{found: true, taken: -1})
	case c.spec.Default != nil:
		return same(answer{text: *c.spec.Default, found: true, tier: DefaultTier, taken: -1})
	}
	return same(answer{taken: -1})
}

func (c *textCompiler) levelTexts() levels {
	var ls levels
	for i, entry := range c.spec.Levels {
		c.cover(&ls, fmt.Sprintf("/levels/%d", i), entry.On, answer{text: entry.Text, found: true})
	}
	return ls
}

func (c *textCompiler) levelVariants(pointer string, entries []rules.LevelVariant) levels {
	var ls levels
	for i, entry := range entries {
		at := fmt.Sprintf("%s/%d", pointer, i)
		c.cover(&ls, at, entry.On, c.variant(at, entry.Variant))
	}
	return ls
}

// variant returns the answer of the variant with a name.
func (c *textCompiler) variant(pointer, name string) answer {
	v, ok := c.byName[name]
	if !ok {
		c.report(c.unknownVariant(pointer, name))
		return answer{}
	}
	return answer{text: v.Text, found: true, variant: &v.Name}
}

func (c *textCompiler) unknownVariant(pointer, name string) *rules.Problem {
	p := &rules.Problem{Code: rules.CodeUnknownVariant, Pointer: pointer, Offset: -1,
		Message: fmt.Sprintf("there is no variant called %q", name)}
	known := make([]string, len(c.spec.Variants))
	for i, v := range c.spec.Variants {
		known[i] = v.Name
	}
	switch near, ok := suggest.Nearest(name, known); {
	case ok:
		p.Hint = fmt.Sprintf("did you mean %q?", near)
	case strings.Contains(strings.TrimSpace(name), " "):
		p.Hint = textHint(pointer, name, known)
	case len(known) == 0:
		p.Hint = "declare it under variants"
	default:
		p.Hint = "declare it under variants, or name one of: " + suggest.List(known)
	}
	return p
}

// textHint returns what to write for a text where the name of a variant is expected.
func textHint(pointer, text string, known []string) string {
	name := "brief"
	if slices.Contains(known, name) {
		name = "other"
	}
	key := "the name here"
	if strings.HasSuffix(pointer, "/default") {
		key = "default"
	}
	return fmt.Sprintf("here stands the name of a text: write variants: {%s: %s}, and %s: %s", name, source.Quote(text), key, name)
}

func (c *textCompiler) runner(i int, base *filled) (runnerRule, filled) {
	spec := &c.spec.Runners[i]
	at := fmt.Sprintf("/runners/%d", i)
	rule := c.rule(at, spec.Runner, spec.Model, spec.When)
	rule.index = i
	answers := c.levelVariants(at+"/levels", spec.Levels)
	var fallback answer
	if spec.Default != nil {
		fallback = c.variant(at+"/default", *spec.Default)
	}
	switch {
	case answers.any():
		return rule, answers.fill(RunnerTier)
	case spec.Default != nil:
		fallback.tier, fallback.taken = RunnerTier, -1
		return rule, same(fallback)
	}
	return rule, *base
}

// rule compiles the conditions of a runner rule.
func (c *textCompiler) rule(at string, runner, model rules.Matcher, condition string) runnerRule {
	rule := runnerRule{runner: newMatcher(runner), model: c.model(at+"/model", model)}
	if rule.runner.kind == globbed {
		c.report(&rules.Problem{Code: rules.CodeGlobRunner, Pointer: at + "/runner", Offset: -1,
			Message: fmt.Sprintf("%q is a glob, and only models can be matched by one", runner), Hint: "list the runners by name"})
	}
	if condition != "" {
		when, problems := compileWhen(c.scope, at+"/when", condition)
		rule.when = when
		for _, p := range problems {
			c.report(p)
		}
	}
	rule.score = rule.specificity()
	return rule
}

func (c *textCompiler) model(pointer string, m rules.Matcher) matcher {
	compiled := newMatcher(m)
	if err := compiled.compile(); err != nil {
		c.report(FaultProblem(pointer, rules.CodePattern, err))
	} else if m.Glob != nil {
		if p := hiddenIn(pointer, *m.Glob); p != nil {
			c.report(p)
		}
	}
	return compiled
}

// levels holds the answers of a mapping by level, before the gaps are filled.
type levels struct {
	covered [levelCount]bool
	answers filled
}

// filled holds the answer for each level.
type filled [levelCount]answer

// cover sets the answer for the levels of a selector. An invalid selector is one problem; those of
// its levels that are valid are still covered.
func (c *textCompiler) cover(ls *levels, pointer string, on rules.Selector, a answer) {
	var fault *rules.Problem
	for _, span := range on {
		if p := checkSpan(pointer, span); p != nil && fault == nil {
			fault = p
		}
		for n := max(span.Lo, lowestLevel); n <= min(span.Hi, highestLevel); n++ {
			if ls.covered[n] && fault == nil {
				fault = &rules.Problem{Code: rules.CodeDuplicateLevel, Pointer: pointer, Offset: -1, OnKey: true,
					Message: fmt.Sprintf("level %d is covered twice", n), Hint: "let each level stand in one entry"}
			}
			ls.covered[n], ls.answers[n] = true, a
		}
	}
	if fault != nil {
		c.report(fault)
	}
}

func checkSpan(pointer string, span rules.Span) *rules.Problem {
	var p *rules.Problem
	switch {
	case !isLevel(span.Lo):
		p = outOfRange(pointer, span.Lo)
	case !isLevel(span.Hi):
		p = outOfRange(pointer, span.Hi)
	case span.Lo > span.Hi:
		p = &rules.Problem{Code: rules.CodeInvertedRange, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("the range %d-%d runs backwards", span.Lo, span.Hi),
			Hint:    fmt.Sprintf("write %d-%d", span.Hi, span.Lo)}
	default:
		return nil
	}
	p.OnKey = true
	return p
}

func outOfRange(pointer string, level int) *rules.Problem {
	return &rules.Problem{Code: rules.CodeLevelOutOfRange, Pointer: pointer, Offset: -1,
		Message: fmt.Sprintf("there is no level %d: levels are %d to %d", level, lowestLevel, highestLevel)}
}

func isLevel(n int) bool { return lowestLevel <= n && n <= highestLevel }

// any reports whether any level is covered.
func (ls *levels) any() bool { return slices.Contains(ls.covered[:], true) }

// fill assigns to each level the answer of the nearest covered one, the lower of two equally near.
// At least one level must be covered.
func (ls *levels) fill(tier Tier) filled {
	var all filled
	for n := range all {
		taken := ls.nearest(n)
		all[n] = ls.answers[taken]
		all[n].tier, all[n].taken = tier, int8(taken)
	}
	return all
}

func (ls *levels) nearest(n int) int {
	for distance := range levelCount {
		if low := n - distance; low >= lowestLevel && ls.covered[low] {
			return low
		}
		if high := n + distance; high <= highestLevel && ls.covered[high] {
			return high
		}
	}
	return n
}

// same returns a row with one answer for every level.
func same(a answer) filled {
	var all filled
	for n := range all {
		all[n] = a
	}
	return all
}
