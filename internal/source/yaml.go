package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

var emptyFile = Problem{Code: CodeEmptyFile, Message: "the file is empty or has only comments"}

// loadYAML parses a YAML file.
func (l *loader) loadYAML() {
	l.readable = l.withoutDirectives()
	first, second, err := compose(l.readable)
	if err != nil {
		l.reportSyntax(err)
		return
	}
	if second != nil {
		l.report(l.text.offset(second.Line, second.Column), Problem{Code: CodeSecondDocument,
			Message: "a file may hold only one YAML document",
			Hint:    "write the second one to another file, or remove the ---"})
	}
	if first == nil || blank(first.Content[0]) {
		if second == nil {
			l.report(0, emptyFile)
		}
		return
	}
	l.root = l.value(first.Content[0], spot{depth: 1})
	l.findComments()
	l.findCutTexts()
}

// withoutDirectives reports the directives before the document and returns the file with each
// replaced by a comment, so that an unknown directive does not prevent finding other problems.
func (l *loader) withoutDirectives() []byte {
	data := slices.Clone(l.text.data)
	for _, start := range l.text.lines {
		switch line := bytes.TrimLeft(data[start:lineEnd(data, start)], " "); {
		case len(line) == 0, line[0] == '#':
		case data[start] == '%':
			l.report(start, Problem{Code: CodeDirective, Hint: "remove it",
				Message: "a line that starts with % is a YAML directive, which rule files do not support"})
			data[start] = '#'
		default:
			return data
		}
	}
	return data
}

// blank reports whether a document is empty.
func blank(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" && n.Value == "" && n.Anchor == "" && n.Style == 0
}

// compose parses the first document and, if there is one, the second. The library panics on its own
// bugs; a panic becomes an error, so that a file can never end a program.
func compose(data []byte) (first, second *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			first, second, err = nil, nil, fmt.Errorf("the YAML parser failed: %v", r)
		}
	}()
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithUniqueKeys(false),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(MaxDepth)), anyAlias{}))
	if err != nil {
		return nil, nil, err
	}
	if first, err = next(loader); first == nil {
		return nil, nil, err
	}
	second, err = next(loader)
	return first, second, err
}

// next returns the next document, or nil at the end.
func next(loader *yaml.Loader) (*yaml.Node, error) {
	doc := new(yaml.Node)
	if err := loader.Load(doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, errors.New("the YAML parser returned no document")
	}
	return doc, nil
}

// anyAlias accepts aliases without an anchor, so that all of them are reported by this package: an
// unquoted pattern such as */delete_* is one, and a file seldom has only one.
type anyAlias struct{}

func (anyAlias) NewAliasDataContext(yaml.AliasDataServices) (yaml.AliasDataContext, error) {
	return anyAlias{}, nil
}
func (anyAlias) BeginDocument() error                  { return nil }
func (anyAlias) EndDocument() error                    { return nil }
func (anyAlias) DefineAnchor(string, *yaml.Node) error { return nil }
func (anyAlias) ResolveAlias(string) (*yaml.Node, bool, error) {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}, true, nil
}

// A spot is the location of a node in the tree.
type spot struct {
	pointer string
	depth   int  // number of enclosing lists and mappings, including the node
	flow    bool // one of them is written in brackets
	key     bool // the node is a key
}

// below returns the spot of the values in the list or mapping y.
func (s spot) below(y *yaml.Node) spot {
	s.depth++
	s.flow = s.flow || y.Style&yaml.FlowStyle != 0
	return s
}

// value converts a node of the library.
func (l *loader) value(y *yaml.Node, s spot) *Node {
	n := &Node{Pointer: s.pointer, start: l.text.offset(y.Line, y.Column)}
	switch {
	case y.Kind == yaml.AliasNode:
		l.alias(n, s)
	case isTagged(y):
		l.tagged(n, y, s)
	case y.Anchor != "":
		l.anchored(n, y, s)
	default:
		l.fill(n, y, s)
	}
	return n
}

// isTagged reports whether a tag is written. The library does not set the style for the tag !.
func isTagged(y *yaml.Node) bool { return y.Style&yaml.TaggedStyle != 0 || y.Tag == "!" }

// fill sets the content of n to that of y.
func (l *loader) fill(n *Node, y *yaml.Node, s spot) {
	switch y.Kind {
	case yaml.SequenceNode:
		n.Kind = List
		l.items(n, y, s)
	case yaml.MappingNode:
		n.Kind = Map
		l.entries(n, y, s)
	default:
		n.Text, n.style = y.Value, styleOf(y.Style)
		n.Plain = n.style == plainStyle
		n.Kind = kindOf(y.ShortTag())
		if n.Kind == String && n.Plain && largeNumber.MatchString(n.Text) {
			n.Kind = Float
		}
		l.scalars = append(l.scalars, n)
	}
}

func (l *loader) items(n *Node, y *yaml.Node, s spot) {
	if l.tooDeep(n, s) {
		return
	}
	inner := s.below(y)
	for i, item := range y.Content {
		inner.pointer = jsontree.AppendIndex(s.pointer, i)
		n.Items = append(n.Items, l.value(item, inner))
	}
}

func (l *loader) entries(n *Node, y *yaml.Node, s spot) {
	if l.tooDeep(n, s) {
		return
	}
	inner, seen := s.below(y), make(map[string]*Node)
	for i := 0; i+1 < len(y.Content); i += 2 {
		inner.pointer = s.pointer
		key, ok := l.key(y.Content[i], inner)
		inner.pointer = key.Pointer
		value := l.value(y.Content[i+1], inner)
		if !ok {
			continue
		}
		if first, ok := seen[key.Text]; ok {
			l.report(key.start, l.duplicate(key, first))
			continue
		}
		seen[key.Text] = key
		n.Entries = append(n.Entries, Entry{key, value})
	}
}

