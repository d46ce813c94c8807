package ruleset_test

import (
	"fmt"
	"slices"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// The oracle below follows the specification, rule by rule and level by level, and shares no code
// with package rules: it has its own matchers, its own selectors (sets of levels) and the outcomes
// of its own few conditions.

type oracleText struct {
	fallback     *string
	ownLevel     *int
	levels       []oracleLevel // text
	verbosityMap []oracleLevel // variant
	variants     map[string]string
	rules        []oracleRule
}

type oracleLevel struct {
	levels []int
	says   string
}

type oracleRule struct {
	runnerKind, modelKind string // any, name, list, glob
	runners, models       []string
	when                  int // index in oracleConditions; 0: none
	levels                []oracleLevel
	fallback              *string
}

// oracleConditions are expressions over one optional attribute that is missing, true or false.
var oracleConditions = []struct {
	src   string
	holds map[string]bool
}{
	{"", map[string]bool{"missing": true, "true": true, "false": true}},
	{"ctx.beta", map[string]bool{"true": true}},
	{"!ctx.beta", map[string]bool{"false": true}},
	{"ctx.beta ?? true", map[string]bool{"missing": true, "true": true}},
}

type oracleRequest struct {
	runner, model   *string
	level, fallback *int64
	beta            string
}

func (o *oracleText) resolve(q oracleRequest) (string, bool) {
	level := 5
	switch {
	case q.level != nil:
		level = oracleClamp(*q.level)
	case o.ownLevel != nil:
		level = *o.ownLevel
	case q.fallback != nil:
		level = oracleClamp(*q.fallback)
	}
	var matching []oracleRule
	for _, r := range o.rules {
		if r.matches(q) {
			matching = append(matching, r)
		}
	}
	sort.SliceStable(matching, func(i, j int) bool { return slices.Compare(matching[i].score(), matching[j].score()) > 0 })
	if len(matching) > 0 {
		if name, ok := oracleNearest(matching[0].levels, level); ok {
			return o.variants[name], true
		}
		if name := matching[0].fallback; name != nil {
			return o.variants[*name], true
		}
	}
	if name, ok := oracleNearest(o.verbosityMap, level); ok {
		return o.variants[name], true
	}
	if text, ok := oracleNearest(o.levels, level); ok {
		return text, true
	}
	if o.fallback != nil {
		return *o.fallback, true
	}
	return "", false
}

func oracleClamp(n int64) int {
	for level := range 10 {
		if n == int64(level) {
			return level
		}
	}
	if n < 0 {
		return 0
	}
	return 9
}

// oracleNearest compares all covered levels.
func oracleNearest(entries []oracleLevel, level int) (says string, ok bool) {
	best := 100
	for _, e := range entries {
		for _, n := range e.levels {
			d := 2 * (n - level) // in halves, so that the lower of two can be half a level nearer
			if d > 0 {
				d++
			}
			d = max(d, -d)
			if d < best {
				best, says, ok = d, e.says, true
			}
		}
	}
	return says, ok
}

func (r *oracleRule) matches(q oracleRequest) bool {
	one := func(kind string, names []string, name *string) bool {
		if kind == "any" {
			return true
		}
		if name == nil {
			return false
		}
		switch kind {
		case "glob":
			return oracleGlob(names[0], *name)
		case "name":
			return names[0] == *name
		}
		return slices.Contains(names, *name)
	}
	return one(r.runnerKind, r.runners, q.runner) && one(r.modelKind, r.models, q.model) && oracleConditions[r.when].holds[q.beta]
}

func (r *oracleRule) score() []int {
	score := []int{map[string]int{"name": 3, "list": 2, "glob": 1}[r.modelKind], map[string]int{"name": 2, "list": 1}[r.runnerKind],
		min(r.when, 1), 0}
	if r.modelKind == "glob" {
		for _, c := range r.models[0] {
			if c != '*' && c != '?' {
				score[3]++
			}
		}
	}
	return score
}

// oracleGlob supports only * and ?.
func oracleGlob(glob, name string) bool {
	if glob == "" {
		return name == ""
	}
	if glob[0] == '*' {
		return oracleGlob(glob[1:], name) || name != "" && oracleGlob(glob, name[1:])
	}
	return name != "" && (glob[0] == '?' || glob[0] == name[0]) && oracleGlob(glob[1:], name[1:])
}

func (o *oracleText) spec() rules.TextSpec {
	spec := rules.TextSpec{Default: o.fallback, DefaultVerbosity: o.ownLevel, VerbosityMap: oracleVariants(o.verbosityMap)}
	for name, text := range o.variants {
		spec.Variants = append(spec.Variants, rules.Variant{Name: name, Text: text})
	}
	for _, l := range o.levels {
		spec.Levels = append(spec.Levels, rules.LevelText{On: rules.Levels(l.levels...), Text: l.says})
	}
	for _, r := range o.rules {
		spec.Runners = append(spec.Runners, rules.RunnerSpec{
			Runner: oracleMatcher(r.runnerKind, r.runners), Model: oracleMatcher(r.modelKind, r.models),
			When: oracleConditions[r.when].src, Levels: oracleVariants(r.levels), Default: r.fallback,
		})
	}
	return spec
}

func oracleVariants(levels []oracleLevel) []rules.LevelVariant {
	var entries []rules.LevelVariant
	for _, l := range levels {
		entries = append(entries, rules.LevelVariant{On: rules.Levels(l.levels...), Variant: l.says})
	}
	return entries
}

func oracleMatcher(kind string, names []string) rules.Matcher {
	switch kind {
	case "name":
		return rules.Name(names[0])
	case "list":
		return rules.OneOf(names...)
	case "glob":
		return rules.Glob(names[0])
	}
	return rules.Matcher{}
}

// The generators draw from few names, so that rules meet requests and each other.

var (
	genName    = rapid.SampledFrom([]string{"codex", "grok", "gpt-5", "gpt-5-codex", "a/gpt-5", "5.4", "Codex", "*", ""})
	genGlob    = rapid.SampledFrom([]string{"*", "gpt-5*", "*gpt-5", "gpt-?", "*-*", "a/*", "?????", "*5*"})
	genVariant = rapid.SampledFrom([]string{"a", "b", "c", ""})
	genLevel   = rapid.OneOf(rapid.Int64Range(-2, 11), rapid.Int64())
)

func genLevels(t *rapid.T, label string, says *rapid.Generator[string]) []oracleLevel {
	free := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, label)
	var entries []oracleLevel
	for range rapid.IntRange(0, 3).Draw(t, label+" entries") {
		n := rapid.IntRange(0, min(3, len(free))).Draw(t, label+" width")
		entries = append(entries, oracleLevel{slices.Clone(free[:n]), says.Draw(t, label+" says")})
		free = free[n:]
	}
	return entries
}

