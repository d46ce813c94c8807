package cond_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// TestTooExpensive checks that atoms that read both sides cost what docs/limits.md states.
func TestTooExpensive(t *testing.T) {
	env := oracleEnv(t)
	for _, c := range []struct {
		src  string
		want int // of a tool; -1: it is refused
	}{
		{`tool.name == ctx.user.id`, 16},
		{`tool.bytes > ctx.verbosity`, 16},
		{`any(tool.tags, # == ctx.user.id)`, 16},
		{`any(tool.tags, # in ctx.user.groups)`, 64},
		{`any(ctx.user.groups, # == tool.title)`, 16},
		{`lower(tool.title) == ctx.user.id`, 16 + 4096 + 4096},
		{`(tool.readOnly ? tool.name : tool.server) == ctx.user.id`, 16 + 128},
		{`any(tool.readOnly ? tool.tags : tool.hints, # == ctx.user.id)`, 16 + 4096},
		{`tool.name startsWith ctx.user.id`, 24 + 3*4},
		{`tool.name contains ctx.user.id`, 24 + 3*4},
		{`tool.title startsWith ctx.user.id`, 4096},
		{`tool.description contains ctx.user.id`, 4096},
		{`lower(tool.description) contains ctx.user.id`, 2 * 4096},
		{`(ctx.on ? tool.title : tool.description) contains ctx.user.id`, 2 * 4096},
		{`tool.arguments == ctx.user.groups`, 4096},
		{`any(tool.tags, # startsWith ctx.user.id)`, 4096},
		{`count(tool.arguments, # in ctx.user.groups) == 1`, 4096},
		{`any(ctx.user.groups, tool.name startsWith #)`, 24 + 4 + 256*3*4},
		{`any(ctx.user.groups, lower(tool.name) contains #)`, 256*128/4 + 128},
		{`any(ctx.sizes, # > tool.bytes)`, 24 + 4 + 256*3*4},
		{`any(tool.tags, # == ctx.user.id or # == ctx.tenant)`, 24 + 4 + 256*7*4},
		{`(ctx.on ? tool.name : tool.server) matches "^a"`, 128 * 4 * 16},
		{`any([ctx.user.id, "a"], # == tool.name)`, 24 + 1024 + 3*64 + 2*3*64}, // no fast path

		{`(ctx.on ? tool.title : tool.description) matches "^a"`, -1},
		{`(ctx.tenant ?? tool.name) matches "^abc$"`, -1},
		{`any(tool.arguments, tool.description contains ctx.user.id)`, -1},
		{`any(["a", "b", "c", "d", "e"], tool.description contains # and ctx.on)`, -1},
		{`any(tool.tags, # matches "^a" and ctx.on)`, -1},
		{`any(tool.tags, # == "a" or # == "b" or # == "c" or # == "d" or # == ctx.user.id)`, -1},
	} {
		p, err := env.Compile("true and " + c.src)
		e, refused := errors.AsType[*cond.Error](err)
		switch {
		case c.want < 0 && (!refused || e.Code != cond.TooExpensive || e.Offset != len("true and ")):
			t.Errorf("%s: got %v", c.src, err)
		case c.want >= 0 && err != nil:
			t.Errorf("%s: %v", c.src, err)
		case c.want >= 0:
			if got := p.Atoms()[1].ToolWork(true); got != c.want {
				t.Errorf("%s costs %d bytes, want %d", c.src, got, c.want)
			}
		}
	}
}

func TestTooExpensiveForRequests(t *testing.T) {
	env := oracleEnv(t)
	for src, want := range map[string]int{
		`ctx.model matches "mini$"`:                           1024 * 7,
		`any(ctx.user.groups, # matches "admin")`:             256 * 64 * 7,
		`any(ctx.user.groups, # in ["a", "b"])`:               24 + 4 + 256*5*4,
		`tool.name == lower(ctx.user.id)`:                     1024,
		`tool.bytes > count(ctx.user.groups, # == "a")`:       4 + 256*3*4,
		`tool.readOnly`:                                       0,
		`ctx.on`:                                              24 + 4,
		`(ctx.user.level ?? ctx.risk) == 1`:                   24 + 1024 + 5*64, // no fast path
		`(ctx.on ? "" : "") matches "a{200}"`:                 24 + 6*4,         // no bytes
		`any(ctx.user.groups, # matches "(abc|de){8}")`:       -1,
		`any(ctx.user.groups, lower(#) matches "(abc|d){9}")`: -1,
	} {
		p, err := env.Compile(src)
		e, refused := errors.AsType[*cond.Error](err)
		switch {
		case want < 0 && (!refused || e.Code != cond.TooExpensive):
			t.Errorf("%s: got %v", src, err)
		case want >= 0 && err != nil:
			t.Errorf("%s: %v", src, err)
		case want >= 0 && p.Atoms()[0].RequestWork() != want:
			t.Errorf("%s costs %d bytes, want %d", src, p.Atoms()[0].RequestWork(), want)
		}
	}
}

