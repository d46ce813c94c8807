package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/diff"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
)

const head = "version: 1\ncontext: {role: admin | guest}\n"

var servers = []engine.Server{
	{ID: "a", Lists: [][]byte{[]byte(`[
		{"name": "x", "description": "X", "inputSchema": {"type": "object", "properties": {"p": {"description": "P"}, "q": {"items": {"properties": {"items": {}}}}, "r": {"anyOf": [{"properties": {"s": {}}}]}}}},
		{"name": "y", "inputSchema": {"type": "object"}}, {"name": "z.z", "inputSchema": {"type": "object"}}, {"name": "w", "inputSchema": {"type": "object"}}]`)}},
	{ID: "b", Lists: [][]byte{[]byte(`[{"name": "x", "title": "T", "outputSchema": {"properties": {"o": {}}}, "inputSchema": {"type": "object"}}, {"name": "v", "inputSchema": {"type": "object"}}]`)}},
}

func catalog(t *testing.T, rules string, servers []engine.Server) *engine.Catalog {
	t.Helper()
	e, err := engine.Parse("r.yaml", []byte(head+rules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// everybody are an admin, a guest, and a guest with a low verbosity.
var everybody = matrix.Requests([]engine.Request{{}}, []matrix.Axis{{Path: "role", Values: []any{"admin", "guest"}},
	{Path: "verbosity", Values: []any{0, 9}}})

// hideFromAll hides a tool from requests without a runner.
const hideFromAll = "filter: {exclude: [{tools: a/x, when: (ctx.runner ?? \"n\") == \"n\"}]}"

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after string
		want          []string
	}{
		{"nothing", "filter: {exclude: [a/x]}", "filter: {exclude: [{id: same, tools: [a/x]}]}", nil},
		{"hidden from all", "", "filter: {exclude: [a/x, b/v]}", []string{"hidden a/x a__x [0 1 2 3]",
			"hidden b/v b__v [0 1 2 3]"}},
		{"hidden from some", "", "filter: {exclude: [{tools: a/y, when: ctx.role == \"guest\"}]}",
			[]string{"hidden a/y a__y [2 3]"}},
		{"hidden from others later", "filter: {exclude: [{tools: b/*, when: ctx.role == \"admin\"}]}",
			"filter: {exclude: [{tools: [a/w, b/v]}]}",
			[]string{"shown b/x b__x [0 1]", "hidden a/w a__w [0 1 2 3]", "hidden b/v b__v [2 3]"}},
		{"shown, in the order of the catalog",
			"filter: {exclude: [{tools: a/w, when: ctx.role == \"admin\"}, {tools: a/x, when: ctx.role == \"guest\"}]}",
			"",
			[]string{"shown a/x a__x [2 3]", "shown a/w a__w [0 1]"}},
		{"renamed", "", "naming: {rename: {a/x: n}}", []string{"renamed a/x a__x a__n [0 1 2 3]"}},
		{"rejected", "", "naming: {rename: {a/x: y}}", []string{"rejected a/x a__x [0 1 2 3]",
			"rejected a/y a__y [0 1 2 3]"}},
		{"rejected, and hidden before", "filter: {exclude: [a/x]}",
			"filter: {exclude: [a/x]}\nnaming: {rename: {a/x: y}}", []string{"rejected a/y a__y [0 1 2 3]"}},
		{"got a name", "naming: {rename: {a/x: y}}", "", []string{"shown a/x a__x [0 1 2 3]",
			"shown a/y a__y [0 1 2 3]"}},
		{"re-described", "descriptions: [{tools: a/x, description: one}]",
			"descriptions: [{tools: a/x, description: two}]",
			[]string{"redescribed a/x a__x [0 1 2 3] description:one>two"}},
		{"removed and added", "",
			"descriptions: [{tools: '*/x', title: U, description: \"\", arguments: {p: Q, 'q[].items': I, r.s: S}, " +
				"results: {o: O}}]",
			[]string{"redescribed a/x a__x [0 1 2 3] description:X>-", "redescribed a/x a__x [0 1 2 3] arguments.p:P>Q",
				"redescribed a/x a__x [0 1 2 3] arguments.q[].items:->I",
				"redescribed a/x a__x [0 1 2 3] arguments./properties/r/anyOf/0/properties/s:->S",
				"redescribed a/x a__x [0 1 2 3] title:->U", "redescribed b/x b__x [0 1 2 3] title:T>U",
				"redescribed b/x b__x [0 1 2 3] results.o:->O"}},
		{"in two ways", "", "descriptions: [{tools: a/x, description: {levels: {0-4: few, 5-9: many}}}]",
			[]string{"redescribed a/x a__x [0 2] description:X>few", "redescribed a/x a__x [1 3] description:X>many"}},
		{"renamed and re-described", "",
			"naming: {prefix: p_}\nfilter: {include: [b/v]}\ndescriptions: [{tools: b/v, description: V}]",
			[]string{"hidden a/x a__x [0 1 2 3]", "hidden a/y a__y [0 1 2 3]", "hidden a/z.z a__z_z [0 1 2 3]",
				"hidden a/w a__w [0 1 2 3]", "hidden b/x b__x [0 1 2 3]",
				"renamed b/v b__v p_b__v [0 1 2 3]", "redescribed b/v p_b__v [0 1 2 3] description:->V"}},
		{"elsewhere", "descriptions: [{tools: a/w, description: {variants: {v: V}, runners: [{runner: codex, " +
			"default: v}]}}]",
			"filter: {exclude: [{tools: b/v, when: ctx.model == \"m\"}, {tools: a/y, when: ctx.role == \"guest\"}]}",
			[]string{"hidden a/y a__y [2 3]", "hidden b/v b__v [0 1 2 3]", "elsewhere a/w description"}},
		{"elsewhere: who sees it, of a tool that is renamed",
			"filter: {exclude: [{tools: a/x, when: (ctx.runner ?? \"n\") == \"codex\"}]}",
			"naming: {rename: {a/x: n}}", []string{"renamed a/x a__x a__n [0 1 2 3]", "elsewhere a/x visibility"}},
		{"elsewhere: the name of a tool that these requests do not see", hideFromAll,
			hideFromAll + "\nnaming: {rename: {a/x: n}}",
			[]string{"elsewhere a/x name"}},
		{"elsewhere: one text, where another one differs", "",
			"descriptions: [{tools: a/x, title: U, description: {variants: {v: V}, runners: [{runner: codex, " +
				"default: v}]}, arguments: {p: {variants: {v: V}, runners: [{runner: codex, default: v}]}}}]",
			[]string{"redescribed a/x a__x [0 1 2 3] title:->U", "elsewhere a/x description arguments.p"}},
		{"elsewhere: texts, of a tool that is hidden here", "", hideFromAll +
			"\ndescriptions: [{tools: a/x, description: new}]",
			[]string{"hidden a/x a__x [0 1 2 3]", "elsewhere a/x description"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := diff.Compare(catalog(t, c.before, servers), catalog(t, c.after, servers), everybody)
			if d := cmp.Diff(c.want, lines(r)); d != "" {
				t.Error(d)
			}
			if r.Empty() != !slices.ContainsFunc(c.want,
				func(line string) bool { return !strings.HasPrefix(line, "elsewhere ") }) {
				t.Error("empty, or not")
			}
		})
	}
}

// lines returns a report as lines.
func lines(r *diff.Report) (list []string) {
	for _, part := range []struct {
		name   string
		sights []diff.VisibilityChange
	}{{"added", r.Added}, {"removed", r.Removed}, {"shown", r.Shown}, {"hidden", r.Hidden}, {"rejected", r.Rejected}} {
		for _, s := range part.sights {
			list = append(list, fmt.Sprintf("%s %s %s %v", part.name, s.Key, s.Name, s.Requests))
		}
	}
	for _, x := range r.Renamed {
		list = append(list, fmt.Sprintf("renamed %s %s %s %v", x.Key, x.From, x.To, x.Requests))
	}
	for _, h := range r.Hints {
		list = append(list, fmt.Sprintf("hint %s %s %t>%t", h.Key, h.Hint, h.From, h.To))
	}
	for _, x := range r.Redescribed {
		for _, c := range x.Changes {
			list = append(list, fmt.Sprintf("redescribed %s %s %v %s:%s>%s", x.Key, x.Name, c.Requests, c.Place(),
				or(c.From), or(c.To)))
		}
	}
	for _, p := range r.Elsewhere {
		line := "elsewhere " + p.Key.String()
		if p.Visibility {
			line += " visibility"
		}
		if p.Name {
			line += " name"
		}
		for _, pointer := range p.Texts {
			line += " " + diff.Place(pointer)
		}
		list = append(list, line)
	}
	return list
}

func or(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

func TestWhy(t *testing.T) {
	before := catalog(t, "filter: {exclude: [{id: old, tools: a/w}]}", servers)
	after := catalog(t, "filter: {exclude: [{id: new, tools: a/x, when: ctx.role == \"guest\"}]}", servers)
	r := diff.Compare(before, after, everybody)
	if len(r.Shown) != 1 || r.Shown[0].Why.Decider.Spec.ID != "old" || len(r.Hidden) != 1 ||
		r.Hidden[0].Why.Decider.Spec.ID != "new" {
		t.Errorf("%+v", r)
	}
}

// TestServersChange compares catalogs of different tools.
func TestServersChange(t *testing.T) {
	now := []engine.Server{{ID: "b",
		Lists: [][]byte{[]byte(`[{"name": "v", "description": "V", "x": [1, 2], "inputSchema": {"type": "object"}}, {"name": "u", "inputSchema": {"type": "object"}}]`)}}}
	then := []engine.Server{{ID: "b",
		Lists: [][]byte{[]byte(`[{"name": "v", "x": [1], "inputSchema": {"type": "object"}}, {"name": "t", "inputSchema": {"type": "object"}}]`)}}}
	got := lines(diff.Compare(catalog(t, "", then), catalog(t, "", now), everybody[:1]))
	want := []string{"added b/u b__u [0]", "removed b/t b__t [0]", "redescribed b/v b__v [0] /x:[1]>[1, 2]",
		"redescribed b/v b__v [0] description:->V"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestCompareAgreesWithLists compares reports with what requests see, over all pairs of some rule
// files.
func TestCompareAgreesWithLists(t *testing.T) {
	files := []string{"", "filter: {include: [a/*]}", "filter: {exclude: ['*/x']}", "naming: {prefix: p}",
		"filter: {exclude: [{tools: [a/x, b/*], when: ctx.role == \"guest\"}]}", "naming: {rename: {a/x: y}}",
		"descriptions: [{tools: a/*, description: {levels: {0-4: few, 5-9: many}}}]",
		"filter: {include: [{when: ctx.verbosity > 4}, b/v]}"}
	for _, f := range files {
		for _, g := range files {
			before, after := catalog(t, f, servers), catalog(t, g, servers)
			r := diff.Compare(before, after, everybody)
			for i, req := range everybody {
				for _, k := range before.Tools() {
					if want, got := looked(before, after, req.Request, k), reported(r, i, k); want != got {
						t.Errorf("%q and %q: request %d, %s: %s is reported, and %s is so", f, g, i, k, got, want)
					}
				}
			}
		}
	}
}

// looked returns how a tool differs for a request, by a comparison of both lists.
func looked(before, after *engine.Catalog, req engine.Request, k engine.Key) string {
	find := func(c *engine.Catalog) (name, raw string) {
		for tool := range c.View(req).All() {
			if tool.Key() == k {
				raw = string(tool.AppendJSON(nil))
				return tool.Name(), strings.Replace(raw, `"name": "`+tool.Name()+`"`, "", 1)
			}
		}
		return "", ""
	}
	name1, raw1 := find(before)
	name2, raw2 := find(after)
	_, named := after.Name(k)
	switch {
	case name1 == "" && name2 == "":
		return ""
	case name1 == "":
		return "shown"
	case name2 == "" && named:
		return "hidden"
	case name2 == "":
		return "rejected"
	}
	text := ""
	if name1 != name2 {
		text += "renamed"
	}
	if raw1 != raw2 {
		text += "redescribed"
	}
	return text
}

func reported(r *diff.Report, i int, k engine.Key) (text string) {
	for _, line := range lines(r) {
		words := strings.Fields(line)
		numbers := line[strings.IndexByte(line+"[", '['):]
		if words[1] == k.String() && words[0] != "elsewhere" &&
			slices.Contains(strings.Fields(strings.Trim(strings.SplitN(numbers, "]", 2)[0], "[]")), fmt.Sprint(i)) {
			if !strings.HasSuffix(text, words[0]) { // a tool may have several texts
				text += words[0]
			}
		}
	}
	return text
}
