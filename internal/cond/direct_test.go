package cond_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// simple are atoms that run without the VM.
var simple = []string{
	`tool.readOnly`, `ctx.on`, `ctx.beta ?? ctx.on`, `ctx.tenant == nil`, `ctx.beta != nil`,
	`tool.name == "a"`, `"a" != ctx.user.id`, `ctx.user.role == "a"`, `tool.name < ctx.user.id`, `tool.destructive == ctx.on`,
	`(ctx.tenant ?? ctx.runner ?? "b") == tool.server`, `lower(trim(tool.title)) == upper(ctx.model)`,
	`ctx.verbosity < 3`, `tool.bytes >= ctx.verbosity`, `len(tool.tags) == len(ctx.sizes)`, `len(ctx.user.id) > 1`,
	`(ctx.user.level ?? 1) != 2`,
	`ctx.risk > 0.5`, `tool.bytes <= ctx.risk`, `ctx.verbosity == 1.0`,
	`ctx.user.role in ["a", "b"]`, `tool.name not in ctx.user.groups`, `"a" in tool.tags`, `ctx.verbosity in [1, 2]`,
	`tool.bytes in ctx.sizes`,
	`any(tool.tags, # in ctx.user.groups)`, `none(ctx.user.groups, # == tool.name)`,
	`any(tool.tags, # startsWith ctx.user.id)`, `count(tool.tags, # == "a" or not (# contains "b")) > 1`, `(ctx.on ? tool.name : "b") == "a"`,
	`one(["a", "b"], # == ctx.user.id and ctx.on)`, `all(ctx.user.groups, (# == "a") == ctx.on)`, `none(tool.arguments, # matches "^a")`,
	`any(ctx.sizes, # > 1)`, `ctx.sizes == [1]`, `tool.tags == ctx.user.groups`, `len(ctx.rates) == 1`, `any(ctx.rates, # > ctx.risk)`,
	`ctx.user.id in [tool.name, "a"]`, `ctx.risk in [0.5]`, `any(ctx.flags, # == ctx.on)`, `count(ctx.sizes, # in [1, 2]) == 1`,
	`[tool.name] == [ctx.tenant ?? "x"]`, `any(tool.tags, # startsWith lower(ctx.user.id))`,
	`tool.name startsWith "a"`, `tool.name not endsWith ctx.user.id`, `tool.description contains ctx.user.id`, `ctx.model matches "^a"`,
}

// notSimple are atoms that only the VM evaluates.
var notSimple = []string{
	`1 in [1, 2.5]`, `(ctx.user.level ?? ctx.risk) == 1`, `any([ctx.user.id, "a"], # == tool.name)`, `ctx.sizes == ctx.rates`,
}

// An atom that runs directly allocates no memory.
func TestSimpleAtomsRunDirectly(t *testing.T) {
	env := oracleEnv(t)
	tool := env.Tool(expr.ToolInfo{Server: "a", Name: "a", Tags: []string{"a"}})
	request := env.Request(expr.RequestValues{Runner: "a", Model: "A", Attrs: map[string]any{
		"user": map[string]any{"id": "a", "role": "a", "groups": []string{"a"}, "level": 1}, "tenant": "a", "beta": true, "on": true, "risk": 0.5,
		"limit": 1.0, "sizes": []int{1}, "flags": []bool{true}, "rates": []float64{1},
	}})
	allocations := func(src string) float64 {
		p, err := env.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		a := p.Atoms()[0]
		if a.Outcome(tool, request) == cond.Failed {
			t.Errorf("%s failed: %v", src, a.Eval(tool, request).Failure)
		}
		return testing.AllocsPerRun(10, func() { a.Outcome(tool, request) })
	}
	for _, src := range simple {
		if n := allocations(src); n != 0 {
			t.Errorf("%s: %v allocations", src, n)
		}
	}
	for _, src := range notSimple {
		if allocations(src) == 0 {
			t.Errorf("%s runs directly: it belongs to the simple ones", src)
		}
	}
}

// What a predicate calls that is the same for all items is called once, and compared with each.
func TestCallsOutsideOfItems(t *testing.T) {
	env := oracleEnv(t)
	tool := env.Tool(expr.ToolInfo{Tags: []string{"bc", "ABC"}})
	request := env.Request(expr.RequestValues{Attrs: map[string]any{"user": map[string]any{"id": "aB"}}})
	for src, want := range map[string]cond.Outcome{
		`any(tool.tags, # startsWith upper(ctx.user.id))`: cond.True,
		`any(tool.tags, # startsWith lower(ctx.user.id))`: cond.False,
		`all(tool.tags, # endsWith lower(ctx.user.id))`:   cond.False,
	} {
		p, err := env.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		a := p.Atoms()[0]
		if got, byVM := a.Outcome(tool, request), a.Eval(tool, request).Outcome; got != want || byVM != want {
			t.Errorf("%s: %v, and %v by the VM; want %v", src, got, byVM, want)
		}
	}
}