// key converts a key, and reports whether it can be the key of an entry. s is the spot of the
// mapping.
func (l *loader) key(y *yaml.Node, s spot) (*Node, bool) {
	n := &Node{Pointer: s.pointer, start: l.text.offset(y.Line, y.Column)}
	switch {
	case y.Kind == yaml.SequenceNode || y.Kind == yaml.MappingNode:
		l.report(n.start, Problem{Code: CodeComplexKey, Pointer: s.pointer,
			Message: "a list or a mapping can't be a key",
			Hint:    "a string that starts with [ or { needs quotes"})
		return n, false
	case y.ShortTag() == "!!merge":
		n.Pointer = jsontree.AppendToken(s.pointer, y.Value)
		l.report(n.start, Problem{Code: CodeMergeKey, Pointer: n.Pointer,
			Message: "<< is a YAML merge key, which rule files do not support",
			Hint:    "write out the entries"})
		return n, false
	}
	text := y.Value
	if y.Kind == yaml.AliasNode {
		text = "*" + text
	}
	s.pointer, s.key = jsontree.AppendToken(s.pointer, text), true
	n = l.value(y, s)
	n.Text = text
	return n, true
}

func (l *loader) tooDeep(n *Node, s spot) bool {
	if s.depth <= MaxDepth {
		return false
	}
	l.report(n.start, Problem{Code: CodeTooDeep, Pointer: n.Pointer, Message: tooDeepMessage})
	return true
}

var tooDeepMessage = fmt.Sprintf("lists and mappings are nested more than %d levels deep", MaxDepth)

func (l *loader) alias(n *Node, s spot) {
	l.asWritten(n, s)
	l.report(n.start, Problem{Code: CodeAlias, Pointer: n.Pointer, Hint: "write " + Quote(n.Text),
		Message: fmt.Sprintf(
			"an unquoted string that starts with * is a YAML alias, which rule files do not support: %s",
			n.Text)})
}

// tagged reports a tag. The value after a tag of YAML itself is used as it is; any other tag is the
// start of a string.
func (l *loader) tagged(n *Node, y *yaml.Node, s spot) {
	if y.Kind == yaml.ScalarNode && !strings.HasPrefix(y.Tag, "!!") {
		l.asWritten(n, s)
		l.report(n.start, Problem{Code: CodeTag, Pointer: n.Pointer, Hint: "write " + Quote(n.Text),
			Message: fmt.Sprintf(
				"an unquoted string that starts with ! is a YAML tag, which rule files do not support: %s",
				n.Text)})
		return
	}
	l.report(n.start, Problem{Code: CodeTag, Pointer: n.Pointer,
		Message: fmt.Sprintf("%s is a YAML tag, which rule files do not support", y.Tag),
		Hint:    "remove it; for a string use quotes"})
	l.fill(n, y, s)
}

// anchored reports an anchor, and uses the value after it.
func (l *loader) anchored(n *Node, y *yaml.Node, s spot) {
	p := Problem{Code: CodeAnchor, Pointer: n.Pointer,
		Message: fmt.Sprintf("&%s is a YAML anchor, which rule files do not support", y.Anchor),
		Hint:    "remove it, and repeat the value"}
	if y.Kind == yaml.ScalarNode && styleOf(y.Style) == plainStyle {
		p.Hint = "remove it, or write " + Quote(l.written(n.start, s))
	}
	l.report(n.start, p)
	l.fill(n, y, s)
}

// asWritten sets n to the unquoted string at its position.
func (l *loader) asWritten(n *Node, s spot) {
	n.Kind, n.Text, n.Plain, n.style = String, l.written(n.start, s), true, plainStyle
}

// written returns the unquoted string at an offset: up to the end of its line, to a comment, and to
// what ends a key or a value in brackets.
func (l *loader) written(at int, s spot) string {
	ends := "\r\n"
	if s.flow {
		ends = "\r\n,]}"
	}
	data := l.text.data[at:]
	if end := bytes.IndexAny(data, ends); end >= 0 {
		data = data[:end] // the line may be long and hold thousands of strings
	}
	text, _, _ := strings.Cut(string(data), " #")
	if s.key {
		text, _, _ = strings.Cut(strings.TrimRight(text, " :"), ": ")
	}
	return strings.TrimRight(text, " \t")
}

func (l *loader) duplicate(key, first *Node) Problem {
	return Problem{Code: CodeDuplicateKey, Pointer: key.Pointer,
		Message: fmt.Sprintf("duplicate key %s, first in line %d", key.Text, l.text.position(first.start).Line)}
}

func styleOf(s yaml.Style) style {
	switch {
	case s&yaml.DoubleQuotedStyle != 0:
		return doubleStyle
	case s&yaml.SingleQuotedStyle != 0:
		return singleStyle
	case s&yaml.LiteralStyle != 0:
		return literalStyle
	case s&yaml.FoldedStyle != 0:
		return foldedStyle
	}
	return plainStyle
}

// largeNumber matches the numbers of the core schema of YAML 1.2, which has no limit. The library
// treats those outside of the range of float64 as strings.
var largeNumber = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// kindOf returns the kind of a scalar by its tag. A date is a string: YAML 1.2 has no dates.
func kindOf(tag string) Kind {
	switch tag {
	case "!!null":
		return Null
	case "!!bool":
		return Bool
	case "!!int":
		return Int
	case "!!float":
		return Float
	}
	return String
}
