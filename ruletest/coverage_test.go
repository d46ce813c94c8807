package ruletest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/ruletest"
)

// all are the rules in worldRules that can be covered.
var all = []string{"/filter/include/0", "/filter/include/1", "/filter/include/2", "/filter/exclude/0", "/filter/exclude/1", "/filter/exclude/2",
	"/naming/rename/a~1get_x", "/descriptions/0", "/descriptions/0/description/runners/0"}

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string
		want  []string
	}{
		{"sees: visible tools that match", "request: " + asAdmin + "\nsees: ['a/*', 'b/{xa,other}']", []string{"/filter/include/0", "/filter/include/2"}},
		{"sees: no hidden tools", "request: " + asGuest + "\nsees: a/{get_x,secret}", []string{"/filter/include/0"}},
		{"hides: what decides", "request: " + asGuest + "\nhides: [a/drop-table, a/secret]", []string{"/filter/exclude/0", "/filter/exclude/1"}},
		{"hides: no entry decides", "request: " + asGuest + "\nhides: [b/other, b/send]", nil},
		{"hides: not by failing", "hides: [a/drop-table, a/list]", nil},
		{"hides: hidden by another entry too", "request: " + asGuest + "\nhides: '*/{drop_*,secret}'", []string{"/filter/exclude/0", "/filter/exclude/1"}},
		{"hides that fails", "request: " + asAdmin + "\nhides: a/get_x", nil},
		{"only: hidden tools that no pattern matches", "request: " + asGuest + "\nonly: ['a/{get_x,list,secret}', b/*]", []string{"/filter/exclude/0"}},
		{"only that fails", "request: " + asAdmin + "\nonly: [a/get_x, b/*]", nil},
		{"names: a rename", "names: {a/get_x: a__fetch}", []string{"/naming/rename/a~1get_x"}},
		{"names: no rename", "names: {b/xa: b__xa}", nil},
		{"decided_by", "request: " + asAdmin + "\ndecided_by: {b/send: /filter/include/1, b/other: no_include}", []string{"/filter/include/1"}},
		{"texts", "request: " + asAdmin + "\ntexts: {a/get_x: {description: D}}", []string{"/filter/include/0", "/descriptions/0"}},
		{"texts: a runner rule", "request: {runner: codex, level: 1, user: {role: admin}}\ntexts: {a/get_x: {description: S}}",
			[]string{"/filter/include/0", "/descriptions/0", "/descriptions/0/description/runners/0"}},
		{"texts: an argument", "request: " + asAdmin + "\ntexts: {a/get_x: {arguments.body: The body.}}", []string{"/filter/include/0", "/descriptions/0"}},
		{"texts: a result", "request: " + asAdmin + "\ntexts: {a/get_x: {results.id: An id.}}", []string{"/filter/include/0", "/descriptions/0"}},
		{"texts: the server's own", "request: " + asAdmin + "\ntexts: {a/get_x: {arguments.same: Same.}, b/xa: {title: null}}", []string{"/filter/include/0", "/filter/include/2"}},
		{"texts: of a hidden tool", "request: " + asAdmin + "\ntexts: {a/secret: {title: null}}", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			cover := runOne(t, c.lines).Coverage()
			var covered, listed []string
			for _, r := range cover.Rules() {
				listed = append(listed, r.Pointer)
				if r.Covered {
					covered = append(covered, r.Pointer)
				}
				if r.File != "r.yaml" || r.Line == 0 || r.Summary == "" {
					t.Errorf("%+v", r)
				}
			}
			if diff := cmp.Diff(c.want, covered); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(all, listed); diff != "" {
				t.Error(diff)
			}
			if n, of := cover.Share(); n != len(c.want) || of != len(all) {
				t.Error(n, of)
			}
		})
	}
}

func TestCoverageOfSeveralFiles(t *testing.T) {
	cover := runOne(t, "request: "+asGuest+"\nhides: [a/drop-table, a/secret]").Coverage()
	cover.Add(runOne(t, "request: "+asAdmin+"\nsees: a/get_x\nhides: a/secret").Coverage())
	if n, of := cover.Share(); n != 3 || of != 9 {
		t.Error(n, of)
	}
	kinds := map[string]int{}
	for _, r := range cover.Rules() {
		kinds[r.Kind]++
	}
	want := map[string]int{"include": 3, "exclude": 3, "rename": 1, "description": 1, "runner": 1}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}

