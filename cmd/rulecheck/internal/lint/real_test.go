package lint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// realCatalog returns the tools of all 63 real servers, or of another folder, under a rule file.
func realCatalog(t testing.TB, dir string, r *ruleset.Rules) *engine.Catalog {
	t.Helper()
	catalogs, _, err := catalogfile.Load([]catalogfile.Source{{Path: dir}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r.File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(catalogfile.Servers(catalogs))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func realRules(t testing.TB, path string) *ruleset.Rules {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ruleset.Parse(filepath.Base(path), data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var realServers = filepath.Join("..", "..", "..", "..", "testdata", "catalogs")

// TestRealServers pins what is found where a rule file of some 200 lines, with the mistakes that
// people make, meets 63 real servers. Each of these was checked by hand.
func TestRealServers(t *testing.T) {
	type finding struct {
		Line     int
		Severity rules.Severity
		Code     rules.Code
	}
	want := []finding{
		{24, rules.SeverityWarning, lint.CodeUnusedSet},
		{32, rules.SeverityWarning, lint.CodeUnmatchedRename},
		{34, rules.SeverityWarning, lint.CodeUnmatchedRename},
		{43, rules.SeverityNote, lint.CodeShadowedEntry},
		{55, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{57, rules.SeverityWarning, lint.CodeShadowedEntry},
		{58, rules.SeverityWarning, lint.CodeShadowedEntry},
		{59, rules.SeverityWarning, lint.CodeNeverMatches},
		{61, rules.SeverityWarning, lint.CodeCancelledInclude},
		{64, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{66, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{68, rules.SeverityWarning, lint.CodeCancelledInclude},
		{69, rules.SeverityWarning, lint.CodeExposedNamePattern},
		{72, rules.SeverityWarning, lint.CodeServerWithoutCatalog},
		{73, rules.SeverityWarning, lint.CodeServerWithoutCatalog},
		{74, rules.SeverityNote, lint.CodeHintInclude},
		{75, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{80, rules.SeverityNote, lint.CodeShadowedEntry},
		{82, rules.SeverityWarning, lint.CodeShadowedEntry},
		{87, rules.SeverityWarning, lint.CodeShadowedEntry},
		{89, rules.SeverityWarning, lint.CodeWordVisible},
		{89, rules.SeverityNote, lint.CodeUnmatchedPattern},
		{91, rules.SeverityWarning, lint.CodeWordVisible},
		{93, rules.SeverityWarning, lint.CodeWordVisible},
		{95, rules.SeverityNote, lint.CodeRegexSpelling},
		{96, rules.SeverityWarning, lint.CodeRegexSpelling},
		{99, rules.SeverityWarning, lint.CodeCtxBeforeTool},
		{101, rules.SeverityNote, lint.CodeShadowedEntry},
		{108, rules.SeverityWarning, lint.CodeShadowedEntry},
		{109, rules.SeverityWarning, lint.CodeCtxBeforeTool},
		{111, rules.SeverityNote, lint.CodeRedundantEntry},
		{113, rules.SeverityWarning, lint.CodeCtxBeforeTool},
		{114, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{118, rules.SeverityNote, lint.CodeUnmatchedPattern},
		{126, rules.SeverityWarning, lint.CodeUnreachableDefault},
		{130, rules.SeverityWarning, lint.CodeUnusedVariant},
		{135, rules.SeverityWarning, lint.CodeShadowedRunner},
		{147, rules.SeverityNote, lint.CodeModelSpelling},
		{151, rules.SeverityNote, lint.CodeUnusedDefaultVerbosity},
		{158, rules.SeverityWarning, lint.CodeShadowedText},
		{168, rules.SeverityWarning, lint.CodeUnreachableDefault},
		{169, rules.SeverityNote, lint.CodeHiddenDescription},
		{171, rules.SeverityNote, lint.CodeHiddenDescription},
		{175, rules.SeverityWarning, lint.CodeUnmatchedPattern},
		{183, rules.SeverityWarning, lint.CodeUnreachableMap},
	}
	var got []finding
	r := realRules(t, filepath.Join("testdata", "real.rules.yaml"))
	for _, p := range lint.Catalog(realCatalog(t, realServers, r), lint.Options{}) {
		t.Log(p)
		got = append(got, finding{p.Line, p.Severity, p.Code})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestQuickstart checks that there is nothing to find in an example that people start from.
func TestQuickstart(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "examples", "quickstart")
	r := realRules(t, filepath.Join(dir, "tools.rules.yaml"))
	for _, p := range lint.Catalog(realCatalog(t, filepath.Join(dir, "catalogs"), r), lint.Options{}) {
		t.Error(p)
	}
}

func BenchmarkCatalog(b *testing.B) {
	c := realCatalog(b, realServers, realRules(b, filepath.Join("testdata", "real.rules.yaml")))
	for b.Loop() {
		lint.Catalog(c, lint.Options{})
	}
}
