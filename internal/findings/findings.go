// Package findings writes problems in several formats: for people, for programs, for pull requests
// on GitHub, and as SARIF.
//
// Invisible characters in the content of rule files and servers are escaped, see package visible.
// Problems are written in the given order.
//
// The words with which messages count and list things are here as well.
package findings

import "github.com/toolrules/toolrules/rules"

// Counts are how many problems there are of each severity.
type Counts struct{ Errors, Warnings, Notes int }

// Count counts problems.
func Count(ps rules.Problems) Counts {
	var c Counts
	for _, p := range ps {
		switch p.Severity {
		case rules.Error:
			c.Errors++
		case rules.Warning:
			c.Warnings++
		default:
			c.Notes++
		}
	}
	return c
}

// String returns the counts as text: "1 error, 2 warnings".
func (c Counts) String() string {
	text := ""
	for _, part := range []struct {
		n    int
		what string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Notes, "note"}} {
		if part.n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += Plural(part.n, part.what)
	}
	if text == "" {
		return "no problems"
	}
	return text
}
