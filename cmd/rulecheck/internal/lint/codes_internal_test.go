package lint

import (
	"slices"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
)

// TestChecksAreExplained compares the table of checks with the explanations of codes: the severity,
// and whether the example needs catalogs.
func TestChecksAreExplained(t *testing.T) {
	for _, c := range checks {
		e, ok := codes.Find(c.code)
		if !ok {
			t.Errorf("%s has no explanation", c.code)
			continue
		}
		if !slices.ContainsFunc(checks, func(o check) bool { return o.code == c.code && o.severity == e.Severity }) {
			t.Errorf("%s is a %s, and is explained as a %s", c.code, c.severity, e.Severity)
		}
		if alone := c.needs&onRules != 0; alone != (len(e.Bad.Catalogs) == 0) && c.code != CodeRegexSpelling {
			t.Errorf("%s can be found without tools: %t, and its example has %d catalogs", c.code, alone,
				len(e.Bad.Catalogs))
		}
	}
}
