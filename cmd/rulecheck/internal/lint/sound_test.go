package lint_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// What lint calls dead has to be dead: rule files are made at random, and whatever is reported of
// them is looked for in the explanations of a number of requests that have, lack and spoil every
// attribute in turn.

const soundTools = `[{"name":"get_x","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}},{"name":"delete_x","inputSchema":{"type":"object"}},{"name":"delete_y","annotations":{"destructiveHint":false},"inputSchema":{"type":"object"}},
	{"name":"x_delete","description":"x","inputSchema":{"type":"object"}},{"name":"set_x","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}},{"name":"Get-Y","inputSchema":{"type":"object"}}]`

func soundServers() []engine.Server {
	return []engine.Server{{ID: "a", Lists: [][]byte{[]byte(soundTools)}},
		{ID: "b", Lists: [][]byte{[]byte(soundTools)}}}
}

func soundRequests() (all []engine.Request) {
	for _, role := range []any{nil, "admin", "guest", 5} {
		for _, risk := range []any{nil, 0.2, 0.7} {
			for _, level := range []int64{1, 9} {
				for _, runner := range []string{"", "x"} {
					req := engine.Request{Runner: runner, Verbosity: engine.Verbosity(level), Attrs: map[string]any{}}
					if role != nil {
						req.Attrs["role"] = role
					}
					if risk != nil {
						req.Attrs["risk"] = risk
					}
					all = append(all, req)
				}
			}
		}
	}
	return all
}

// drawWhen draws a condition.
func drawWhen(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "atom") == 0 {
		return rapid.SampledFrom([]string{`ctx.role == "admin"`, "ctx.risk > 0.5", "tool.readOnly", "tool.destructive",
			`tool.name contains "x"`,
			"ctx.verbosity > 5", `tool.name == "nothing"`, `ctx.runner == "x"`, `(ctx.risk ?? 0.9) > 0.5`,
			`ctx.role == "admin" ? tool.readOnly : false`,
			`tool.readOnly ? ctx.risk > 0.5 : tool.destructive`}).Draw(t, "of")
	}
	a, b := drawWhen(t, depth-1), drawWhen(t, depth-1)
	switch rapid.IntRange(0, 2).Draw(t, "op") {
	case 0:
		return "(" + a + ") && (" + b + ")"
	case 1:
		return "(" + a + ") || (" + b + ")"
	}
	return "!(" + a + ")"
}

func drawEntries(t *rapid.T) []any {
	var list []any
	for range rapid.IntRange(1, 4).Draw(t, "entries") {
		e := map[string]any{}
		e["tools"] = rapid.SampledFrom([]any{"a/*", "*/get_*", "*/delete_*", "a/delete_x", "*", "{a,b}/*_x", "*/*x*",
			[]string{"a/get_?", "b/*"}}).Draw(t, "tools")
		if rapid.Bool().Draw(t, "when") {
			e["when"] = drawWhen(t, 2)
		}
		list = append(list, e)
	}
	return list
}

func TestDeadEntriesAreDead(t *testing.T) {
	found := map[rules.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		filter := map[string]any{"exclude": drawEntries(t)}
		if rapid.Bool().Draw(t, "include") {
			filter["include"] = drawEntries(t)
		}
		c, text := soundCatalog(t, map[string]any{"filter": filter})
		ps := lint.Catalog(c, lint.Options{})
		if len(ps) == 0 {
			return
		}
		seen := explainAll(c, soundRequests(), c.Tools())
		for _, p := range ps {
			found[p.Code]++
			checkEntry(t, seen, filter, p, text)
		}
	})
	for _, code := range []rules.Code{lint.CodeShadowedEntry, lint.CodeRedundantEntry, lint.CodeNeverMatches,
		lint.CodeCancelledInclude} {
		if found[code] == 0 {
			t.Errorf("%s was never found", code)
		}
	}
}

func soundCatalog(t *rapid.T, file map[string]any) (*engine.Catalog, string) {
	t.Helper()
	file["version"] = 1
	file["context"] = map[string]any{"role": "admin | guest", "risk?": "float"}
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Parse("rules.json", data, engine.Options{})
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	c, err := e.BuildCatalog(soundServers())
	if err != nil {
		t.Fatal(err)
	}
	return c, string(data)
}

// A decision is what one request sees of one tool, and why.
type decision struct {
	req engine.Request
	engine.Explanation
}

func explainAll(c *engine.Catalog, requests []engine.Request, keys []engine.Key) (all []decision) {
	for _, req := range requests {
		for _, key := range keys {
			all = append(all, decision{req, c.Explain(req, key)})
		}
	}
	return all
}

