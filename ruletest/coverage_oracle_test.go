package ruletest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// TestCoverageAgreesWithRemoving removes each rule from the file, runs the case again, and checks
// that it fails if and only if the rule is covered. No condition fails for these requests.
func TestCoverageAgreesWithRemoving(t *testing.T) {
	const more = "\n  - tools: a/*\n    title: Get\n    description: {variants: {v: S}, default: D, runners: [{model: m, default: v}, {runner: codex, model: m, default: v}]}\n" +
		"  - tools: [b/*, a/*]\n    description: D\n"
	expectations := []string{"sees: a/get_x", "sees: a/*", "sees: b/*", "sees: [a/get_x, b/send]", "hides: a/secret", "hides: '*/drop*'", "hides: b/other",
		"hides: [b/send, b/other]", "only: [a/*, b/x*]", "only: [a/*, b/send, b/x*]", "decided_by: {a/get_x: /filter/include/0}", "decided_by: {b/other: no_include}",
		"decided_by: {a/Drop-table: no-drops}", "texts: {a/get_x: {description: D}}", "texts: {a/get_x: {description: S}}", "texts: {a/get_x: {title: Get}}",
		"texts: {a/list: {description: D, title: Get}}", "texts: {a/list: {description: S}}", "texts: {a/get_x: {arguments.other: null}}",
		"texts: {a/get_x: {'arguments.twice[].x': Both., results.id: An id.}}", "texts: {b/xa: {description: D}}"}
	expectations = append(expectations, "names: {a/get_x: a__fetch}", "names: {b/xa: b__xa}", "names: {a/get_x: a__fetch, b/xa: b__xa}")
	sets := strings.NewReplacer("\nfilter:", "\nsets: {get: [a/get_x, a/list, a/secret], drops: ['*/drop_*', a/secret]}\nfilter:",
		"    - a/*\n", "    - $get\n    - a/Drop-table\n    - a/*t\n", "tools: '*/drop_*'", "tools: $drops").Replace(worldRules)
	met := 0
	for _, text := range []string{worldRules, worldRules + more, sets} {
		for _, who := range []string{asAdmin, asGuest, "{runner: codex, level: 1, user: {role: admin, groups: []}}",
			"{runner: codex, model: m, level: 1, user: {role: guest, groups: [mail]}}", "{model: m, level: 9, user: {role: admin, groups: []}}"} {
			for _, x := range expectations {
				f, err := ruletest.Parse("x.test.yaml", []byte(head+"  - name: it\n    request: "+who+"\n    "+x+"\n"))
				if err != nil {
					t.Fatal(err)
				}
				r := runWithout(t, f, text, "")
				if !r.Passed() {
					continue
				}
				met++
				for _, rule := range r.Coverage().Rules() {
					if missed := !runWithout(t, f, text, rule.Pointer).Passed(); missed != rule.Covered {
						t.Errorf("%s, %s: %s: covered %v, and missed %v", who, x, rule.Pointer, rule.Covered, missed)
					}
				}
			}
		}
	}
	if met < 50 {
		t.Errorf("only %d expectations are met", met)
	}
}

// runWithout runs a test file with a rule file from which a rule is removed; none if pointer is "".
func runWithout(t *testing.T, f *ruletest.File, text, pointer string) *ruletest.Result {
	t.Helper()
	file, err := rules.Parse("r.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if pointer != "" {
		file = &rules.File{Context: file.Context, Sets: slices.Clone(file.Sets), Naming: file.Naming, Filter: file.Filter, Descriptions: slices.Clone(file.Descriptions)}
		remove(t, file, pointer)
	}
	e, err := engine.New(file, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := f.Run(e, world)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func remove(t *testing.T, file *rules.File, pointer string) {
	t.Helper()
	var i, j int
	if n, _ := fmt.Sscanf(pointer, "/descriptions/%d/description/runners/%d", &i, &j); n == 2 {
		description := *file.Descriptions[i].Description
		description.Runners = slices.Delete(slices.Clone(description.Runners), j, j+1)
		file.Descriptions[i].Description = &description
		return
	}
	if rest, ok := strings.CutPrefix(pointer, "/sets/"); ok {
		name, item, _ := strings.Cut(rest, "/")
		i = slices.IndexFunc(file.Sets, func(s rules.Set) bool { return s.Name == name })
		if _, err := fmt.Sscan(item, &j); err != nil {
			t.Fatal(err)
		}
		file.Sets[i].Patterns = slices.Delete(slices.Clone(file.Sets[i].Patterns), j, j+1)
		return
	}
	if rest, ok := strings.CutPrefix(pointer, "/naming/rename/"); ok {
		key := engine.Key{}
		key.Server, key.Tool, _ = strings.Cut(strings.ReplaceAll(rest, "~1", "/"), "/")
		file.Naming.Rename = maps.Clone(file.Naming.Rename)
		delete(file.Naming.Rename, naming.Key(key))
		return
	}
	if n, _ := fmt.Sscanf(pointer, "/filter/include/%d", &i); n == 1 {
		file.Filter.Include = slices.Delete(slices.Clone(file.Filter.Include), i, i+1)
		return
	}
	if n, _ := fmt.Sscanf(pointer, "/filter/exclude/%d", &i); n == 1 {
		file.Filter.Exclude = slices.Delete(slices.Clone(file.Filter.Exclude), i, i+1)
		return
	}
	if n, _ := fmt.Sscanf(pointer, "/descriptions/%d", &i); n != 1 {
		t.Fatal(pointer)
	}
	file.Descriptions = slices.Delete(file.Descriptions, i, i+1)
}
