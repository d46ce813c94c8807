package toolrules_test

import (
	"os"
	"strings"
	"testing"
)

// reports are situations that users of other hosts and gateways reported, by their number in the
// collection: the test that shows that they cannot happen here, or the reason why this module does
// not prevent them.
var reports = []struct {
	number int
	what   string
	file   string // where the test is
	test   string // what to find there
	why    string // why it is not ours; file and test are empty then
}{
	{2, "the hash of a shortened name can't tell raw names apart", "naming/reports_test.go", "2: digits are of the raw names", ""},
	{4, "one long name stops the whole start", "engine/reports_test.go", "TestReport4_", ""},
	{6, "a client takes fewer than 64 characters", "naming/reports_test.go", "6: a client that takes 60 bytes", ""},
	{8, "collisions are looked for before names are final", "engine/reports_test.go", "TestReport8_", ""},
	{10, "names and ids that start with a digit", "naming/reports_test.go", "10: a leading digit is prefixed", ""},
	{12, "a vendor takes no hyphens", "", "", "a character set of the host's own is not offered; the one such vendor is the target bedrock-agents (naming/reports_test.go, 12)"},
	{14, "a shortened name can't be decoded", "engine/reports_test.go", "TestReport14_", ""},
	{16, "server ids that blur where the tool's name begins", "testdata/spec/load.jsonl", "report 16:", ""},
	{18, "bare names for several servers", "testdata/spec/load.jsonl", "report 18:", ""},
	{20, "ids made from a URL change with it, and aliases of servers", "", "", "ids are the operator's words and there are no aliases; that names depend on id and raw name alone is tested (naming/reports_test.go, 20)"},
	{22, "two layers spell a server's id in two ways", "testdata/spec/load.jsonl", "report 22:", ""},
	{24, "a hidden tool runs when it is called by its name", "engine/reports_test.go", "TestReport24_", ""},
	{26, "a star stops at a slash (braces mean something here, and ** is *)", "internal/ruleset/filter_reports_test.go", "TestReport26", ""},
	{28, "a pattern that is an exposed name matches nothing in silence", "engine/reports_test.go", "TestReport28_", ""},
	{30, "an allow list that ignores case", "internal/ruleset/filter_reports_test.go", "TestReport30", ""},
	{32, "one user's list is shown to the next", "engine/reports_test.go", "TestReport32_", ""},
	{34, "deny rules alone deny everything", "engine/reports_test.go", "TestReport34_", ""},
	{36, "words are keyed by the exposed name", "engine/reports_test.go", "TestReport36_", ""},
	{38, "a client cuts descriptions", "", "", "nothing is cut here; a description that clients would cut is for the lint"},
	{40, "a rewritten schema loses its definitions", "engine/reports_test.go", "TestReport40_", ""},
	{42, "an empty description is refused", "engine/reports_test.go", "TestReport42_", ""},
	{44, "a model's name with its provider in front", "engine/reports_test.go", "TestReport44_", ""},
	{46, "a section whose indent was lost", "testdata/spec/load.jsonl", "report 46:", ""},
	{48, "a watcher loses the file, or reads half of it", "engine/watch_test.go", "TestWatchWriteInPlace", ""},
	{50, "a command that edits a file loses its comments", "", "", "no command writes into a rule file that is there"},
	{52, "an unquoted expression that starts with !", "testdata/spec/load.jsonl", "report 52:", ""},
	{54, "a rule that reads the arguments of a call", "testdata/spec/load.jsonl", "report 54:", ""},
	{56, "values of named string types", "engine/reports_test.go", "TestReport56_", ""},
	{58, "a broken regex is false in silence", "internal/ruleset/filter_reports_test.go", "TestReport58", ""},
	{60, "many stars stall the process", "engine/reports_test.go", "TestReport60_", ""},

	{101, "the title that rules set is not the one that clients show", "engine/reports_test.go", "TestReport101_", ""},
	{103, "one tool that a strict client can't read costs all of them", "engine/reports_test.go", "TestReport103_", ""},
	{104, "a description beside a $ref makes a strict mode refuse the schema", "engine/reports_test.go", "TestReport104_", ""},
	{105, "patterns as clients show them match nothing in silence", "testdata/spec/lint.jsonl", "report 105:", ""},
	{106, "clients are not told when only the rules change", "gateway/cmd/toolrules/reports_test.go", "TestReport106_", ""},
	{107, "what is refused at the start is taken at a reload", "gateway/cmd/toolrules/reports_test.go", "TestReport107_", ""},
	{108, "scopes as a list or as one text, by either of two names", "mcphost/reports_test.go", "TestReport108_", ""},
	{110, "tools that only a user interface may call", "engine/reports_filter_test.go", "TestReport110_", ""},
	{111, "a page calls its server's tools by their raw names", "engine/reports_filter_test.go", "TestReport111_", ""},
	{112, "a prefix for each server, a short one or none", "naming/namespace_test.go", "TestNamesPerServer", ""},
	{113, "hints of servers that operators can't change", "engine/reports_filter_test.go", "TestReport113_", ""},
	{114, "an argument that is hidden behind a fixed value", "internal/ruleset/foreign_test.go", "arguments: {path: {hide: true", ""},
	{115, "a server changes its words after they were approved", "cmd/rulecheck/testdata/script/diff_catalogs.txtar", "First call clean", ""},
	{117, "names with slashes, blanks and other characters", "naming/namespace_test.go", "docs/search all", ""},
	{118, "clients that take 40 tools", "", "", "comes with the limits of a list (discovery)"},
	{119, "listed by name alone, loaded when searched for", "", "", "comes with deferred tools (discovery)"},
	{121, "a gateway drops the instructions of its servers", "", "", "comes with instructions in the descriptions section"},
	{123, "rules over the arguments of a call", "internal/ruleset/filter_reports_test.go", "TestReport123", ""},
	{124, "only the first page of a list arrives", "mcphost/reports_test.go", "TestReport124_", ""},
	{125, "a cursor that never ends", "mcphost/reports_test.go", "TestReport125_", ""},
	{127, "conditions that see nothing of the server", "engine/reports_filter_test.go", "TestReport127_", ""},
	{128, "a server's name is split at the wrong underscore", "engine/reports_filter_test.go", "TestReport128_", ""},
	{130, "a deny expression that is no yes or no", "testdata/spec/load.jsonl", "report 130:", ""},
	{131, "negations let through what leaves the field out", "engine/reports_filter_test.go", "TestReport131_", ""},
	{133, "filtering holds for lists and not for calls", "mcphost/reports_test.go", "TestReport133_", ""},
	{134, "sets of tools that callers pick by a header", "engine/reports_filter_test.go", "TestReport134_", ""},
	{135, "a name given as a regular expression matches longer names", "testdata/spec/lint.jsonl", "report 135:", ""},
	{137, "rules for a tool that is away for a while", "testdata/spec/lint.jsonl", "report 137:", ""},
	{140, "rules of an organization and of a team", "engine/reports_filter_test.go", "TestReport140_", ""},
}

func TestEveryReportHasItsTest(t *testing.T) {
	for _, r := range reports {
		if (r.test == "") == (r.why == "") {
			t.Errorf("%d, %s: a test or a reason, one of the two", r.number, r.what)
		}
		if r.test == "" {
			continue
		}
		data, err := os.ReadFile(r.file)
		if err != nil {
			t.Errorf("%d, %s: %v", r.number, r.what, err)
			continue
		}
		if !strings.Contains(string(data), r.test) {
			t.Errorf("%d, %s: %s has no %q", r.number, r.what, r.file, r.test)
		}
	}
	if len(reports) != 59 {
		t.Errorf("%d reports, want 59", len(reports))
	}
}
