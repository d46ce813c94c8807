package ruletest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// Load reads the test file at path. It returns an error, without blocking, if path is not a regular
// file. See [Parse] for errors.
func Load(path string) (*File, error) {
	data, err := regularfile.Read(path, source.MaxBytes)
	if err != nil {
		return nil, rules.Problems{{Code: rules.CodeUnreadable, File: path, Offset: -1,
			Message: fmt.Sprintf("cannot read the test file: %v", err), Err: err}}
	}
	return Parse(path, data)
}

// Parse reads a test file from data: JSON if name ends in .json, or has no extension and data
// starts with {; otherwise YAML. The error is [rules.Problems]: all problems of the file alone, in
// file order. [File.Run] checks the requests against the rule file.
func Parse(name string, data []byte) (*File, error) {
	origin, faults := source.Parse(name, data)
	r := reader{file: &File{origin: origin}}
	for _, f := range faults {
		r.add(f)
	}
	if origin.Root() == nil {
		return nil, r.problems
	}
	for _, f := range format.Check(origin) {
		r.add(f)
	}
	r.read(origin.Root())
	sortByPosition(r.problems)
	if r.problems.Fatal() {
		return nil, r.problems
	}
	r.file.warnings = r.problems
	return r.file, nil
}

// add adds a problem of package source.
func (r *reader) add(f source.Problem) {
	p := &rules.Problem{Code: rules.Code(f.Code), File: r.file.name(), Line: f.Line, Column: f.Column,
		Pointer: f.Pointer, Offset: -1, Message: f.Message, Hint: f.Hint}
	if f.Warning {
		p.Severity = rules.SeverityWarning
	}
	r.problems = append(r.problems, p)
}

// sortByPosition sorts problems in file order. It is stable.
func sortByPosition(ps rules.Problems) {
	slices.SortStableFunc(ps, func(a, b *rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
