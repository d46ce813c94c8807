// Package report writes the results of commands. The table [Formats] lists the output formats: the
// flag --format, its help and completion, and the documentation follow from it.
//
// Invisible characters in the content of rule files and servers are escaped, see package visible.
// Problems are written in the given order.
package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// A Result is the result of a command in the forms that formats are written from. A command sets
// the forms of its [Kind].
type Result struct {
	Text     func(out *bytes.Buffer) // for people
	JSON     func() any              // the stable JSON form, or [Raw]
	Problems func() rules.Problems   // of kind Problems and Tests
	Suites   func() []Suite          // of kind Tests

	Tool Tool // the program itself
}

// Raw is a result that is JSON already. It is written byte for byte, with invisible characters
// escaped.
type Raw []byte

// A Kind is a kind of result. A format for one kind can write those of all greater kinds.
type Kind int

const (
	Any      Kind = iota // text and JSON
	Problems             // problems of files
	Tests                // test cases and problems
)

// A Format is an output format.
type Format struct {
	Name    string
	Purpose string // for people; empty if the name tells it
	For     Kind   // the least kind of result that it can write

	write func(out *bytes.Buffer, r Result) error
}

// Formats are the output formats; the first one is the default.
var Formats = []Format{
	{"text", "", Any, func(out *bytes.Buffer, r Result) error { r.Text(out); return nil }},
	{"json", "", Any, writeJSON},
	{"github", "annotations of a workflow", Problems, func(out *bytes.Buffer,
		r Result) error {
		return WriteGitHub(out, r.Problems())
	}},
	{"sarif", "", Problems, func(out *bytes.Buffer, r Result) error { return WriteSARIF(out, r.Tool, r.Problems()) }},
	{"junit", "", Tests, func(out *bytes.Buffer, r Result) error { return WriteJUnit(out, r.Suites()) }},
}

// Names returns the names of the formats for a kind of result.
func Names(k Kind) (names []string) {
	for _, f := range Formats {
		if f.For <= k {
			names = append(names, f.Name)
		}
	}
	return names
}

// Usage lists the formats for a kind of result, with their purposes.
func Usage(k Kind) string {
	var list []string
	for _, f := range Formats {
		switch {
		case f.For > k:
		case f.Purpose == "":
			list = append(list, f.Name)
		default:
			list = append(list, fmt.Sprintf("%s (%s)", f.Name, f.Purpose))
		}
	}
	return strings.Join(list, ", ")
}

// Append appends a result in the named format, which must be one for its kind.
func Append(out *bytes.Buffer, format string, r Result) error {
	for _, f := range Formats {
		if f.Name == format {
			return f.write(out, r)
		}
	}
	return fmt.Errorf("unknown format %q", format)
}

func writeJSON(out *bytes.Buffer, r Result) error {
	form := r.JSON()
	if raw, ok := form.(Raw); ok {
		out.Write(visible.JSON(raw))
		return nil
	}
	return EncodeJSON(out, form)
}
