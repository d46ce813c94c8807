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

var emptyFile = Problem{Code: CodeEmptyFile, Message: "the file says nothing"}

// loadYAML reads a YAML file.
func (l *loader) loadYAML() {
	l.readable = l.withoutDirectives()
	first, second, err := compose(l.readable)
	if err != nil {
		l.reportSyntax(err)
		return
	}
	if second != nil {
		l.report(l.text.offset(second.Line, second.Column), Problem{Code: CodeSecondDocument,
			Message: "a second document starts here; only one is read", Hint: "write it to a file of its own, or leave out the ---"})
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

// withoutDirectives reports the directives in front of the document and gives the file with each turned into a comment, so that one
// that the library does not know keeps nothing else from being found.
func (l *loader) withoutDirectives() []byte {
	data := slices.Clone(l.text.data)
	for _, start := range l.text.lines {
		switch line := bytes.TrimLeft(data[start:lineEnd(data, start)], " "); {
		case len(line) == 0, line[0] == '#':
		case data[start] == '%':
			l.report(start, Problem{Code: CodeDirective, Hint: "leave it out",
				Message: "a line that starts with % is a YAML directive; rule files have none"})
			data[start] = '#'
		default:
			return data
		}
	}
	return data
}

// blank says whether a document holds nothing at all.
func blank(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" && n.Value == "" && n.Anchor == "" && n.Style == 0
}

// compose reads the first document and, if there is one, the second. The library panics on its own bugs; so that a file can
// never end a program, a panic becomes an error.
func compose(data []byte) (first, second *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			first, second, err = nil, nil, fmt.Errorf("the YAML parser gave up: %v", r)
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

// next gives the next document, or nil at the end.
func next(loader *yaml.Loader) (*yaml.Node, error) {
	doc := new(yaml.Node)
	if err := loader.Load(doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, errors.New("the YAML parser gave no document")
	}
	return doc, nil
}

// anyAlias lets aliases without an anchor through, so that they are reported together, by us: an unquoted pattern such as
// */delete_* is one, and a file seldom has only one.
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

// A spot is where in the tree a node comes to stand.
type spot struct {
	pointer string
	depth   int  // how many lists and mappings are open around the node, itself counted
	flow    bool // one of them is written in brackets
	key     bool // the node is a key
}

// below is the spot of what stands in the list or mapping y.
func (s spot) below(y *yaml.Node) spot {
	s.depth++
	s.flow = s.flow || y.Style&yaml.FlowStyle != 0
	return s
}

// value turns a node of the library into ours.
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

// isTagged says whether a tag is written. The library gives the tag ! without the style of one.
func isTagged(y *yaml.Node) bool { return y.Style&yaml.TaggedStyle != 0 || y.Tag == "!" }

// fill gives n what y holds.
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

// key reads a key, and says whether it is one that an entry can have. The spot is that of the mapping.
func (l *loader) key(y *yaml.Node, s spot) (*Node, bool) {
	n := &Node{Pointer: s.pointer, start: l.text.offset(y.Line, y.Column)}
	switch {
	case y.Kind == yaml.SequenceNode || y.Kind == yaml.MappingNode:
		l.report(n.start, Problem{Code: CodeComplexKey, Pointer: s.pointer, Message: "a list or a mapping can't be a key",
			Hint: "a text that starts with [ or { needs quotes"})
		return n, false
	case y.ShortTag() == "!!merge":
		n.Pointer = jsontree.AppendToken(s.pointer, y.Value)
		l.report(n.start, Problem{Code: CodeMergeKey, Pointer: n.Pointer, Message: "<< is a YAML merge key; rule files have none",
			Hint: "write the entries out"})
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
		Message: fmt.Sprintf("an unquoted text that starts with * is a YAML alias, and rule files have none: %s", n.Text)})
}

// tagged reports a tag. What stands behind one of YAML's own tags is taken as it is; any other tag is the start of a text.
func (l *loader) tagged(n *Node, y *yaml.Node, s spot) {
	if y.Kind == yaml.ScalarNode && !strings.HasPrefix(y.Tag, "!!") {
		l.asWritten(n, s)
		l.report(n.start, Problem{Code: CodeTag, Pointer: n.Pointer, Hint: "write " + Quote(n.Text),
			Message: fmt.Sprintf("an unquoted text that starts with ! is a YAML tag, and rule files have none: %s", n.Text)})
		return
	}
	l.report(n.start, Problem{Code: CodeTag, Pointer: n.Pointer, Message: fmt.Sprintf("%s is a YAML tag; rule files have none", y.Tag),
		Hint: "leave it out; quotes make a string of anything"})
	l.fill(n, y, s)
}

// anchored reports an anchor, and takes what stands behind it.
func (l *loader) anchored(n *Node, y *yaml.Node, s spot) {
	p := Problem{Code: CodeAnchor, Pointer: n.Pointer, Message: fmt.Sprintf("&%s is a YAML anchor; rule files have none", y.Anchor),
		Hint: "leave it out, and write the value out at each place"}
	if y.Kind == yaml.ScalarNode && styleOf(y.Style) == plainStyle {
		p.Hint = "leave it out, or write " + Quote(l.written(n.start, s))
	}
	l.report(n.start, p)
	l.fill(n, y, s)
}

// asWritten makes n the unquoted text that stands at its place.
func (l *loader) asWritten(n *Node, s spot) {
	n.Kind, n.Text, n.Plain, n.style = String, l.written(n.start, s), true, plainStyle
}

// written gives the unquoted text that stands at a place: up to the end of its line, to the comment that ends it, and to what ends a
// key or a value inside brackets.
func (l *loader) written(at int, s spot) string {
	ends := "\r\n"
	if s.flow {
		ends = "\r\n,]}"
	}
	data := l.text.data[at:]
	if end := bytes.IndexAny(data, ends); end >= 0 {
		data = data[:end] // the whole line may be long, and thousands of texts may be on it
	}
	text, _, _ := strings.Cut(string(data), " #")
	if s.key {
		text, _, _ = strings.Cut(strings.TrimRight(text, " :"), ": ")
	}
	return strings.TrimRight(text, " \t")
}

func (l *loader) duplicate(key, first *Node) Problem {
	return Problem{Code: CodeDuplicateKey, Pointer: key.Pointer,
		Message: fmt.Sprintf("the key %s is there twice; the first one is on line %d", key.Text, l.text.position(first.start).Line)}
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

// largeNumber matches the numbers of the core schema of YAML 1.2, which knows no limit. The library takes those that no float64 can
// hold for texts.
var largeNumber = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// kindOf gives the kind of a scalar by its tag. A date is a string: YAML 1.2 knows no dates.
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
