package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A shape says what a value of a rule file looks like before anyone asks what it means. The loader checks a file against the
// shapes of keys.go, and the JSON Schema for editors is printed from the same shapes, so the two can't drift.
type shape struct {
	kind  shapeKind
	name  string // what messages call such a value, with its article: "a pattern"
	doc   string // for editors
	def   string // its name among the definitions of the JSON Schema; empty: written out where it is used
	keys  []key  // of a mapping, in the order in which they are documented
	keyIs keyRule
	elem  *shape         // of a list or a dictionary
	oneOf []*shape       // of a choice; at most one for each kind of node
	words []string       // of a text: the only ones allowed
	match *regexp.Regexp // of a text: what it must look like
	min   int            // of an integer
	max   int
	blank blankRule
	empty string // what to write instead of an empty list or mapping
}

type shapeKind uint8

const (
	mapping    shapeKind = iota // the keys are known
	dictionary                  // the keys are the author's
	list
	text
	integer
	boolean
	choice
)

// A key is one of the known keys of a mapping.
type key struct {
	name     string
	doc      string
	required bool
	shape    *shape
}

// keyRule says how the keys of a dictionary are written.
type keyRule struct {
	name     string         // what messages call it: "a level"
	match    *regexp.Regexp // nil: anything but blanks
	selector bool           // read from its text, whatever YAML would make of it
}

type blankRule uint8

const (
	notBlank    blankRule = iota // at least one character that is no blank
	emptyIsFine                  // "" is an answer, nothing but blanks is none
	anyText                      // not looked at here
)

// checkShape reports, into report, every place where the tree below n is not shaped as s wants.
func checkShape(n *source.Node, s *shape, report func(*Problem)) {
	s = s.resolve(n)
	if s == nil {
		return
	}
	switch {
	case n.Kind == source.Null && n.Plain:
		report(nullProblem(n, s))
		return
	case !s.takes(n):
		report(typeProblem(n, s))
		return
	}
	switch s.kind {
	case mapping:
		checkMapping(n, s, report)
	case dictionary:
		checkDictionary(n, s, report)
	case list:
		if len(n.Items) == 0 {
			report(&Problem{Code: CodeEmpty, Pointer: n.Pointer, Offset: -1, Message: s.name + " may not be empty", Hint: s.empty})
		}
		for _, item := range n.Items {
			checkShape(item, s.elem, report)
		}
	case text:
		checkText(n, s, report)
	case integer:
		checkInteger(n, s, report)
	}
}

// resolve picks the branch of a choice that a node of this kind is meant for: the one that takes it, else the first, so that
// the message speaks of what is written most.
func (s *shape) resolve(n *source.Node) *shape {
	if s == nil || s.kind != choice {
		return s
	}
	for _, branch := range s.oneOf {
		if branch.takes(n) {
			return branch
		}
	}
	if n.Kind == source.Null || n.Kind == source.List || n.Kind == source.Map {
		return &shape{kind: choice, name: s.name, empty: s.empty, oneOf: s.oneOf}
	}
	return s.oneOf[0]
}

// takes says whether a node is of the kind that the shape describes.
func (s *shape) takes(n *source.Node) bool {
	switch s.kind {
	case mapping, dictionary:
		return n.Kind == source.Map
	case list:
		return n.Kind == source.List
	case text:
		return n.Kind == source.String
	case integer:
		return n.Kind == source.Int
	case boolean:
		return n.Kind == source.Bool
	}
	return false
}

func checkMapping(n *source.Node, s *shape, report func(*Problem)) {
	if len(n.Entries) == 0 {
		report(&Problem{Code: CodeEmpty, Pointer: n.Pointer, Offset: -1, Message: s.name + " may not be empty", Hint: s.empty})
		return
	}
	names := make([]string, len(s.keys))
	for i, k := range s.keys {
		names[i] = k.name
	}
	for _, e := range n.Entries {
		known := s.key(e.Key.Text)
		if known == nil {
			report(unknownKey(e, s, names))
			continue
		}
		checkShape(e.Value, known.shape, report)
	}
	for _, k := range s.keys {
		if k.required && child(n, k.name) == nil {
			report(&Problem{Code: CodeMissingKey, Pointer: n.Pointer, Offset: -1, Message: fmt.Sprintf("%s needs the key %s", s.name, k.name), Hint: k.doc})
		}
	}
}

func (s *shape) key(name string) *key {
	for i := range s.keys {
		if s.keys[i].name == name {
			return &s.keys[i]
		}
	}
	return nil
}

func unknownKey(e source.Entry, s *shape, names []string) *Problem {
	p := &Problem{Code: CodeUnknownKey, Pointer: e.Value.Pointer, Offset: -1, OnKey: true,
		Message: fmt.Sprintf("unknown key %q in %s", e.Key.Text, s.name)}
	if near, ok := suggest.Nearest(e.Key.Text, names); ok {
		p.Hint = fmt.Sprintf("did you mean %q?", near)
	} else if home := homeOf(e.Key.Text); home != "" {
		p.Hint = home
	} else {
		p.Hint = "known here: " + strings.Join(names, ", ")
	}
	return p
}

func checkDictionary(n *source.Node, s *shape, report func(*Problem)) {
	if len(n.Entries) == 0 {
		report(&Problem{Code: CodeEmpty, Pointer: n.Pointer, Offset: -1, Message: s.name + " may not be empty", Hint: s.empty})
	}
	for _, e := range n.Entries {
		checkKey(e, s.keyIs, report)
		checkShape(e.Value, s.elem, report)
	}
}

