package ruleset_test

import (
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func compileText(t *testing.T, spec rules.TextSpec) *ruleset.Text {
	t.Helper()
	text, err := ruleset.CompileText(spec, ruleset.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTextsWithoutAnswer(t *testing.T) {
	for name, text := range map[string]*ruleset.Text{
		"nil":                         nil,
		"zero":                        {},
		"compiled from the zero spec": compileText(t, rules.TextSpec{}),
		"variants that nothing names": compileText(t, rules.TextSpec{Variants: []rules.Variant{{Name: "a", Text: "A"}}}),
		"a selector of nothing":       compileText(t, rules.TextSpec{Levels: []rules.LevelText{{Text: "never"}}}),
		"a rule that matches nothing": compileText(t,
			rules.TextSpec{Variants: []rules.Variant{{Name: "a"}}, Runners: []rules.RunnerSpec{{Model: rules.OneOf(), Default: new("a")}}}),
		"a rule that has nothing": compileText(t, rules.TextSpec{Runners: []rules.RunnerSpec{{}}}),
		"a rule of levels for nothing": compileText(t,
			rules.TextSpec{Variants: []rules.Variant{{Name: "a"}}, Runners: []rules.RunnerSpec{{Levels: []rules.LevelVariant{{Variant: "a"}}}}}),
	} {
		t.Run(name, func(t *testing.T) {
			q := ruleset.TextRequest{Runner: new("codex"), Model: new(""), Verbosity: new(int64(3))}
			if got, ok := text.Resolve(q); ok || got != "" {
				t.Errorf("got %q, %t", got, ok)
			}
			d := text.Explain(q)
			if d.Found || d.Tier != ruleset.NoTier || d.Taken != -1 || d.Variant != nil || d.Level != 3 || d.LevelFrom != ruleset.RequestLevel {
				t.Errorf("got %+v", d)
			}
		})
	}
}

func TestAnswerOutOfRange(t *testing.T) {
	text := compileText(t, rules.TextSpec{Default: new("D"), Runners: []rules.RunnerSpec{{}}})
	for _, c := range []struct {
		rule, level int
		ok          bool
	}{{-1, 0, true}, {0, 9, true}, {-2, 0, false}, {1, 0, false}, {-1, -1, false}, {-1, 10, false}, {math.MaxInt, 0, false}} {
		if _, ok := text.Answer(c.rule, c.level); ok != c.ok {
			t.Errorf("rule %d, level %d: %t", c.rule, c.level, ok)
		}
	}
}

func TestTextProblems(t *testing.T) {
	spec := rules.TextSpec{
		DefaultVerbosity: new(10),
		Levels:           []rules.LevelText{{On: rules.Level(3)}, {On: rules.Range(2, 3)}, {On: rules.Range(7, 5)}, {On: rules.Levels(-1, 12)}},
		Variants:         []rules.Variant{{Name: "a"}, {Name: "b"}, {Name: "a"}},
		VerbosityMap:     []rules.LevelVariant{{On: rules.Level(0), Variant: "c"}},
		Runners: []rules.RunnerSpec{
			{Runner: rules.Glob("co*"), Default: new("a")},
			{Model: rules.Glob("gpt{"), When: "tool.nmae == ", Levels: []rules.LevelVariant{{On: rules.Level(10), Variant: "B"}},
				Default: new("none")},
		},
	}
	type place struct {
		Code    rules.Code
		Pointer string
		OnKey   bool
	}
	want := []place{
		{rules.CodeLevelOutOfRange, "/default_verbosity", false},
		{rules.CodeDuplicateLevel, "/levels/1", true},
		{rules.CodeInvertedRange, "/levels/2", true},
		{rules.CodeLevelOutOfRange, "/levels/3", true},
		{rules.CodeDuplicateVariant, "/variants/2", true},
		{rules.CodeUnknownVariant, "/verbosity_map/0", false},
		{rules.CodeGlobRunner, "/runners/0/runner", false},
		{"pattern_open_brace", "/runners/1/model", false},
		{"expression_syntax", "/runners/1/when", false},
		{rules.CodeUnknownVariant, "/runners/1/levels/0", false},
		{rules.CodeLevelOutOfRange, "/runners/1/levels/0", true},
		{rules.CodeUnknownVariant, "/runners/1/default", false},
	}
	text, err := ruleset.CompileText(spec, ruleset.Scope{})
	ps, _ := err.(rules.Problems)
	var got []place
	for _, p := range ps {
		got = append(got, place{p.Code, p.Pointer, p.OnKey})
		if p.Message == "" || p.Severity != rules.SeverityError {
			t.Errorf("%+v", p)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || text != nil {
		t.Errorf("text %v, problems got + where - is wanted\n%s", text, diff)
	}
}

func TestTextProblemsPointIntoTheirText(t *testing.T) {
	rule := rules.RunnerSpec{Model: rules.Glob("gpt-5}"), When: `tool.readOnly && tool.nmae == "x"`}
	_, err := ruleset.CompileText(rules.TextSpec{Runners: []rules.RunnerSpec{rule}}, ruleset.Scope{})
	ps, _ := err.(rules.Problems)
	if len(ps) != 2 || ps[0].Offset != 5 || ps[1].Offset != 22 {
		t.Errorf("got %+v", ps)
	}
	if _, ok := errors.AsType[*pattern.Error](err); !ok {
		t.Errorf("what the pattern said is lost: %v", err)
	}
	if _, ok := errors.AsType[*cond.Error](err); !ok {
		t.Errorf("what the expression said is lost: %v", err)
	}
}

func TestUnknownVariantHints(t *testing.T) {
	for _, c := range []struct {
		name, variant string
		variants      []rules.Variant
		hint          string
	}{
		{"near", "ters", []rules.Variant{{Name: "codex"}, {Name: "terse"}}, `did you mean "terse"?`},
		{"far", "zebra", []rules.Variant{{Name: "codex"}, {Name: "terse"}}, "declare it under variants, or name one of: codex, terse"},
		{"none", "terse", nil, "declare it under variants"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ruleset.CompileText(rules.TextSpec{Variants: c.variants, Runners: []rules.RunnerSpec{{Default: &c.variant}}}, ruleset.Scope{})
			if p, ok := errors.AsType[*rules.Problem](err); !ok || p.Hint != c.hint {
				t.Errorf("got %v; want the hint %q", err, c.hint)
			}
		})
	}
}

// TestOneProblemASelector checks that only the first fault of a selector is reported.
func TestOneProblemASelector(t *testing.T) {
	for _, c := range []struct {
		on   rules.Selector
		code rules.Code
	}{
		{rules.Selector{{Lo: 7, Hi: 5}, {Lo: 12, Hi: 12}, {Lo: 1, Hi: 1}, {Lo: 1, Hi: 1}}, rules.CodeInvertedRange},
		{rules.Selector{{Lo: 12, Hi: 12}, {Lo: 1, Hi: 1}, {Lo: 1, Hi: 1}, {Lo: 7, Hi: 5}}, rules.CodeLevelOutOfRange},
		{rules.Selector{{Lo: 1, Hi: 1}, {Lo: 1, Hi: 1}, {Lo: 7, Hi: 5}, {Lo: 12, Hi: 12}}, rules.CodeDuplicateLevel},
	} {
		_, err := ruleset.CompileText(rules.TextSpec{Levels: []rules.LevelText{{On: c.on}}}, ruleset.Scope{})
		if ps, _ := err.(rules.Problems); len(ps) != 1 || ps[0].Code != c.code {
			t.Errorf("%s: got %v; want %s", c.on, err, c.code)
		}
	}
}

// TestManyEqualRules has more rules than a sort that is not stable leaves in order by chance.
func TestManyEqualRules(t *testing.T) {
	var spec rules.TextSpec
	for range 100 {
		spec.Runners = append(spec.Runners, rules.RunnerSpec{}, rules.RunnerSpec{Runner: rules.Name("codex")})
	}
	d := compileText(t, spec).Explain(ruleset.TextRequest{Runner: new("codex")})
	checkVerdicts(t, spec, d)
	if d.Rule != 1 {
		t.Errorf("rule %d is asked", d.Rule)
	}
}

// TestHugeSpans checks that a range of 64 bits is not slower than any other.
func TestHugeSpans(t *testing.T) {
	levels := []rules.LevelText{{On: rules.Range(math.MinInt, math.MaxInt)}, {On: rules.Level(math.MinInt)}}
	_, err := ruleset.CompileText(rules.TextSpec{Levels: levels}, ruleset.Scope{})
	if ps, _ := err.(rules.Problems); len(ps) != 2 || ps[0].Code != rules.CodeLevelOutOfRange || ps[1].Code != rules.CodeLevelOutOfRange {
		t.Errorf("got %v", err)
	}
}

func TestMatchers(t *testing.T) {
	names := []string{"a", "b"}
	list := rules.OneOf(names...)
	names[0] = "changed"
	for _, c := range []struct {
		m    rules.Matcher
		text string
	}{
		{rules.Matcher{}, "*"},
		{rules.Name("codex"), "codex"},
		{rules.Glob("gpt-5*"), "gpt-5*"},
		{list, "[a, b]"},
		{rules.OneOf(), "[]"},
	} {
		if c.m.String() != c.text {
			t.Errorf("got %q; want %q", c.m, c.text)
		}
	}
	all := []rules.Matcher{{}, rules.Name("a"), rules.Glob("a"), rules.OneOf("a"), rules.OneOf("a", "b"), rules.OneOf(), rules.Name("*")}
	for i, a := range all {
		for j, b := range all {
			if same := textFor(t, a).SameAnswers(textFor(t, b)); same != (i == j) {
				t.Errorf("%s (%d) and %s (%d): same answers %t", a, i, b, j, same)
			}
		}
	}
}

// textFor returns a text for some models alone.
func textFor(t *testing.T, m rules.Matcher) *ruleset.Text {
	t.Helper()
	variant := "v"
	text, err := ruleset.CompileText(rules.TextSpec{
		Variants: []rules.Variant{{Name: variant, Text: "T"}}, Runners: []rules.RunnerSpec{{Model: m, Default: &variant}},
	}, ruleset.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSpecificityCompare(t *testing.T) {
	ascending := []ruleset.Specificity{
		{},
		{Literals: 1},
		{Literals: 2},
		{When: 1},
		{Runner: 1},
		{Runner: 1, When: 1},
		{Runner: 2},
		{Model: 1},
		{Model: 1, Literals: 9},
		{Model: 1, Runner: 2, When: 1},
		{Model: 2},
		{Model: 3},
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if got, want := a.Compare(b), min(1, max(-1, i-j)); got != want {
				t.Errorf("%s against %s: %d; want %d", a, b, got, want)
			}
		}
	}
}

func TestFailedConditionsAreReported(t *testing.T) {
	spec := rules.TextSpec{
		Variants: []rules.Variant{{Name: "a", Text: "A"}},
		Runners: []rules.RunnerSpec{
			{When: "ctx.model == 'x'", Default: new("a")},                          // less specific than the one that is found
			{Runner: rules.Name("codex"), Default: new("a")},                       // found
			{Runner: rules.Name("codex"), When: "ctx.model == 'x'"},                // fails
			{Runner: rules.Name("grok"), When: "ctx.model == 'x'"},                 // not evaluated
			{Runner: rules.Name("codex"), When: "ctx.runner == 'x'"},               // is false
			{Runner: rules.OneOf("codex"), Model: rules.Name("m"), When: "1 == 1"}, // has another model
		},
	}
	text := compileText(t, spec)
	var env *cond.Env // that of a zero Scope
	var told []int
	q := ruleset.TextRequest{
		Runner: new("codex"), Tool: env.Tool(expr.ToolInfo{}), Request: env.Request(expr.RequestValues{Runner: "codex"}),
		Failed: func(rule int, f *expr.Failure) {
			told = append(told, rule)
			if f.Attribute != "ctx.model" || f.Reason != expr.CodeMissing {
				t.Errorf("rule %d: %s", rule, f)
			}
		},
	}
	if got, ok := text.Resolve(q); got != "A" || !ok {
		t.Errorf("got %q, %t", got, ok)
	}
	if !slices.Equal(told, []int{2}) {
		t.Errorf("told of rules %v", told)
	}
	told = nil
	var failed []int
	for _, v := range text.Explain(q).Rules {
		if v.Failure != nil {
			failed = append(failed, v.Index)
		}
	}
	if !slices.Equal(failed, []int{2, 0}) || told != nil {
		t.Errorf("Explain has the failures of %v and told of %v", failed, told)
	}
}

func TestAConditionWithoutToolAndRequestFails(t *testing.T) {
	text := compileText(t, rules.TextSpec{
		Default:  new("D"),
		Variants: []rules.Variant{{Name: "a", Text: "A"}},
		Runners:  []rules.RunnerSpec{{When: "tool.readOnly", Default: new("a")}, {When: "ctx.verbosity < 10", Default: new("a")}},
	})
	if got, ok := text.Resolve(ruleset.TextRequest{}); got != "D" || !ok {
		t.Errorf("got %q, %t", got, ok)
	}
	for _, v := range text.Explain(ruleset.TextRequest{}).Rules {
		if v.Failure == nil || v.When {
			t.Errorf("rule %d: %+v", v.Index, v)
		}
	}
}

func TestReads(t *testing.T) {
	variants := []rules.Variant{{Name: "a", Text: "A"}, {Name: "b", Text: "B"}}
	for _, c := range []struct {
		name string
		spec rules.TextSpec
		want []string
	}{
		{"nothing", rules.TextSpec{Default: new("D")}, nil},
		{"levels", rules.TextSpec{Levels: []rules.LevelText{{On: rules.Level(0), Text: "x"}, {On: rules.Level(9), Text: "y"}}},
			[]string{"ctx.verbosity"}},
		{"another text for one level", rules.TextSpec{Levels: []rules.LevelText{
			{On: rules.Level(0), Text: "x"}, {On: rules.Level(1), Text: "y"}, {On: rules.Level(2), Text: "x"},
		}}, []string{"ctx.verbosity"}},
		{"one text for all levels",
			rules.TextSpec{Levels: []rules.LevelText{{On: rules.Level(0), Text: "x"}, {On: rules.Level(9), Text: "x"}}}, nil},
		{"levels that are hidden", rules.TextSpec{
			Levels:   []rules.LevelText{{On: rules.Level(0), Text: "x"}, {On: rules.Level(9), Text: "y"}},
			Variants: variants, VerbosityMap: []rules.LevelVariant{{On: rules.Level(0), Variant: "a"}},
		}, nil},
		{"names", rules.TextSpec{Variants: variants, Runners: []rules.RunnerSpec{
			{Model: rules.Glob("x*"), Default: new("a")}, {Runner: rules.OneOf(), Default: new("a")},
		}}, []string{"ctx.model", "ctx.runner"}},
		{"levels of a rule", rules.TextSpec{Variants: variants, Runners: []rules.RunnerSpec{
			{Levels: []rules.LevelVariant{{On: rules.Level(0), Variant: "a"}, {On: rules.Level(9), Variant: "b"}}},
		}}, []string{"ctx.verbosity"}},
		{"conditions", rules.TextSpec{Variants: variants, Runners: []rules.RunnerSpec{
			{When: `tool.readOnly && ctx.runner == "x"`, Default: new("a")}, {Runner: rules.Name("x"), When: "tool.bytes > 5"},
		}}, []string{"ctx.runner", "tool.bytes", "tool.readOnly"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := compileText(t, c.spec).Reads(); !slices.Equal(got, c.want) {
				t.Errorf("got %q; want %q", got, c.want)
			}
		})
	}
	if got := (*ruleset.Text)(nil).Reads(); got != nil {
		t.Errorf("nil reads %q", got)
	}
}

// TestTextDoesNotAliasItsSpec changes everything that went into a text and came out of it.
func TestTextDoesNotAliasItsSpec(t *testing.T) {
	spec := rules.TextSpec{
		DefaultVerbosity: new(0),
		Variants:         []rules.Variant{{Name: "a", Text: "A"}},
		VerbosityMap:     []rules.LevelVariant{{On: rules.Level(0), Variant: "a"}},
		Runners:          []rules.RunnerSpec{{Runner: rules.Name("codex"), Default: new("a")}},
	}
	text := compileText(t, spec)
	*spec.DefaultVerbosity = 7
	spec.Variants[0] = rules.Variant{Name: "b", Text: "B"}
	spec.VerbosityMap[0].On[0] = rules.Span{Lo: 9, Hi: 9}
	*spec.Runners[0].Default = "b"
	spec.Runners[0] = rules.RunnerSpec{}
	*text.Explain(ruleset.TextRequest{}).Variant = "c"
	for _, runner := range []*string{nil, new("codex")} {
		d := text.Explain(ruleset.TextRequest{Runner: runner})
		if d.Text != "A" || *d.Variant != "a" || d.Level != 0 || d.LevelFrom != ruleset.TextLevel || (d.Rule == 0) != (runner != nil) {
			t.Errorf("got %+v", d)
		}
	}
}

func TestTextsMayBeShared(t *testing.T) {
	text := compileText(t, rules.TextSpec{
		Levels:   []rules.LevelText{{On: rules.Range(0, 4), Text: "low"}, {On: rules.Range(5, 9), Text: "high"}},
		Variants: []rules.Variant{{Name: "a", Text: "A"}},
		Runners:  []rules.RunnerSpec{{Model: rules.Glob("g*"), When: "ctx.verbosity > 4", Default: new("a")}},
	})
	var env *cond.Env // that of a zero Scope
	var group sync.WaitGroup
	for level := range int64(10) {
		group.Go(func() {
			q := ruleset.TextRequest{Model: new("gpt"), Verbosity: &level, Tool: env.Tool(expr.ToolInfo{}),
				Request: env.Request(expr.RequestValues{Verbosity: int(level)})}
			want := map[bool]string{false: "low", true: "A"}[level > 4]
			for range 100 {
				if got, _ := text.Resolve(q); got != want || text.Explain(q).Text != want {
					t.Errorf("level %d: got %q", level, got)
				}
			}
		})
	}
	group.Wait()
}

func TestResolveDoesNotAllocate(t *testing.T) {
	spec := benchmarkSpec()
	text := compileText(t, spec)
	q := ruleset.TextRequest{Runner: new("runner-7"), Model: new("gpt-5-codex"), Verbosity: new(int64(4))}
	if n := testing.AllocsPerRun(100, func() { text.Resolve(q) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// benchmarkSpec has rules of all kinds, most of which do not match.
func benchmarkSpec() rules.TextSpec {
	spec := rules.TextSpec{
		Default:      new("D"),
		Levels:       []rules.LevelText{{On: rules.Range(0, 3), Text: "short"}, {On: rules.Range(6, 9), Text: "long"}},
		Variants:     []rules.Variant{{Name: "a", Text: "A"}, {Name: "b", Text: "B"}},
		VerbosityMap: []rules.LevelVariant{{On: rules.Level(2), Variant: "a"}, {On: rules.Level(8), Variant: "b"}},
	}
	for i := range 10 {
		n := string(rune('0' + i))
		spec.Runners = append(spec.Runners,
			rules.RunnerSpec{Runner: rules.Name("runner-" + n), Default: new("a")},
			rules.RunnerSpec{Runner: rules.Name("runner-" + n), Model: rules.OneOf("m-"+n, "n-"+n),
				Levels: []rules.LevelVariant{{On: rules.Level(0), Variant: "a"}, {On: rules.Level(9), Variant: "b"}}},
			rules.RunnerSpec{Model: rules.Glob("model-" + n + "*"), Default: new("b")},
		)
	}
	return spec
}

func BenchmarkResolve(b *testing.B) {
	text, err := ruleset.CompileText(benchmarkSpec(), ruleset.Scope{})
	if err != nil {
		b.Fatal(err)
	}
	q := ruleset.TextRequest{Runner: new("runner-7"), Model: new("gpt-5-codex"), Verbosity: new(int64(4))}
	b.ReportAllocs()
	for b.Loop() {
		text.Resolve(q)
	}
}

func TestStrings(t *testing.T) {
	for _, c := range []struct {
		got  interface{ String() string }
		want string
	}{
		{ruleset.NoTier, "none"}, {ruleset.RunnerTier, "runners"}, {ruleset.VerbosityMapTier, "verbosity_map"}, {ruleset.LevelsTier, "levels"},
		{ruleset.DefaultTier, "default"}, {ruleset.Tier(9), "tier(9)"},
		{ruleset.BuiltInLevel, "built-in"}, {ruleset.HostLevel, "host"}, {ruleset.TextLevel, "text"}, {ruleset.RequestLevel, "request"},
		{ruleset.LevelSource(9), "level source(9)"},
		{ruleset.Specificity{Model: 3, Runner: 2, When: 1}, "model 3, runner 2, when 1, literals 0"},
	} {
		if c.got.String() != c.want {
			t.Errorf("got %q; want %q", c.got, c.want)
		}
	}
}

// TestReport36 is a user's report: texts were keyed by the exposed name, so that one for scan_v1
// could have reached scan.v1, and renaming lost it. An entry means the pair of server and raw name,
// exactly and never folded, and its text knows no other.
func TestReport36(t *testing.T) {
	entry := func(src string) *pattern.Pattern {
		p, err := pattern.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := entry("radar/scan.v1"); !p.Match("radar", "scan.v1") || p.Match("radar", "scan_v1") || p.Match("radar", "radar__scan_v1") {
		t.Error("radar/scan.v1 does not mean the raw name")
	}
	if entry("radar/scan_v1").Match("radar", "scan.v1") {
		t.Error("radar/scan_v1 reaches scan.v1")
	}
	var env *cond.Env // that of a zero Scope
	text := compileText(t, rules.TextSpec{
		Default:  new("elsewhere"),
		Variants: []rules.Variant{{Name: "once", Text: "Scan the area once."}},
		Runners:  []rules.RunnerSpec{{When: `tool.server == "radar" && tool.name == "scan.v1"`, Default: new("once")}},
	})
	for name, want := range map[string]string{"scan.v1": "Scan the area once.", "scan_v1": "elsewhere", "x_radar__scan_v1": "elsewhere"} {
		q := ruleset.TextRequest{Tool: env.Tool(expr.ToolInfo{Server: "radar", Name: name}), Request: env.Request(expr.RequestValues{})}
		if got, _ := text.Resolve(q); got != want {
			t.Errorf("%s: got %q; want %q", name, got, want)
		}
	}
}

// TestReport42 is a user's report about empty descriptions: the empty text is an answer of its own,
// which no later tier replaces, and not the lack of one.
func TestReport42(t *testing.T) {
	text := compileText(t, rules.TextSpec{Default: new("Second tool."), Levels: []rules.LevelText{{On: rules.Level(0), Text: ""}}})
	if got, ok := text.Resolve(ruleset.TextRequest{Verbosity: new(int64(0))}); got != "" || !ok {
		t.Errorf("got %q, %t; want the empty answer", got, ok)
	}
	if d := text.Explain(ruleset.TextRequest{Verbosity: new(int64(0))}); d.Tier != ruleset.LevelsTier || d.Taken != 0 {
		t.Errorf("got %+v", d)
	}
}

// TestReport44 is a user's report: provider/model was written where others write the model alone.
// The whole text is compared, a glob is there for the spellings that differ, and explain shows the
// rule that did not match and why.
func TestReport44(t *testing.T) {
	spec := func(model rules.Matcher) rules.TextSpec {
		return rules.TextSpec{
			Default: new("d"), Variants: []rules.Variant{{Name: "v", Text: "V"}},
			Runners: []rules.RunnerSpec{{Runner: rules.Name("anvil"), Model: model, Default: new("v")}},
		}
	}
	exact, glob := compileText(t, spec(rules.Name("acme/forge-3"))), compileText(t, spec(rules.Glob("*{/,}forge-3*")))
	for _, c := range []struct{ model, exact, glob string }{
		{"forge-3", "d", "V"},
		{"acme/forge-3", "V", "V"},
		{"acme/forge-3-20260901", "d", "V"},
		{"router/acme/forge-3", "d", "V"},
		{"acme/forge-4", "d", "d"},
	} {
		q := ruleset.TextRequest{Runner: new("anvil"), Model: &c.model}
		if got, _ := exact.Resolve(q); got != c.exact {
			t.Errorf("%s by name: got %q; want %q", c.model, got, c.exact)
		}
		if got, _ := glob.Resolve(q); got != c.glob {
			t.Errorf("%s by glob: got %q; want %q", c.model, got, c.glob)
		}
		if v := exact.Explain(q).Rules[0]; !v.Runner || v.Model != (c.exact == "V") {
			t.Errorf("%s: %+v", c.model, v)
		}
	}
}
