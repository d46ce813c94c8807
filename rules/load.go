package rules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
)

// Load reads the rule file at path and compiles it. It refuses whatever is not a regular file, without blocking. See [Parse] for the
// error.
func Load(path string) (*Rules, error) {
	data, err := regularfile.Read(path, source.MaxBytes)
	if err != nil {
		return nil, Problems{{
			Code: CodeUnreadable, File: path, Offset: -1, Message: fmt.Sprintf("can't read the rule file: %v", err), Err: err,
		}}
	}
	return Parse(path, data)
}

// Parse compiles a rule file from its bytes: JSON if name ends in .json, or has no ending and the file starts with {; else
// YAML. The error is [Problems]: every problem of the file, warnings among them, in file order. Where there are nothing but
// warnings the error is nil, and [Rules.Warnings] has them.
func Parse(name string, data []byte) (*Rules, error) {
	origin, faults := source.Parse(name, data)
	var ps Problems
	for _, f := range faults {
		ps = append(ps, fromSource(name, f))
	}
	if ps.Fatal() && (origin == nil || origin.Root() == nil) {
		return nil, ps
	}
	file, ps := decode(origin, ps)
	compiled, consequences := file.compile()
	known := ps
	for _, p := range consequences {
		file.place(p)
		if !shadowed(p, known) && !cutShort(p, known) {
			ps = append(ps, p)
		}
	}
	ps.sortByPlace()
	if ps.Fatal() {
		return nil, ps
	}
	compiled.warnings = ps
	return compiled, nil
}

// decode checks the shape of a file and reads what is well shaped. It adds to the problems that there are.
func decode(origin *source.File, ps Problems) (*File, Problems) {
	place := &File{origin: origin}
	known := len(ps)
	add := func(p *Problem) {
		if !shadowed(p, ps[:known]) {
			ps = append(ps, p)
		}
	}
	for _, f := range format.Check(origin) {
		add(fromSource(origin.Name(), f))
	}
	report := func(p *Problem) {
		place.placeWritten(p)
		add(p)
	}
	file := (&decoder{report: report}).file(origin.Root())
	file.origin = origin
	return file, ps
}

func fromSource(name string, f source.Problem) *Problem {
	p := &Problem{
		Code: Code(f.Code), File: name, Line: f.Line, Column: f.Column, Pointer: f.Pointer, Offset: -1,
		Message: f.Message, Hint: f.Hint,
	}
	if f.Warning {
		p.Severity = Warning
	}
	if hint := keyHint(p); hint != "" {
		p.Hint = hint
	}
	if f.Code == source.CodeTag && ofPattern.MatchString(f.Pointer) {
		p.Hint = "a pattern has no negation: put what is to be hidden under exclude"
	}
	return p
}

// keyHint is for a key that says what it is by how it is spelt: a pattern in front of a condition, or a set. It is empty for any other.
func keyHint(p *Problem) string {
	tokens, _ := jsontree.SplitPointer(p.Pointer)
	if len(tokens) == 0 {
		return ""
	}
	key := tokens[len(tokens)-1]
	switch {
	case p.Code == CodeBadName && len(tokens) == 2 && tokens[0] == "sets" && setName.MatchString(strings.TrimPrefix(key, "$")):
		return "write " + strings.TrimPrefix(key, "$") + ": the $ stands only where the set is used"
	case p.Code == CodeUnknownKey && ofEntry.MatchString(p.Pointer) && strings.ContainsAny(key, "/*$"):
		tools, _, _ := strings.Cut(key, ",")
		return fmt.Sprintf("write {tools: %s, when: …}", inBraces(strings.TrimSpace(tools)))
	}
	return ""
}

// ofEntry matches the places of keys of filter entries.
var ofEntry = regexp.MustCompile(`^/filter/(include|exclude)/\d+/[^/]+$`)

// ofPattern matches the places where patterns stand. A tag there is a "!" that is meant to say "all but these".
var ofPattern = regexp.MustCompile(`^/filter/(include|exclude)/\d+(/tools(/\d+)?)?$|^/sets/[^/]+/\d+$|^/descriptions/\d+/tools(/\d+)?$`)