func checkKey(e source.Entry, rule keyRule, report func(*Problem)) {
	p := &Problem{Pointer: e.Value.Pointer, Offset: -1, OnKey: true}
	switch {
	case rule.selector:
		return
	case e.Key.Plain && e.Key.Kind != source.String:
		p.Code = CodeUnquoted
		p.Message = fmt.Sprintf("%s is %s and no text", e.Key.Text, kindName(e.Key.Kind))
		p.Hint = "write " + source.Quote(e.Key.Text)
	case rule.match != nil && !rule.match.MatchString(e.Key.Text):
		p.Code = CodeBadName
		p.Message = fmt.Sprintf("%q is no legal name of %s", e.Key.Text, rule.name)
		p.Hint = "names look like " + rule.match.String()
	case strings.TrimSpace(e.Key.Text) == "":
		p.Code = CodeBadName
		p.Message = "the name of " + rule.name + " may not be blank"
	default:
		return
	}
	report(p)
}

func checkText(n *source.Node, s *shape, report func(*Problem)) {
	p := &Problem{Pointer: n.Pointer, Offset: -1}
	blank := strings.TrimSpace(n.Text) == ""
	switch {
	case blank && s.blank == notBlank, blank && s.blank == emptyIsFine && n.Text != "":
		p.Code = CodeBlank
		p.Message = s.name + " may not be blank"
		p.Hint = s.empty
	case s.words != nil && !slices.Contains(s.words, n.Text):
		p.Code = CodeNotAWord
		p.Message = fmt.Sprintf("%q is not one of %s", n.Text, strings.Join(s.words, ", "))
		if near, ok := suggest.Nearest(n.Text, s.words); ok {
			p.Hint = fmt.Sprintf("did you mean %q?", near)
		}
	case s.match != nil && !s.match.MatchString(n.Text):
		p.Code = CodeBadName
		p.Message = fmt.Sprintf("%q is not %s", n.Text, s.name)
		p.Hint = "write one that looks like " + s.match.String()
	default:
		return
	}
	report(p)
}

func checkInteger(n *source.Node, s *shape, report func(*Problem)) {
	value, ok := decimal(n.Text)
	if ok && value >= s.min && value <= s.max {
		return
	}
	p := &Problem{Code: CodeOutOfRange, Pointer: n.Pointer, Offset: -1}
	switch {
	case !ok:
		p.Code = CodeWrongType
		p.Message = fmt.Sprintf("%s is no plain decimal number", n.Text)
	case s.min == s.max:
		p.Message = fmt.Sprintf("%s must be %d", s.name, s.min)
	default:
		p.Message = fmt.Sprintf("%s must be %d to %d", s.name, s.min, s.max)
	}
	report(p)
}

// decimal reads a number as people write it: digits without a leading zero, no sign, no base, no underscores.
func decimal(s string) (int, bool) {
	if s == "" || len(s) > 9 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func nullProblem(n *source.Node, s *shape) *Problem {
	p := &Problem{Code: CodeNull, Pointer: n.Pointer, Offset: -1, Message: s.name + " is missing: the key is there, and nothing behind it", Hint: s.empty}
	switch {
	case n.Text != "":
		p.Message = fmt.Sprintf("%s is missing: %s means nothing at all", s.name, n.Text)
	case s.kind == mapping || s.kind == dictionary || s.kind == list:
		p.Hint = "indent what belongs to it, or " + s.empty
	}
	if p.Hint == "" {
		p.Hint = "write it, or leave the key out"
	}
	return p
}

func typeProblem(n *source.Node, s *shape) *Problem {
	p := &Problem{Code: CodeWrongType, Pointer: n.Pointer, Offset: -1,
		Message: fmt.Sprintf("%s is wanted here, and this is %s", s.name, kindName(n.Kind))}
	switch {
	case s.kind == text && n.Kind != source.List && n.Kind != source.Map:
		p.Code = CodeUnquoted
		p.Message = fmt.Sprintf("%s is %s", n.Text, kindName(n.Kind))
		p.Hint = "write " + source.Quote(n.Text)
	case s.kind == boolean && n.Kind == source.String && isYes(n.Text):
		p.Hint = "write true"
	case s.kind == boolean && n.Kind == source.String:
		p.Hint = "write true or false"
	case s.kind == integer && n.Kind == source.String:
		if _, ok := decimal(n.Text); ok {
			p.Hint = "write " + n.Text + " without quotes"
		}
	case s.kind == list && n.Kind == source.String:
		p.Hint = "write [" + source.Quote(n.Text) + "]"
	case s.kind == mapping && n.Kind != source.List:
		p.Hint = "known keys: " + strings.Join(keyNames(s), ", ")
	}
	return p
}

func keyNames(s *shape) []string {
	names := make([]string, len(s.keys))
	for i, k := range s.keys {
		names[i] = k.name
	}
	return names
}

func isYes(s string) bool {
	switch strings.ToLower(s) {
	case "yes", "y", "on", "true":
		return true
	}
	return false
}

func kindName(k source.Kind) string {
	switch k {
	case source.Null:
		return "null"
	case source.Bool:
		return "a boolean"
	case source.Int, source.Float:
		return "a number"
	case source.String:
		return "a text"
	case source.List:
		return "a list"
	}
	return "a mapping"
}
