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
	var found collector
	for _, f := range faults {
		found.report(fromSource(name, f))
	}
	if len(found.errors) > 0 && (origin == nil || origin.Root() == nil) {
		return nil, found.problems
	}
	compiled := compile(origin, &found)
	ps := found.problems
	ps.sortByPlace()
	if ps.Fatal() {
		return nil, ps
	}
	compiled.warnings = ps
	return compiled, nil
}

// compile compiles a file that could be read, and adds what is wrong with it to the problems of its text. If there are too many errors
// it ends after the step that finds them: a later one would report what only follows from errors that were not kept.
func compile(origin *source.File, found *collector) *Rules {
	if found.full() {
		return nil
	}
	file := decode(origin, found)
	if found.full() {
		return nil
	}
	compiled, consequences := file.compile()
	known := *found
	for _, p := range consequences {
		file.place(p)
		if p.Code == CodeTooManyErrors || !shadowed(p, known.errors) && !cutShort(p, known.problems) && !warnedOf(p, known.problems) {
			found.report(p)
		}
	}
	known = *found
	for _, p := range placeholders(origin.Root()) {
		file.placeWritten(p)
		if !shadowed(p, known.errors) {
			found.report(p)
		}
	}
	return compiled
}

// decode checks the shape of a file and reads what is well shaped. It adds to the problems that there are.
func decode(origin *source.File, found *collector) *File {
	place := &File{origin: origin}
	known := found.errors
	add := func(p *Problem) {
		if !found.full() && !shadowed(p, known) {
			found.report(p)
		}
	}
	for _, f := range format.Check(origin) {
		add(fromSource(origin.Name(), f))
	}
	report := func(p *Problem) {
		if !found.full() {
			place.placeWritten(p)
			add(p)
		}
	}
	file := (&decoder{report: report}).file(origin.Root())
	file.origin = origin
	return file
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
	case p.Code == CodeUnknownKey && len(tokens) == 3 && tokens[0] == "descriptions" && strings.ContainsAny(key, "/*"):
		return fmt.Sprintf("write {tools: %s, description: …}", inBraces(key))
	case p.Code == CodeUnknownKey && tokens[0] == "descriptions" && levelKey.MatchString(key):
		return fmt.Sprintf("write levels: {%s: …}", key)
	case p.Code == CodeBadName && tokens[0] == "context" && strings.Contains(key, "."):
		outer, inner, _ := strings.Cut(key, ".")
		return fmt.Sprintf("write %s: {%s: …}", outer, inner)
	case p.Code == CodeBadName && tokens[0] == "context" && attributeName.MatchString(strings.ReplaceAll(key, "-", "_")):
		return "write " + strings.ReplaceAll(key, "-", "_")
	}
	return ""
}

// levelKey matches a level, or several.
var levelKey = regexp.MustCompile(`^[0-9][0-9,-]*$`)

// ofEntry matches the places of keys of filter entries.
var ofEntry = regexp.MustCompile(`^/filter/(include|exclude)/\d+/[^/]+$`)

// ofPattern matches the places where patterns stand. A tag there is a "!" that is meant to say "all but these".
var ofPattern = regexp.MustCompile(`^/filter/(include|exclude)/\d+(/tools(/\d+)?)?$|^/sets/[^/]+/\d+$|^/descriptions/\d+/tools(/\d+)?$`)