func TestRefreshWork(t *testing.T) {
	env := oracleEnv(t)
	for src, want := range map[string]int{
		`tool.readOnly`:                    24 + 4,
		`tool.name == "a"`:                 24 + 3*4,
		`tool.title contains "a"`:          4096,
		`tool.title matches "^a"`:          4096 + 4096*4,
		`any(tool.tags, # startsWith "a")`: 4096,
		`tool.name == ctx.user.id`:         0,
		`ctx.on`:                           0,
	} {
		p, err := env.Compile(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if got := p.Atoms()[0].RefreshWork(); got != want {
			t.Errorf("%s costs %d bytes, want %d", src, got, want)
		}
	}
}

// A predicate over a list of the request does not search a title or a description.
func TestSearchesForEach(t *testing.T) {
	env := oracleEnv(t)
	for src, offset := range map[string]int{
		`any(ctx.user.groups, tool.description contains #)`:                21,
		`count(ctx.user.groups, # == tool.title and ctx.on) > 1`:           28,
		`any((ctx.on ? ctx.user.groups : ["a"]), tool.title startsWith #)`: 40,
		`one([ctx.user.id], tool.title == #)`:                              19,
		`any(ctx.user.groups, # == tool.title)`:                            -1,
		`none(ctx.user.groups, # == tool.description)`:                     -1,
		`any(["a"], tool.description contains #)`:                          -1,
		`any(tool.arguments, tool.description contains #)`:                 -1,
	} {
		_, err := env.Compile(src)
		e, refused := errors.AsType[*cond.Error](err)
		switch {
		case offset < 0 && err != nil:
			t.Errorf("%s: %v", src, err)
		case offset >= 0 && (!refused || e.Code != cond.NotAllowed || e.Offset != offset):
			t.Errorf("%s: got %v, want an error at %d", src, err, offset)
		}
	}
}

// TestLongStringsOfTools reaches the limits of what atoms read of a tool, and one step beyond.
func TestLongStringsOfTools(t *testing.T) {
	env := oracleEnv(t)
	request := env.Request(expr.RequestValues{Runner: "r", Attrs: map[string]any{
		"user": map[string]any{"id": "u", "groups": []string{"g"}}, "on": true,
	}})
	x := func(n int) string { return strings.Repeat("x", n) }
	title := func(n int) expr.ToolInfo { return expr.ToolInfo{Title: x(n)} }
	description := func(n int) expr.ToolInfo { return expr.ToolInfo{Description: x(n)} }
	name := func(n int) expr.ToolInfo { return expr.ToolInfo{Name: x(n)} }
	tags := func(n int) expr.ToolInfo { return expr.ToolInfo{Tags: []string{x(n - 10), x(10)}} }
	arguments := func(n int) expr.ToolInfo { return expr.ToolInfo{Arguments: []string{x(n - 10), x(10)}} }
	for _, c := range []struct {
		src       string
		facts     func(bytes int) expr.ToolInfo
		limit     int
		attribute string
	}{
		{`tool.title == ctx.user.id`, title, cond.MaxBesideString, "tool.title"},
		{`tool.description contains ctx.user.id`, description, cond.MaxBesideString, "tool.description"},
		{`(ctx.on ? tool.name : tool.title) == ctx.user.id`, title, cond.MaxBesideString, "tool.title"},
		{`tool.name startsWith ctx.user.id`, name, cond.MaxBesideName, "tool.name"},
		{`any(tool.tags, # in ctx.user.groups)`, tags, cond.MaxBesideString, "tool.tags"},
		{`len(tool.arguments) == ctx.verbosity`, arguments, cond.MaxBesideString, "tool.arguments"},
		{`tool.title == "x"`, title, cond.MaxToolString, "tool.title"},
		{`any(tool.tags, # == "x")`, tags, cond.MaxToolString, "tool.tags"},
		{`tool.description matches "[yz]{400}"`, description, cond.MaxRegexWork / 402, "tool.description"},
		{`any(tool.arguments, lower(#) matches "[yz]{400}")`, arguments, cond.MaxRegexWork / 402, "tool.arguments"},
		{`tool.title matches "[yz]{30}" or tool.title matches "[yz]{400}"`, title, cond.MaxRegexWork / 402, "tool.title"},
		{`(tool.title matches "[yz]{30}") == (tool.title matches "[yz]{400}")`, title, cond.MaxRegexWork / 402, "tool.title"},
		{`(tool.title matches "[yz]{400}") == (tool.title matches "[yz]{30}")`, title, cond.MaxRegexWork / 402, "tool.title"},
	} {
		p, err := env.Compile(c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		for beyond := range 2 {
			tool := env.Tool(c.facts(c.limit + beyond))
			got, failure := p.Eval(tool, request), p.ToolFailure(tool)
			failed := got.Outcome == cond.Failed
			if failed != (beyond == 1) || p.Outcome(tool, request) != got.Outcome || (failure != nil) != failed || beyond == 1 && !tool.IsLong() && tool.Bad() == nil {
				t.Errorf("%s with %d bytes is %v, and %v; failure %v", c.src, c.limit+beyond, got.Outcome, p.Outcome(tool, request), failure)
				continue
			}
			if want := fmt.Sprintf("%d bytes", c.limit+1); failed && (failure.Reason != expr.CodeTooLong || failure.Attribute != c.attribute ||
				!strings.Contains(failure.Detail, want)) {
				t.Errorf("%s: got %+v", c.src, failure)
			}
		}
	}
}
