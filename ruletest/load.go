package ruletest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// Load reads the test file at path. It refuses whatever is not a regular file, without blocking. See [Parse] for the error.
func Load(path string) (*File, error) {
	data, err := regularfile.Read(path, source.MaxBytes)
	if err != nil {
		return nil, rules.Problems{{Code: rules.CodeUnreadable, File: path, Offset: -1,
			Message: fmt.Sprintf("can't read the test file: %v", err), Err: err}}
	}
	return Parse(path, data)
}

// Parse reads a test file from its bytes: JSON if name ends in .json, or has no ending and the file starts with {; else YAML. The error is
// [rules.Problems]: everything that is wrong with the file by itself, in file order. Whether the requests go with the rule file is for
// [File.Run] to say, which knows it.
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
	sortByPlace(r.problems)
	if r.problems.Fatal() {
		return nil, r.problems
	}
	r.file.warnings = r.problems
	return r.file, nil
}

// add adds what the reader of files says.
func (r *reader) add(f source.Problem) {
	p := &rules.Problem{Code: rules.Code(f.Code), File: r.file.Name(), Line: f.Line, Column: f.Column,
		Pointer: f.Pointer, Offset: -1, Message: f.Message, Hint: f.Hint}
	if f.Warning {
		p.Severity = rules.Warning
	}
	r.problems = append(r.problems, p)
}

// sortByPlace puts problems in file order; those of one place stay in the order in which they were found.
func sortByPlace(ps rules.Problems) {
	slices.SortStableFunc(ps, func(a, b *rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
