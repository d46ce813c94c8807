package cond_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// A world is a tool and a request. Values are string, bool, float64 (for every number) and []any.
type world struct {
	values map[string]any
	state  map[string]string // "", "missing" or "bad"
	facts  expr.ToolInfo
	given  expr.RequestValues
}

type namedText string
type namedInt uint16

// world generates a tool and a request, with some attributes present, some missing and some
// unusable.
func (m maker) world() *world {
	w := &world{values: map[string]any{}, state: map[string]string{}}
	texts := func() (list []string, values []any) {
		values = []any{}
		for range m.length(4) {
			s := m.of("a", "b", "ab", "É", "x", "y", "z")
			list, values = append(list, s), append(values, s)
		}
		return list, values
	}
	text := func(path string) string {
		s := m.of("a", "b", "ab", " a ", "É")
		w.values[path] = s
		return s
	}
	flag := func(path string) bool {
		b := m.pick(2) == 0
		w.values[path] = b
		return b
	}
	f := &w.facts
	f.Server, f.Name, f.Title, f.Description = text("tool.server"), text("tool.name"), text("tool.title"), text("tool.description")
	w.values["tool.key"] = f.Server + "/" + f.Name
	f.ReadOnly, f.Destructive = flag("tool.readOnly"), flag("tool.destructive")
	f.Idempotent, f.OpenWorld = flag("tool.idempotent"), flag("tool.openWorld")
	f.Arguments, w.values["tool.arguments"] = texts()
	f.Required, w.values["tool.required"] = texts()
	f.Tags, w.values["tool.tags"] = texts()
	f.Bytes = m.pick(3)
	w.values["tool.bytes"] = float64(f.Bytes)

	w.given.Verbosity = m.pick(10)
	w.values["ctx.verbosity"] = float64(w.given.Verbosity)
	w.given.Attrs = map[string]any{}
	for _, a := range oracleAttrs[13:] {
		m.give(w, a)
	}
	return w
}

// give sets one attribute of the request, in one of the Go types that hosts use.
func (m maker) give(w *world, a attr) {
	parent, name := w.given.Attrs, strings.TrimPrefix(a.path, "ctx.")
	if inner, ok := strings.CutPrefix(name, "user."); ok {
		if parent["user"] == nil {
			parent["user"] = map[string]any{}
		}
		parent, name = parent["user"].(map[string]any), inner
	}
	how := m.pick(8)
	switch {
	case name == "verbosity":
		return
	case how == 0:
		w.state[a.path] = "missing"
		if m.pick(2) == 0 && name != "runner" && name != "model" {
			parent[name] = []any{nil, (*string)(nil), map[string]any(nil), []string(nil)}[m.pick(4)]
		}
		return
	case name == "runner":
		w.given.Runner = m.of("a", "b", "ab")
		w.values[a.path] = w.given.Runner
		return
	case name == "model":
		w.given.Model = m.of("a", "b", "ab")
		w.values[a.path] = w.given.Model
		return
	case how == 1:
		w.state[a.path] = "bad"
		parent[name] = m.wrong(a.kind)
		return
	}
	parent[name], w.values[a.path] = m.right(a.kind)
}

// length returns a length below n, or sometimes one that is long enough for a set.
func (m maker) length(n int) int {
	if m.pick(6) == 0 {
		return 7 + m.pick(8)
	}
	return m.pick(n)
}

func (m maker) right(kind string) (given, value any) {
	switch kind {
	case "s", "w":
		s := m.of("a", "b", "ab")
		if kind == "s" && m.pick(4) == 0 {
			s = m.of("x", "y", "z", "ax")
		}
		return []any{s, namedText(s), &s}[m.pick(3)], s
	case "b":
		b := m.pick(2) == 0
		return b, b
	case "n":
		n := m.pick(3)
		plain, dotted := json.Number(fmt.Sprint(n)), json.Number(fmt.Sprintf("%d.0e0", n))
		return []any{n, int8(n), namedInt(n), float64(n), float32(n), plain, dotted}[m.pick(7)], float64(n)
	case "f":
		x := []float64{0.5, 1, 2, -100}[m.pick(4)]
		return []any{x, float32(x), json.Number(fmt.Sprint(x))}[m.pick(3)], x
	}
	elem := strings.Trim(kind, "[]")
	anys, values := []any{}, []any{}
	for range m.length(3) {
		g, v := m.right(elem)
		anys, values = append(anys, g), append(values, v)
	}
	return anys, values
}

// wrong generates a value that is unusable for a kind.
func (m maker) wrong(kind string) any {
	all := map[string][]any{
		"s": {1, true, json.Number("1"), []string{"a"}, map[string]any{}, []byte("a"), strings.Repeat("a", 1025), struct{}{}, func() {}},
		"w": {"c", "A", "", 1, json.Number("1")},
		"b": {0, "true", json.Number("1"), []bool{true}},
		"n": {1.5, math.NaN(), math.Inf(1), 1e16, json.Number("x"), json.Number("1.5"), json.Number("0x1"),
			uint64(math.MaxUint64), "1", true, float32(0.5)},
		"f":   {math.NaN(), math.Inf(-1), json.Number("1e999"), json.Number("NaN"), "0.5", false, complex(1, 0)},
		"[s]": {"a", []any{"a", 1}, []any{nil}, []int{1}, make([]string, 257), map[string]any{}},
		"[n]": {1, []any{1, "a"}, []float64{1.5}, make([]int, 257)},
		"[f]": {1.0, []any{"a"}, []float64{math.NaN()}},
		"[b]": {true, []any{true, 0}},
	}[kind]
	return all[m.pick(len(all))]
}
