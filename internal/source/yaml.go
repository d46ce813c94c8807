package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

var emptyFile = Problem{Code: CodeEmptyFile, Message: "the file says nothing", Hint: "a rule file starts with version: 1"}

// loadYAML reads a YAML file.
func (l *loader) loadYAML() {
	first, second, err := compose(l.text.data)
	if err != nil {
		l.reportSyntax(err)
		return
	}
	if first == nil || blank(first.Content[0]) {
		l.report(0, emptyFile)
		return
	}
	l.root = l.value(first.Content[0], "", 1)
	if second != nil {
		l.report(l.text.offset(second.Line, second.Column), Problem{Code: CodeSecondDocument,
			Message: "a second document starts here; only one is read", Hint: "write it to a file of its own, or leave out the ---"})
	}
	l.findComments()
	l.findCutTexts()
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

// value turns a node of the library into ours. depth is the number of lists and mappings that n would be inside of if it were
// one, itself included.
func (l *loader) value(y *yaml.Node, pointer string, depth int) *Node {
	n := &Node{Pointer: pointer, start: l.text.offset(y.Line, y.Column)}
	if y.Anchor != "" {
		l.report(n.start, Problem{Code: CodeAnchor, Pointer: pointer, Message: fmt.Sprintf("&%s is a YAML anchor; rule files have none", y.Anchor),
			Hint: "write the value out at each place, or quote it if it is a text: " + Quote(l.written(n.start))})
	}
	switch {
	case y.Kind == yaml.AliasNode:
		l.alias(n)
	case y.Style&yaml.TaggedStyle != 0 || y.Tag == "!":
		l.tagged(n, y, depth)
	default:
		l.fill(n, y, depth)
	}
	return n
}

// fill gives n what an untagged node holds.
func (l *loader) fill(n *Node, y *yaml.Node, depth int) {
	switch y.Kind {
	case yaml.SequenceNode:
		n.Kind = List
		if l.tooDeep(n, depth) {
			return
		}
		for i, item := range y.Content {
			n.Items = append(n.Items, l.value(item, jsontree.AppendIndex(n.Pointer, i), depth+1))
		}
	case yaml.MappingNode:
		n.Kind = Map
		if l.tooDeep(n, depth) {
			return
		}
		l.entries(n, y.Content, depth)
	default:
		l.scalar(n, y)
	}
}

func (l *loader) tooDeep(n *Node, depth int) bool {
	if depth <= MaxDepth {
		return false
	}
	l.report(n.start, Problem{Code: CodeTooDeep, Pointer: n.Pointer, Message: tooDeepMessage})
	return true
}

var tooDeepMessage = fmt.Sprintf("lists and mappings are nested more than %d levels deep", MaxDepth)

func (l *loader) scalar(n *Node, y *yaml.Node) {
	n.Text, n.style = y.Value, styleOf(y.Style)
	n.Plain = n.style == plainStyle
	n.Kind = kindOf(y.ShortTag())
	l.scalars = append(l.scalars, n)
}

// asWritten makes n the text that stands at its place.
func (l *loader) asWritten(n *Node) {
	n.Kind, n.Text, n.style = String, l.written(n.start), plainStyle
}

func (l *loader) alias(n *Node) {
	l.asWritten(n)
	l.report(n.start, Problem{Code: CodeAlias, Pointer: n.Pointer,
		Message: fmt.Sprintf("an unquoted value that starts with * is a YAML alias, and rule files have none: %s", n.Text), Hint: "write " + Quote(n.Text)})
}

// tagged reports a tag. What stands behind one of YAML's own tags is taken as it is; any other tag is the start of a text.
func (l *loader) tagged(n *Node, y *yaml.Node, depth int) {
	p := Problem{Code: CodeTag, Pointer: n.Pointer, Message: fmt.Sprintf("%s is a YAML tag; rule files have none", y.Tag)}
	if y.Kind == yaml.ScalarNode && !strings.HasPrefix(y.Tag, "!!") {
		l.asWritten(n)
		p.Message = fmt.Sprintf("an unquoted value that starts with ! is a YAML tag, and rule files have none: %s", n.Text)
		p.Hint = "write " + Quote(n.Text)
	} else {
		l.fill(n, y, depth)
	}
	l.report(n.start, p)
}

func (l *loader) entries(n *Node, content []*yaml.Node, depth int) {
	seen := make(map[string]*Node)
	for i := 0; i+1 < len(content); i += 2 {
		key, ok := l.key(content[i], n.Pointer)
		value := l.value(content[i+1], key.Pointer, depth+1)
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

// key reads a key, and says whether it is one that an entry can have.
func (l *loader) key(y *yaml.Node, parent string) (*Node, bool) {
	n := &Node{Pointer: parent, start: l.text.offset(y.Line, y.Column)}
	switch {
	case y.Kind == yaml.SequenceNode || y.Kind == yaml.MappingNode:
		l.report(n.start, Problem{Code: CodeComplexKey, Pointer: parent, Message: "a list or a mapping can't be a key",
			Hint: "a text that starts with { or [ needs quotes"})
		return n, false
	case y.ShortTag() == "!!merge":
		n.Pointer = jsontree.AppendToken(parent, y.Value)
		l.report(n.start, Problem{Code: CodeMergeKey, Pointer: n.Pointer, Message: "<< is a YAML merge key; rule files have none",
			Hint: "write the entries out"})
		return n, false
	}
	n = l.value(y, jsontree.AppendToken(parent, y.Value), 1)
	return n, true
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

// written gives the unquoted text that stands at a place, to the end of its line or to the comment that ends it.
func (l *loader) written(at int) string {
	_, end := l.text.lineRange(l.text.lineAt(at))
	s := string(l.text.data[at:max(at, end)])
	if i := strings.Index(s, " #"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimRight(s, " \t")
}

// reportSyntax words an error of the library.
func (l *loader) reportSyntax(err error) {
	bad, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		l.report(0, Problem{Code: CodeSyntax, Message: err.Error()})
		return
	}
	p := Problem{Code: CodeSyntax, Message: bad.Message}
	if strings.HasPrefix(bad.Message, "exceeded max depth") {
		p = Problem{Code: CodeTooDeep, Message: tooDeepMessage}
	}
	l.report(l.text.offset(bad.Mark.Line, bad.Mark.Column), p)
}
