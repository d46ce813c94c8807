package plan_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var mutate = flag.Bool("mutate", false, "run the differential tests on code that has the bugs of TestBugsAreCaught (takes minutes)")

// bugs are plausible errors, each as one replacement in the code.
var bugs = []struct{ name, file, right, wrong string }{
	{"an or continues after a failure", "internal/plan/walk.go", "open.andNot(open, hit, broken)", "open.subtract(hit)"},
	{"an and continues after a failure", "internal/plan/walk.go", "copy(open, hit)", "copy(open, hit)\n\t\t\topen.or(broken)"},
	{"not of a failure is true", "internal/plan/walk.go", "yes.andNot(demand, no, failed)", "yes.andNot(demand, no, no)"},
	{"?: treats a failure as false", "internal/plan/walk.go", "unmet.andNot(demand, met, broken)", "unmet.andNot(demand, met, met)"},
	{"?: forgets the failures of its condition", "internal/plan/walk.go", "w.eval(n.args[1], met, yes, failed)\n\tfailed.or(broken)", "w.eval(n.args[1], met, yes, failed)"},
	{"a failed exclude does not hide", "internal/plan/select.go", "w.visible.andNot(w.visible, yes, failed)", "w.visible.subtract(yes)"},
	{"a failed exclude of a tool alone does not hide", "internal/plan/plan.go", "p.open.andNot(p.open, p.yes[n.number], p.failed[n.number])", "p.open.subtract(p.yes[n.number])"},
	{"a failed include shows", "internal/plan/plan.go", "p.included.or(p.yes[n.number])", "p.included.or(p.yes[n.number])\n\t\t\tp.included.or(p.failed[n.number])"},
	{"verdicts swap the sides", "internal/plan/verdicts.go", "if orFailed {", "if !orFailed {"},
	{"verdicts confuse parts", "internal/plan/verdicts.go", "digit *= len(outcomes)", "digit++"},
	{"a plan remembers the last request", "internal/plan/scratch.go", "clear(s.requestParts)", ""},
	{"classes remember the last atom", "internal/plan/classes.go", "clear(known)", ""},
	{"or in and is one chain", "internal/plan/chain.go", "if arg.op == o {", "if arg.op == opAnd || arg.op == opOr {"},
	{"a section loses the bits beyond a word", "internal/plan/set.go", "s[word] |= over", "_ = over"},
	{"a run of excludes continues after a match", "internal/plan/section.go", "case yes.has(i) || e.exclude && failed.has(i):", "case false:"},
	{"a run of includes forgets a failure", "internal/plan/reporting.go", "failing = failing || p.failed[n.number].has(i)", "failing = failing || false"},
	{"a condition is remembered for the next tool", "internal/plan/section.go", "clear(b.known)", ""},
	{"an index forgets what a tool lacks", "internal/plan/set.go", "& demand[i] &^ broken[i]", "& demand[i]"},
	{"an index forgets what a request lacks", "internal/plan/mixed.go", "if !m.atom.CanReadRequest(w.request) {", "if w.request == nil {"},
	{"a column leaves out its end", "internal/plan/column.go", "<= width", "< width"},
	{"a function that fails is false", "internal/plan/node.go", "case err != nil:\n\t\treturn cond.Failed", "case err != nil:\n\t\treturn cond.False"},
	{"a comparison is not reversed", "internal/cond/between.go", `"<": ">"`, `"<": "<"`},
	{"all is taken for any", "internal/cond/overlap.go", `t.op == "any" && !o.Negated`, `(t.op == "any" || t.op == "all") && !o.Negated`},
	{"a side that depends on # is looked up", "internal/cond/overlap.go", " && !t.readsElement()", ""},
	{"a title that is too long is an empty one", "internal/cond/toolkey.go", "return append(dst, 0)", "return append(dst, 1, 0)"},
	{"a missing value is read under ??", "internal/cond/direct.go", "if r.has(a) {\n\t\t\t\treturn first", "if r != nil && a != nil {\n\t\t\t\treturn first"},
}

// TestBugsAreCaught builds the differential tests with each of the bugs, by an overlay of the go
// command, and expects them to fail. Without -mutate it only checks that the bugs still apply to
// the code.
func TestBugsAreCaught(t *testing.T) {
	for _, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			path, err := filepath.Abs(filepath.Join("..", "..", filepath.FromSlash(bug.file)))
			if err != nil {
				t.Fatal(err)
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(source), bug.right); n != 1 {
				t.Fatalf("%q occurs %d times in %s", bug.right, n, bug.file)
			}
			if *mutate {
				runWith(t, path, strings.Replace(string(source), bug.right, bug.wrong, 1))
			}
		})
	}
}

// runWith runs the differential tests with another content of a file.
func runWith(t *testing.T, path, source string) {
	dir := t.TempDir()
	replaced, overlay := filepath.Join(dir, "replaced.go"), filepath.Join(dir, "overlay.json")
	config, err := json.Marshal(map[string]any{"Replace": map[string]string{path: replaced}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{replaced: source, overlay: string(config)} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "test", "-overlay", overlay, "-run", "^Test(Conditions)?Differential$", "-rapid.nofailfile", "-rapid.shrinktime=0s", ".")
	out, err := run.CombinedOutput()
	switch {
	case err == nil:
		t.Error("no test failed")
	case !strings.Contains(string(out), "--- FAIL: Test"):
		t.Errorf("it did not run:\n%s", out)
	}
}