func genText(t *rapid.T) *oracleText {
	o := &oracleText{variants: map[string]string{"a": "A", "b": "B", "c": "", "": "unnamed"}}
	o.fallback = rapid.Ptr(rapid.SampledFrom([]string{"D", ""}), true).Draw(t, "default")
	o.ownLevel = rapid.Ptr(rapid.IntRange(0, 9), true).Draw(t, "default_verbosity")
	o.levels = genLevels(t, "levels", rapid.SampledFrom([]string{"L1", "L2", "L3", ""}))
	o.verbosityMap = genLevels(t, "verbosity_map", genVariant)
	for i := range rapid.IntRange(0, 6).Draw(t, "rules") {
		label := fmt.Sprintf("rule %d ", i)
		r := oracleRule{
			runnerKind: rapid.SampledFrom([]string{"any", "name", "list"}).Draw(t, label+"runner kind"),
			modelKind:  rapid.SampledFrom([]string{"any", "name", "list", "glob"}).Draw(t, label+"model kind"),
			runners:    rapid.SliceOfN(genName, 1, 3).Draw(t, label+"runners"),
			models:     rapid.SliceOfN(genName, 1, 3).Draw(t, label+"models"),
			when:       rapid.IntRange(0, len(oracleConditions)-1).Draw(t, label+"when"),
			levels:     genLevels(t, label+"levels", genVariant),
			fallback:   rapid.Ptr(genVariant, true).Draw(t, label+"default"),
		}
		if r.modelKind == "glob" {
			r.models = []string{genGlob.Draw(t, label+"glob")}
		}
		if r.modelKind == "list" && rapid.Bool().Draw(t, label+"no models") {
			r.models = nil
		}
		o.rules = append(o.rules, r)
	}
	return o
}

func genRequest(t *rapid.T) oracleRequest {
	return oracleRequest{
		runner:   rapid.Ptr(genName, true).Draw(t, "runner"),
		model:    rapid.Ptr(genName, true).Draw(t, "model"),
		level:    rapid.Ptr(genLevel, true).Draw(t, "verbosity"),
		fallback: rapid.Ptr(genLevel, true).Draw(t, "host's verbosity"),
		beta:     rapid.SampledFrom([]string{"missing", "true", "false"}).Draw(t, "beta"),
	}
}

func oracleEnv(t interface{ Fatal(...any) }) *cond.Env {
	env, err := cond.NewEnv([]expr.Field{{Name: "beta", Type: expr.Type{Kind: expr.Bool}, Optional: true}}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func (q oracleRequest) bind(env *cond.Env) ruleset.TextRequest {
	attrs := map[string]any{}
	if q.beta != "missing" {
		attrs["beta"] = q.beta == "true"
	}
	return ruleset.TextRequest{
		Runner: q.runner, Model: q.model, Verbosity: q.level, DefaultVerbosity: q.fallback,
		Tool: env.Tool(expr.ToolInfo{}), Request: env.Request(expr.RequestValues{Attrs: attrs}),
	}
}

func checkTextAgainstOracle(t *rapid.T) {
	env := oracleEnv(t)
	o := genText(t)
	text, err := ruleset.CompileText(o.spec(), ruleset.Scope{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		q := genRequest(t)
		want, wanted := o.resolve(q)
		request := q.bind(env)
		got, ok := text.Resolve(request)
		if got != want || ok != wanted {
			t.Fatalf("%s: got %q, %t; want %q, %t\n%+v", describeRequest(request), got, ok, want, wanted, text.Explain(request))
		}
		if d := text.Explain(request); d.Text != got || d.Found != ok {
			t.Fatalf("%s: Resolve returns %q, %t and Explain %q, %t", describeRequest(request), got, ok, d.Text, d.Found)
		}
	}
}

func TestTextAgainstOracle(t *testing.T) { rapid.Check(t, checkTextAgainstOracle) }

func FuzzTextAgainstOracle(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkTextAgainstOracle)) }
