package prove

import (
	"context"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
)

const oneTool = `[{"name":"a","description":"One. Two.","inputSchema":{"type":"object"}}]`

func catalogOfTool(t *testing.T, rules string) *engine.Catalog {
	return catalogOf(t, "version: 1\n"+rules, []engine.Server{{ID: "s", Lists: [][]byte{[]byte(oneTool)}}})
}

// TestAnyToolAndRequest is about values of a tool that are not arbitrary, compared with those of a
// request.
func TestAnyToolAndRequest(t *testing.T) {
	for _, c := range []struct{ name, context, include, selects string }{
		{"size", "limit: int", "tool.bytes <= ctx.limit", ""},
		{"name after a shorter string that is not one", "id: string", "tool.name == ctx.id", `ctx.id matches "^( |aaa$)"`},
		{"name in a list", "ids: [string]", "tool.name in ctx.ids", `all(ctx.ids, # matches "^( |aaa$)")`},
		{"server after a shorter string that is not one", "id: string", "tool.server == ctx.id", `ctx.id matches "^(A|0|aaa$)"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			catalog := catalogOfTool(t, "context: {"+c.context+"}\nfilter: {include: [{when: '"+c.include+"'}]}")
			p := propertyOf(t, catalog.Engine().Rules, &statement{For: c.selects, Never: "*", AnyTool: true})
			if a := New(catalog).Prove(context.Background(), p); a.Outcome != Refuted {
				t.Errorf("%s: %v", a.Outcome, a.Open)
			}
		})
	}
}

func seesA(c *engine.Catalog, req engine.Request) bool {
	_, err := c.View(req).Resolve("s__a")
	return err == nil
}

// TestLevels is about requests without a level of their own, for which the rules set one.
func TestLevels(t *testing.T) {
	rules := func(when string) string {
		return "verbosity: {default: 2, runners: [{runner: x, level: 9}]}\nfilter: {include: [{when: '" + when + "'}]}"
	}
	t.Run("independent of the runner", func(t *testing.T) {
		p := New(catalogOfTool(t, rules("ctx.verbosity > 5")))
		if a := p.Prove(context.Background(), &Property{Kind: IndependentOf, Apart: []string{"ctx.runner"}}); a.Outcome != Unknown {
			t.Errorf("the runner changes the level: %s", a.Outcome)
		}
		if a := p.Prove(context.Background(), &Property{Kind: IndependentOf, Apart: []string{"ctx.model"}}); a.Outcome != Proved {
			t.Errorf("the model does not change the level: %s, %v", a.Outcome, a.Open)
		}
	})
	t.Run("counterexample", func(t *testing.T) {
		catalog := catalogOfTool(t, rules("ctx.verbosity == 5"))
		a := New(catalog).Prove(context.Background(), propertyOf(t, catalog.Engine().Rules, &statement{Never: "*"}))
		if a.Outcome != Refuted || !seesA(catalog, a.Requests[0]) {
			t.Errorf("%s by %v, which sees nothing", a.Outcome, a.Requests)
		}
	})
	t.Run("difference", func(t *testing.T) {
		before := catalogOfTool(t, rules("ctx.verbosity > 5"))
		after := catalogOfTool(t, "verbosity: {default: 9}\nfilter: {include: [{when: 'ctx.verbosity > 5'}]}")
		if d := Compare(context.Background(), before, after); len(d.Open) == 0 {
			t.Errorf("requests without a level see more: %+v", d)
		}
		if d := Compare(context.Background(), before, before); len(d.Open)+len(d.Changes) > 0 {
			t.Errorf("compared with itself: %+v", d)
		}
	})
}

// TestChangedTypes compares rules that declare an attribute with different types.
func TestChangedTypes(t *testing.T) {
	versions := []string{
		"context: {a: '[string]'}\nfilter: {include: [{when: '\"x\" in ctx.a'}]}",
		"context: {a: '[int]'}\nfilter: {include: [{when: '1 in ctx.a'}]}",
		"context: {a: string}\nfilter: {include: [{when: 'ctx.a == \"x\"'}]}",
		"context: {a: int}\nfilter: {include: [{when: 'ctx.a == 1'}]}",
	}
	for i, before := range versions {
		for k, after := range versions {
			if i == k {
				continue
			}
			wider, narrower := false, false
			for _, c := range Compare(context.Background(), catalogOfTool(t, before), catalogOfTool(t, after)).Changes {
				wider, narrower = wider || c.Wider, narrower || !c.Wider
			}
			if !wider || !narrower {
				t.Errorf("from\n%s\nto\n%s\nwider %t, narrower %t", before, after, wider, narrower)
			}
		}
	}
}

// TestBytesByLevel is about a tool whose size depends on the level, since server_text does.
func TestBytesByLevel(t *testing.T) {
	catalog := catalogOfTool(t, "descriptions: [{tools: '*', server_text: {0-5: remove, 6-9: keep}}]")
	a := New(catalog).Prove(context.Background(), &Property{Kind: AtMost, Bytes: true, Tools: 60})
	if a.Outcome == Proved {
		t.Error("requests with the level 9 see more")
	}
	catalog = catalogOf(t, "version: 1\ndiscovery: {limits: [{runner: x, tools: 1}]}", []engine.Server{{ID: "s",
		Lists: [][]byte{[]byte(`[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`)}}})
	for _, bytes := range []int{50, 93, 94} {
		a := New(catalog).Prove(context.Background(), &Property{Kind: AtMost, Bytes: true, Tools: bytes})
		if want := map[bool]Outcome{true: Proved, false: Refuted}[bytes == 94]; a.Outcome != want {
			t.Errorf("at most %d bytes: %s, not %s", bytes, a.Outcome, want)
		}
	}
}

// TestTimeOfAutomata makes sure that the time limit ends the search for the strings of hostile
// conditions.
func TestTimeOfAutomata(t *testing.T) {
	catalog := catalogOfTool(t, `context: {a: string}
filter:
  include:
    - when: 'ctx.a matches "(?:\\pL|b)*a(?:\\pL|b){100}$" and ctx.a matches "(?i)[\\pL\\pN]x(?:a|b|c){150}\\pN"'`)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	a := New(catalog).Prove(ctx, propertyOf(t, catalog.Engine().Rules, &statement{Never: "*"}))
	if took := time.Since(began); a.Outcome != Unknown || took > 10*time.Second {
		t.Errorf("%s after %v: %v", a.Outcome, took, a.Open)
	}
}