// TestCoverageOfRedundantRules has rules without which the cases would still pass.
func TestCoverageOfRedundantRules(t *testing.T) {
	const list = `{"tools": [{"name": "get", "description": "Own.", "inputSchema": {"type": "object"}}, {"name": "delete", "inputSchema": {"type": "object"}}, {"name": "drop", "inputSchema": {"type": "object"}},
		{"name": "get.it", "inputSchema": {"type": "object"}}, {"name": "get_it", "inputSchema": {"type": "object"}}, {"name": "say it", "inputSchema": {"type": "object"}}]}`
	const texts = "descriptions: [{tools: a/get, description: X}, {tools: a/*, description: "
	for _, c := range []struct {
		name, rules, lines string
		want               []string
	}{
		{"a pattern of a set", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [$s]}", "hides: a/drop", []string{"/filter/exclude/0", "/sets/s/0"}},
		{"all patterns of a set", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [$s]}", "hides: a/d*",
			[]string{"/filter/exclude/0", "/sets/s/0", "/sets/s/1"}},
		{"a pattern of a set, beside one of the entry", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [{tools: [$s, 'a/dr*']}]}", "hides: a/drop",
			[]string{"/filter/exclude/0"}},
		{"a pattern of a set in two entries", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [$s, {tools: $s, id: again}]}", "hides: a/drop", []string{"/sets/s/0"}},
		{"a pattern of a set on both sides", "sets: {s: [a/drop, a/delete]}\nfilter: {include: [$s, a/get], exclude: [{tools: $s}]}", "hides: a/drop",
			[]string{"/filter/exclude/0"}},
		{"a pattern of a set that includes", "sets: {s: [a/drop, a/delete]}\nfilter: {include: [$s, a/get]}", "sees: a/delete",
			[]string{"/filter/include/0", "/sets/s/1"}},
		{"a pattern of a set that decides", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [$s, a/drop]}", "decided_by: {a/drop: /filter/exclude/0}",
			[]string{"/filter/exclude/0", "/sets/s/0"}},
		{"a pattern of a set whose entry fails", "sets: {s: [a/drop, a/delete]}\nfilter: {exclude: [{tools: $s, when: ctx.runner == \"x\"}]}", "hides: a/drop", nil},
		{"a set that no entry uses", "sets: {s: [a/drop]}", "sees: a/drop", nil},
		{"a rename that changes nothing", "naming: {rename: {a/get: get}}", "names: {a/get: a__get}", nil},
		{"a rename of another tool", "naming: {rename: {a/drop: away}}", "names: {a/get: a__get}", nil},
		{"a rename without which two tools have one name", "naming: {rename: {a/get.it: other}}", "sees: a/get_it", []string{"/naming/rename/a~1get.it"}},
		{"a rename of an illegal name", "naming: {rename: {'a/say it': say}}", "sees: 'a/say it'", []string{"/naming/rename/a~1say it"}},
		{"an exclude of a tool that no include matches", "filter: {include: [a/get, a/drop], exclude: ['*/*delete*']}", "hides: '*/*delete*'", nil},
		{"two excludes, each sufficient", "filter: {exclude: ['a/d*', a/drop]}", "hides: a/drop", nil},
		{"one of which hides more", "filter: {exclude: ['a/d*', a/drop]}", "hides: a/d*", []string{"/filter/exclude/0"}},
		{"two includes, each sufficient", "filter: {include: [a/*, a/get]}", "sees: a/get", nil},
		{"a pattern of sees that another tool matches too", "filter: {include: [a/get, a/drop]}", "sees: a/*", nil},
		{"the only include: without it all tools are visible", "filter: {include: [a/get]}", "sees: a/get", nil},
		{"the only include hides", "filter: {include: [a/get]}", "hides: a/drop", []string{"/filter/include/0"}},
		{"the only include, under only", "filter: {include: [a/get]}", "only: a/get", []string{"/filter/include/0"}},
		{"the only include, by decided_by", "filter: {include: [a/get]}", "decided_by: {a/drop: no_include}", []string{"/filter/include/0"}},
		{"an expectation that fails beside one that is met", "filter: {exclude: [a/drop]}", "hides: [a/get, a/drop]", []string{"/filter/exclude/0"}},
		{"a text that a less specific entry has too", texts + "X}]", "texts: {a/get: {description: X}}", nil},
		{"a text for which a less specific entry has another", texts + "Y}]", "texts: {a/get: {description: X}}", []string{"/descriptions/0"}},
		{"the server's own text", "descriptions: [{tools: a/get, description: Own.}]", "texts: {a/get: {description: Own.}}", nil},
		{"a text that is not as expected", texts + "Y}]", "texts: {a/get: {description: Y}}", nil},
		{"a runner rule whose text is the default", "descriptions: [{tools: a/get, description: {variants: {v: X}, default: X, runners: [{runner: codex, default: v}]}}]",
			"request: {runner: codex}\ntexts: {a/get: {description: X}}", []string{"/descriptions/0"}},
		{"a runner rule that overrides a more general one", "descriptions: [{tools: a/get, description: {variants: {v: X, w: Y}, runners: [{runner: codex, default: v}, {model: m, default: w}]}}]",
			"request: {runner: codex, model: m}\ntexts: {a/get: {description: Y}}", []string{"/descriptions/0", "/descriptions/0/description/runners/1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := engine.Parse("r.yaml", []byte("version: 1\n"+c.rules), engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := ruletest.Parse("x.test.yaml", []byte(head+"  - name: it\n    "+strings.ReplaceAll(c.lines, "\n", "\n    ")+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			r, err := f.Run(e, []engine.Server{{ID: "a", Lists: [][]byte{[]byte(list)}}})
			if err != nil {
				t.Fatal(err)
			}
			var covered []string
			for _, rule := range r.Coverage().Rules() {
				if rule.Covered {
					covered = append(covered, rule.Pointer)
				}
			}
			if diff := cmp.Diff(c.want, covered); diff != "" {
				t.Error(diff)
			}
		})
	}
}
