package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// A Document is the JSON form of problems. It is stable: while Version is 1, fields may be added,
// but
// none is renamed or removed.
type Document struct {
	Version  int       `json:"version"` // 1
	Files    []string  `json:"files"`   // what was checked, in the order in which it was given
	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
	Notes    int       `json:"notes"`
	Findings []Finding `json:"findings"`
}

// A Finding is the JSON form of a problem.
type Finding struct {
	Code     string `json:"code"`             // stable, see docs/codes.md
	Severity string `json:"severity"`         // "error", "warning" or "note"
	File     string `json:"file,omitempty"`   // a rule file, a test file or a catalog
	Line     int    `json:"line,omitempty"`   // from 1; left out where the file as a whole is meant
	Column   int    `json:"column,omitempty"` // from 1, in code points; left out with line
	// JSON Pointer (RFC 6901) into the file; left out where the file as a whole is meant
	Pointer string `json:"pointer,omitempty"`
	Message string `json:"message"`        // for people; may change
	Hint    string `json:"hint,omitempty"` // for people; what to write instead
}

// NewDocument returns the JSON form of the problems of files.
func NewDocument(files []string, ps rules.Problems) Document {
	c := Count(ps)
	r := Document{Version: 1, Files: files, Errors: c.Errors, Warnings: c.Warnings, Notes: c.Notes,
		Findings: []Finding{}}
	for _, p := range ps {
		r.Findings = append(r.Findings, Finding{
			Code: string(p.Code), Severity: p.Severity.String(), File: p.File, Line: p.Line, Column: p.Column,
			Pointer: p.Pointer, Message: p.Message, Hint: p.Hint,
		})
	}
	return r
}

// WriteJSON writes the problems of files as a [Document]. The error is the writer's.
func WriteJSON(w io.Writer, files []string, ps rules.Problems) error {
	return EncodeJSON(w, NewDocument(files, ps))
}

// EncodeJSON writes a value in the JSON format of the command: indented with two spaces, with <, >
// and & unescaped and invisible characters escaped, see [visible.JSON]. The error is that of the
// writer, or of a value that JSON cannot represent.
func EncodeJSON(w io.Writer, v any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(visible.JSON(out.Bytes()))
	return err
}
