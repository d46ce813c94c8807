package plan_test

import (
	"encoding/json"
	"math"
	"strings"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/plan"
)

var (
	texts   = rapid.SampledFrom([]string{"a", "b", "ab", "ba", "A", "a-b", "", "c"})
	names   = rapid.SampledFrom([]string{"a", "b", "ab", "a_b", "a-b", "aab", "b_a", "A", "zz"})
	lists   = rapid.OneOf(rapid.SliceOfN(texts, 0, 3), rapid.SliceOfN(texts, 0, 3), rapid.SliceOfN(texts, 8, 12)) // long ones are sets
	tooLong = strings.Repeat("x", cond.MaxToolString+1)

	// Values that are too long only for atoms that also read the request.
	longBeside     = strings.Repeat("x", cond.MaxBesideString+1)
	longNameBeside = strings.Repeat("a", cond.MaxBesideName+1)
)

func facts(t *rapid.T) expr.ToolInfo {
	hints := rapid.IntRange(0, 15).Draw(t, "hints")
	f := expr.ToolInfo{
		Server: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "server"), Name: names.Draw(t, "name"), Title: texts.Draw(t, "title"),
		ReadOnly: hints&1 > 0, Destructive: hints&2 > 0, Idempotent: hints&4 > 0, OpenWorld: hints&8 > 0,
		Tags: lists.Draw(t, "tags"), Bytes: rapid.SampledFrom([]int{0, 1, 2, 40, 41}).Draw(t, "bytes"),
	}
	switch rapid.IntRange(0, 12).Draw(t, "more") {
	case 0:
		f.Title = tooLong
	case 1:
		f.Tags = make([]string, cond.MaxList+1)
	case 2:
		f.Arguments = []string{tooLong}
	case 5:
		f.Title, f.Description = longBeside, longBeside[1:]
	case 6:
		f.Tags = append(f.Tags, longBeside)
	case 7:
		f.Name = longNameBeside
	case 3:
		f.Hints, f.Description = []string{"readOnlyHint"}, "a"
	case 4:
		f.Arguments, f.Required = f.Tags, f.Tags
	}
	return f
}

// sections makes up to 200 tools, in sections as servers would make them, and sometimes none.
func sections(t *rapid.T, env *cond.Env, f *plan.Filter) (tools []*cond.Tool, all []*plan.Section) {
	for range rapid.IntRange(0, 3).Draw(t, "sections") {
		n := rapid.SampledFrom([]int{0, 1, 2, 30, 62, 63, 64, 65, 66}).Draw(t, "tools")
		section := make([]*cond.Tool, n)
		few := make([]*cond.Tool, min(n, 12)) // a tool is dear to draw
		for i := range few {
			few[i] = env.Tool(facts(t))
		}
		seed := rapid.Uint32().Draw(t, "which")
		for i := range section {
			seed = seed*1664525 + 1013904223
			section[i] = few[int(seed>>8)%len(few)]
		}
		tools = append(tools, section...)
		all = append(all, f.Section(section))
	}
	return tools, all
}

// attrs are values for each declared attribute: right, missing, nil, of a wrong type or over a
// limit.
var attrs = map[string][]any{
	"id":     {"a", "b", "ab", "", "a", "b", nil, 3, strings.Repeat("y", cond.MaxString+1)},
	"role":   {"a", "b", "ab", "a", "b", nil, "c", false},
	"groups": {[]string{"a", "b"}, []string{"c", "x", "y", "z", "b", "v", "w", "u", "ab"}, []any{"ab", "c"}, []string{}, []string{"b"}, []any{"a"}, nil, []any{"a", 1}, "a", make([]string, cond.MaxList+1)},
	"level":  {0, 1, 2, json.Number("40"), uint8(3), nil, nil, "1", 1.5},
	"tenant": {"a", "b", "ab", nil, nil, 1, []string{"a"}},
	"beta":   {true, false, nil, nil, "true"},
	"on":     {true, false, true, false, nil, 1},
	"budget": {0, 1, 2, 40, int64(41), 2.0, nil, "many", math.NaN()},
	"risk":   {0.5, 1, 0, 2.25, -1, nil, math.Inf(1), "high"},
	"sizes":  {[]int{1, 2}, []any{40}, []int{}, []float64{2, 1}, nil, []string{"1"}},
	"names":  {[]string{"a"}, []string{"b", "ab"}, []string{}, nil, nil, 7},
}

func request(t *rapid.T, env, other *cond.Env) *cond.Request {
	sound := rapid.IntRange(0, 3).Draw(t, "sound") > 0 // most requests are valid except for one or two values
	value := func(name string) (any, bool) {
		values := attrs[name]
		if sound {
			values = values[:4]
		}
		i := rapid.IntRange(0, len(values)).Draw(t, name)
		if i == len(values) {
			return nil, false
		}
		return values[i], true
	}
	given := map[string]any{"undeclared": "a"}
	user := map[string]any{}
	for _, name := range []string{"id", "role", "groups", "level"} {
		if v, ok := value(name); ok {
			user[name] = v
		}
	}
	for _, name := range []string{"tenant", "beta", "on", "budget", "risk", "sizes", "names"} {
		if v, ok := value(name); ok {
			given[name] = v
		}
	}
	given["user"] = user
	values := expr.RequestValues{
		Runner: texts.Draw(t, "runner"), Model: texts.Draw(t, "model"),
		Verbosity: rapid.IntRange(0, 3).Draw(t, "verbosity"), Attrs: given,
	}
	switch rapid.IntRange(0, 40).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return other.Request(values)
	case 2:
		given["user"] = "a"
	case 3:
		values.Attrs = nil
	}
	return env.Request(values)
}
