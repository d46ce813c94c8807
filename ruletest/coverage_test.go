package ruletest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/ruletest"
)

// all are the rules of the world that can be covered.
var all = []string{"/filter/include/0", "/filter/include/1", "/filter/include/2", "/filter/exclude/0", "/filter/exclude/1", "/filter/exclude/2",
	"/descriptions/0", "/descriptions/0/description/runners/0"}

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string
		want  []string
	}{
		{"sees: the visible ones that match", "request: " + asAdmin + "\nsees: ['a/*', 'b/{xa,other}']", []string{"/filter/include/0", "/filter/include/2"}},
		{"sees: not those that are hidden", "request: " + asGuest + "\nsees: a/{get_x,secret}", []string{"/filter/include/0"}},
		{"hides: what decides", "request: " + asGuest + "\nhides: [a/drop-table, a/secret]", []string{"/filter/exclude/0", "/filter/exclude/1"}},
		{"hides: nothing decides", "request: " + asGuest + "\nhides: [b/other, b/send]", nil},
		{"hides: not by failing", "hides: [a/drop-table, a/list]", nil},
		{"hides that fails", "request: " + asAdmin + "\nhides: a/get_x", []string{"/filter/include/0"}},
		{"only: the hidden ones that no pattern takes", "request: " + asGuest + "\nonly: ['a/{get_x,list,secret}', b/*]", []string{"/filter/exclude/0"}},
		{"only that fails", "request: " + asAdmin + "\nonly: [a/get_x, b/*]", []string{"/filter/exclude/1"}},
		{"names: nothing", "names: {a/get_x: a__fetch}", nil},
		{"decided_by", "request: " + asAdmin + "\ndecided_by: {b/send: /filter/include/1, b/other: no_include}", []string{"/filter/include/1"}},
		{"texts", "request: " + asAdmin + "\ntexts: {a/get_x: {description: D}}", []string{"/descriptions/0"}},
		{"texts: a runner rule", "request: {runner: codex, level: 1, user: {role: admin}}\ntexts: {a/get_x: {description: S}}",
			[]string{"/descriptions/0", "/descriptions/0/description/runners/0"}},
		{"texts: an argument", "request: " + asAdmin + "\ntexts: {a/get_x: {arguments.body: The body.}}", []string{"/descriptions/0"}},
		{"texts: a result", "request: " + asAdmin + "\ntexts: {a/get_x: {results.id: An id.}}", []string{"/descriptions/0"}},
		{"texts: the server's own", "request: " + asAdmin + "\ntexts: {a/get_x: {arguments.same: Same.}, b/xa: {title: null}}", nil},
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
				if r.File != "r.yaml" || r.Line == 0 || r.Text == "" {
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
	if n, of := cover.Share(); n != 3 || of != 8 {
		t.Error(n, of)
	}
	kinds := map[ruletest.RuleKind]int{}
	for _, r := range cover.Rules() {
		kinds[r.Kind]++
	}
	want := map[ruletest.RuleKind]int{ruletest.IncludeRule: 3, ruletest.ExcludeRule: 3, ruletest.DescriptionRule: 1, ruletest.RunnerRule: 1}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}