// checkEntry checks that what is said of an entry holds for every request.
func checkEntry(t *rapid.T, seen []decision, filter map[string]any, p *rules.Problem, text string) {
	t.Helper()
	parts := strings.Split(p.Pointer, "/")
	if len(parts) < 4 || parts[1] != "filter" {
		return
	}
	side := parts[2]
	index, err := strconv.Atoi(parts[3])
	if err != nil {
		t.Fatal(err)
	}
	var without *engine.Catalog
	if p.Code == lint.CodeRedundantEntry {
		without = withoutEntry(t, filter, side, index)
	}
	for _, x := range seen {
		decides, matches := x.Decider != nil && x.Decider.Side == side && x.Decider.Index == index, false
		for _, m := range x.Entries {
			matches = matches || m.Matches && m.Side == side && m.Index == index && (m.Failure == "" || side == "exclude")
		}
		wrong := false
		switch p.Code {
		case lint.CodeShadowedEntry:
			wrong = decides
		case lint.CodeNeverMatches:
			wrong = matches
		case lint.CodeCancelledInclude:
			wrong = matches && x.Visible
		case lint.CodeRedundantEntry:
			wrong = x.Visible != without.Explain(x.req, x.Key).Visible
		}
		if wrong {
			t.Fatalf("%s\n%v\n%s, %+v", text, p, x.Key, x.req)
		}
	}
}

func withoutEntry(t *rapid.T, filter map[string]any, side string, index int) *engine.Catalog {
	t.Helper()
	less := map[string]any{}
	for name, list := range filter {
		less[name] = list
	}
	var rest []any
	for i, e := range filter[side].([]any) {
		if i != index {
			rest = append(rest, e)
		}
	}
	less[side] = rest
	c, _ := soundCatalog(t, map[string]any{"filter": less})
	return c
}

func drawRunners(t *rapid.T) []any {
	var list []any
	answers := 4 // with 5 a rule may have no answer, so that it leads on to the next tier
	if rapid.Bool().Draw(t, "some without") {
		answers++
	}
	for range rapid.IntRange(1, 5).Draw(t, "rules") {
		r := map[string]any{}
		if runner := rapid.SampledFrom([]any{nil, "x", "y", []string{"x", "y"}}).Draw(t, "runner"); runner != nil {
			r["runner"] = runner
		}
		if model := rapid.SampledFrom([]any{nil, "m-1", "m*", "m-?", "{m-1,n}", []string{"m-1", "n"}}).Draw(t,
			"model"); model != nil {
			r["model"] = model
		}
		if rapid.IntRange(0, 3).Draw(t, "when") == 0 {
			r["when"] = drawWhen(t, 1)
		}
		switch rapid.IntRange(1, answers).Draw(t, "answer") {
		case 1:
			r["levels"] = map[string]any{"3": "v"}
		case 2:
			r["levels"], r["default"] = map[string]any{"3": "v"}, "w"
		case 5:
			r["when"] = "tool.readOnly"
		default:
			r["default"] = "v"
		}
		list = append(list, r)
	}
	if rapid.Bool().Draw(t, "for all") {
		list = append(list, map[string]any{"default": "v"})
	}
	return list
}

func TestDeadTextsAreDead(t *testing.T) {
	found := map[rules.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		description := map[string]any{"variants": map[string]any{"v": "V.", "w": "W."}, "runners": drawRunners(t)}
		for key, value := range map[string]any{"default": "D.", "levels": map[string]any{"2-4": "L."},
			"verbosity_map": map[string]any{"7": "w"}} {
			if rapid.Bool().Draw(t, key) {
				description[key] = value
			}
		}
		c, text := soundCatalog(t, map[string]any{"descriptions": []any{map[string]any{"tools": "*",
			"description": description}}})
		var requests []engine.Request
		for _, req := range soundRequests() {
			for _, model := range []string{"", "m-1", "m-2", "m", "n", "o", "m-10"} {
				req.Model = model
				requests = append(requests, req)
			}
		}
		seen := explainAll(c, requests, c.Tools()[:2]) // one that only reads and one that does not
		for _, p := range lint.Catalog(c, lint.Options{}) {
			found[p.Code]++
			checkText(t, seen, p, text)
		}
	})
	for _, code := range []rules.Code{lint.CodeShadowedRunner, lint.CodeUnreachableDefault, lint.CodeUnreachableLevels,
		lint.CodeUnreachableMap} {
		if found[code] == 0 {
			t.Errorf("%s was never found", code)
		}
	}
}

// checkText checks that what is said of a rule of runners, or of a tier, holds for every request.
func checkText(t *rapid.T, seen []decision, p *rules.Problem, text string) {
	t.Helper()
	rest, ok := strings.CutPrefix(p.Pointer, "/descriptions/0/description/")
	if !ok {
		return
	}
	for _, x := range seen {
		d := &x.Texts[0].Candidates[0]
		wrong := false
		switch {
		case p.Code == lint.CodeShadowedRunner:
			wrong = rest == fmt.Sprintf("runners/%d", d.Runner)
		case strings.HasPrefix(rest, "runners/"): // the default of a rule with levels
			wrong = p.Code == lint.CodeUnreachableDefault && rest == fmt.Sprintf("runners/%d/default", d.Runner) &&
				d.Taken < 0
		case p.Code == lint.CodeUnreachableDefault, p.Code == lint.CodeUnreachableLevels,
			p.Code == lint.CodeUnreachableMap:
			wrong = d.Tier == rest
		}
		if wrong {
			t.Fatalf("%s\n%v\n%s, %+v", text, p, x.Key, x.req)
		}
	}
}
