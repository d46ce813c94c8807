package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
)

// Load reads the rule file at path. It rejects everything that is not a regular file, without
// blocking. See [Parse] for the results.
func Load(path string) (*File, error) {
	data, err := regularfile.Read(path, source.MaxBytes)
	return parseRead(path, data, err)
}

// LoadFS is [Load] for a file of a file system.
func LoadFS(fsys fs.FS, path string) (*File, error) {
	data, err := regularfile.ReadFS(fsys, path, source.MaxBytes)
	return parseRead(path, data, err)
}

func parseRead(path string, data []byte, err error) (*File, error) {
	if err != nil {
		return nil, Problems{{
			Code: CodeUnreadable, File: path, Offset: -1,
			Message: fmt.Sprintf("can't read the rule file: %v", err), Err: err,
		}}
	}
	return Parse(path, data)
}

// Parse parses a rule file: JSON if name ends in .json, or has no extension and the file starts
// with {; otherwise YAML. It checks the keys and the types of values; package engine checks what
// they mean.
//
// The error is [Problems], all problems in file order, if one of them has severity [SeverityError].
// The File is then partial but keeps the problems: engine.New reports them together with its own.
// It is nil if nothing could be parsed.
func Parse(name string, data []byte) (*File, error) {
	origin, faults := source.Parse(name, data)
	var found collector
	for _, f := range faults {
		found.report(fromSource(name, f))
	}
	file := &File{}
	if origin.Root() != nil && !found.full() {
		file = decode(origin, &found)
	}
	sum := sha256.Sum256(data)
	file.loaded = loaded{Origin: origin, Found: found.problems, revision: hex.EncodeToString(sum[:])}
	ps := slices.Clone(found.problems)
	ps.sortByPosition()
	switch {
	case !ps.Fatal():
		return file, nil
	case origin.Root() == nil:
		return nil, ps
	}
	return file, ps
}

// decode checks the shape of a file and reads its well-formed parts. It adds its problems to found.
func decode(origin *source.File, found *collector) *File {
	known := found.errors
	add := func(p *Problem) {
		if !found.full() && !slices.ContainsFunc(known,
			func(e *Problem) bool { return jsontree.Overlap(p.Pointer, e.Pointer) }) {
			found.report(p)
		}
	}
	for _, f := range format.Check(origin) {
		add(fromSource(origin.Name(), f))
	}
	report := func(p *Problem) {
		if !found.full() {
			at := origin.Place(p.Pointer, p.Offset, p.OnKey, nil)
			p.File, p.Pointer, p.Line, p.Column = origin.Name(), at.Pointer, at.Line, at.Column
			add(p)
		}
	}
	return (&decoder{report: report}).file(origin.Root())
}

func fromSource(name string, f source.Problem) *Problem {
	p := &Problem{
		Code: Code(f.Code), File: name, Line: f.Line, Column: f.Column, Pointer: f.Pointer, Offset: -1,
		Message: f.Message, Hint: f.Hint,
	}
	if f.Warning {
		p.Severity = SeverityWarning
	}
	if hint := keyHint(p); hint != "" {
		p.Hint = hint
	}
	if f.Code == source.CodeTag && ofPattern.MatchString(f.Pointer) {
		p.Hint = "a pattern has no negation: put what is to be hidden under exclude"
	}
	return p
}

// keyHint returns what to write for an invalid key whose spelling shows what was meant: a pattern
// before a condition, or a set. It is empty for any other.
func keyHint(p *Problem) string {
	tokens, _ := jsontree.SplitPointer(p.Pointer)
	if len(tokens) == 0 {
		return ""
	}
	key := tokens[len(tokens)-1]
	switch {
	case p.Code == CodeBadName && len(tokens) == 2 && tokens[0] == "sets" &&
		setName.MatchString(strings.TrimPrefix(key, "$")):
		return "write " + strings.TrimPrefix(key, "$") + ": the $ stands only where the set is used"
	case p.Code == CodeUnknownKey && ofEntry.MatchString(p.Pointer) && strings.ContainsAny(key, "/*$"):
		tools, _, _ := strings.Cut(key, ",")
		return fmt.Sprintf("write {tools: %s, when: …}", source.InBraces(strings.TrimSpace(tools)))
	case p.Code == CodeUnknownKey && len(tokens) == 3 && tokens[0] == "descriptions" && strings.ContainsAny(key, "/*"):
		return fmt.Sprintf("write {tools: %s, description: …}", source.InBraces(key))
	case p.Code == CodeUnknownKey && tokens[0] == "descriptions" && levelKey.MatchString(key):
		return fmt.Sprintf("write levels: {%s: …}", key)
	case p.Code == CodeBadName && tokens[0] == "context" && strings.Contains(key, "."):
		outer, inner, _ := strings.Cut(key, ".")
		return fmt.Sprintf("write %s: {%s: …}", outer, inner)
	case p.Code == CodeBadName && tokens[0] == "context" &&
		attributeName.MatchString(strings.ReplaceAll(key, "-", "_")):
		return "write " + strings.ReplaceAll(key, "-", "_")
	}
	return ""
}

// levelKey matches a level, or several.
var levelKey = regexp.MustCompile(`^[0-9][0-9,-]*$`)

// ofEntry matches the pointers of keys of filter entries.
var ofEntry = regexp.MustCompile(`^/filter/(include|exclude)/\d+/[^/]+$`)

// ofPattern matches the pointers of patterns. A YAML tag there is a "!" that was meant as "all but
// these".
var ofPattern = regexp.MustCompile(`^/filter/(include|exclude)/\d+(/tools(/\d+)?)?$|^/sets/[^/]+/\d+$|^/descriptions/\d+/tools(/\d+)?$`)