// TestOutcomeAgreesWithVM compares direct functions and the other forms of an atom with the VM.
func TestOutcomeAgreesWithVM(t *testing.T) {
	env := oracleEnv(t)
	seen := map[string]int{}
	property := func(t *rapid.T) {
		m := maker{t}
		src := m.tree(m.pick(3)).text
		if rapid.Bool().Draw(t, "a form") {
			src = m.form()
		}
		p, err := env.Compile(src)
		skipTooLong(t, src, err)
		for range 8 {
			w := m.world()
			tool, request := env.Tool(w.facts), env.Request(w.given)
			for _, a := range p.Atoms() {
				want := a.Eval(tool, request).Outcome
				seen[want.String()]++
				if got := a.Outcome(tool, request); got != want {
					t.Fatalf("%s: got %v, want %v\ntool %+v\nrequest %+v", a.Source(), got, want, w.facts, w.given)
				}
				checkForms(t, a, tool, request, want, seen)
			}
		}
	}
	for range 5 { // one round draws the rarest forms too seldom to count on
		rapid.Check(t, property)
	}
	for _, what := range []string{"true", "false", "failed", "overlap", "between"} {
		if seen[what] < 20 {
			t.Errorf("only %d are %s", seen[what], what)
		}
	}
}

// form generates an expression that is likely to be an Overlap or a Between.
func (m maker) form() string {
	type side struct{ texts, lists, numbers []string }
	a := side{
		[]string{"tool.name", "tool.server", "lower(tool.name)"}, []string{"tool.tags", "tool.arguments"},
		[]string{"tool.bytes", "len(tool.tags)"},
	}
	b := side{
		[]string{"ctx.user.id", "ctx.runner", `(ctx.tenant ?? "a")`, "ctx.user.role"}, []string{"ctx.user.groups"},
		[]string{"ctx.verbosity", "ctx.user.level", "len(ctx.user.id)"},
	}
	text := func(s side) string { return m.of(s.texts...) }
	list := func(s side) string { return m.of(s.lists...) }
	number := func(s side) string { return m.of(s.numbers...) }
	if m.pick(2) == 0 {
		a, b = b, a
	}
	switch m.pick(6) {
	case 0:
		return text(a) + m.of(" == ", " != ") + text(b)
	case 1:
		return text(a) + m.of(" in ", " not in ") + list(b)
	case 2:
		return m.of("any", "all", "none", "one") + "(" + list(a) + ", #" + m.of(" in ", " not in ") + list(b) + ")"
	case 3:
		return m.of("any", "all", "none") + "(" + list(a) + ", #" + m.of(" == ", " != ") + text(b) + ")"
	case 4:
		return m.of("any", "all", "none") + "(" + list(a) + ", " + text(b) + m.of(" == ", " != ") + "#)"
	}
	return number(a) + m.of(" == ", " != ", " < ", " <= ", " > ", " >= ") + number(b)
}

func checkForms(t *rapid.T, a *cond.Atom, tool *cond.Tool, request *cond.Request, want cond.Outcome, seen map[string]int) {
	if !a.CanReadTool(tool) || !a.CanReadRequest(request) {
		if want != cond.Failed {
			t.Fatalf("%s can't be read and is %v", a.Source(), want)
		}
		return
	}
	if o := a.Overlap(); o != nil {
		seen["overlap"]++
		var one, other [1]string
		common := false
		for _, text := range o.ToolTexts(tool, &one) {
			for _, wanted := range o.RequestTexts(request, &other) {
				common = common || text == wanted
			}
		}
		if (common != o.Negated) != (want == cond.True) {
			t.Fatalf("%s is %v; in common %t, negated %t", a.Source(), want, common, o.Negated)
		}
	}
	if b := a.Between(); b != nil {
		seen["between"]++
		lo, hi := b.Ends(request)
		n := b.ToolInt(tool)
		if (lo <= n && n <= hi) == b.Negated == (want == cond.True) {
			t.Fatalf("%s is %v; %d between %d and %d, negated %t", a.Source(), want, n, lo, hi, b.Negated)
		}
	}
}

// If an atom has different outcomes for two tools with some request, the keys of the tools differ.
func TestToolKeysDiffer(t *testing.T) {
	env := oracleEnv(t)
	rapid.Check(t, func(t *rapid.T) {
		m := maker{t}
		src := m.tree(m.pick(3)).text
		p, err := env.Compile(src)
		skipTooLong(t, src, err)
		x, y, w := m.world(), m.world(), m.world()
		one, other, request := env.Tool(x.facts), env.Tool(y.facts), env.Request(w.given)
		for _, a := range p.Atoms() {
			alike := string(a.AppendToolKey(nil, one)) == string(a.AppendToolKey(nil, other))
			if alike && a.Outcome(one, request) != a.Outcome(other, request) {
				t.Fatalf("%s tells tools of one key apart", a.Source())
			}
		}
	})
}

func TestKeysOfLimits(t *testing.T) {
	env := oracleEnv(t)
	p, err := env.Compile(`tool.title == "" and any(tool.tags, # == ctx.user.id)`)
	if err != nil {
		t.Fatal(err)
	}
	long := env.Tool(expr.ToolInfo{Title: strings.Repeat("x", cond.MaxToolString+1)})
	if a := p.Atoms()[0]; string(a.AppendToolKey(nil, long)) == string(a.AppendToolKey(nil, env.Tool(expr.ToolInfo{}))) {
		t.Error("a title that is too long has the key of an empty one")
	}
}

// skipTooLong skips an expression that exceeds a limit of the language, or that has a long string
// of a tool inside a predicate, which is not allowed. Any other error is a defect of the generator
// or of the compiler.
func skipTooLong(t *rapid.T, src string, err error) {
	if err == nil {
		return
	}
	e, ok := errors.AsType[*cond.Error](err)
	if ok && (e.Code == cond.TooLong || e.Code == cond.TooDeep || e.Code == cond.TooManyNodes || e.Code == cond.TooExpensive || e.Code == cond.NotAllowed) {
		t.Skip("too long")
	}
	t.Fatalf("%s: %v", src, err)
}
