package report

import (
	"strings"

	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// Counts are how many problems there are of each severity.
type Counts struct{ Errors, Warnings, Notes int }

// Count counts problems.
func Count(ps rules.Problems) Counts {
	var c Counts
	for _, p := range ps {
		switch p.Severity {
		case rules.SeverityError:
			c.Errors++
		case rules.SeverityWarning:
			c.Warnings++
		default:
			c.Notes++
		}
	}
	return c
}

// String returns the counts as text: "1 error, 2 warnings".
func (c Counts) String() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Notes, "note"}} {
		if part.n > 0 {
			parts = append(parts, wording.Plural(part.n, part.what))
		}
	}
	if parts == nil {
		return "no problems"
	}
	return strings.Join(parts, ", ")
}
