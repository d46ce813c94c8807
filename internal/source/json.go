package source

import (
	"bytes"
	"errors"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// loadJSON parses a JSON file. The parser accepts duplicate names, so that all of them are
// reported.
func (l *loader) loadJSON() {
	data := l.text.data
	if len(bytes.TrimSpace(data)) == 0 {
		l.report(0, emptyFile)
		return
	}
	tree, err := jsontree.Parse(data, jsontree.Options{MaxDepth: MaxDepth, DuplicateNames: true})
	if bad, ok := errors.AsType[*jsontree.Error](err); ok {
		l.report(bad.Offset, l.jsonProblem(bad))
		return
	}
	l.root = l.fromJSON(&tree, "")
}

// jsonProblem returns the problem for an error of the parser.
func (l *loader) jsonProblem(bad *jsontree.Error) Problem {
	p := Problem{Code: CodeSyntax, Pointer: bad.Path, Message: bad.Message}
	if bad.Code == jsontree.CodeTooDeep {
		p.Code, p.Message = CodeTooDeep, tooDeepMessage
		return p
	}
	switch rest := l.text.data[bad.Offset:]; {
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")), bytes.HasPrefix(rest, []byte("#")):
		p.Message, p.Hint = "JSON has no comments", "remove it, or write the file in YAML"
	case bytes.HasPrefix(rest, []byte("'")):
		p.Message, p.Hint = "JSON has no single quotes", "use double quotes"
	case bytes.HasPrefix(rest, []byte(",")):
		p.Message, p.Hint = "expected a value, got a comma", "write no comma after the last item"
	}
	return p
}

func (l *loader) fromJSON(tree *jsontree.Node, pointer string) *Node {
	n := &Node{Pointer: pointer, start: tree.Start}
	switch tree.Kind {
	case jsontree.Array:
		n.Kind = List
		for i := range tree.Items {
			n.Items = append(n.Items, l.fromJSON(&tree.Items[i], jsontree.AppendIndex(pointer, i)))
		}
		return n
	case jsontree.Object:
		n.Kind = Map
		l.jsonEntries(n, tree.Members)
		return n
	}
	n.Text = tree.Text(l.text.data)
	n.Kind, n.Plain, n.style = jsonKind(tree.Kind, n.Text), true, plainStyle
	if tree.Kind == jsontree.String {
		n.Plain, n.style = false, jsonStyle
	}
	return n
}

func (l *loader) jsonEntries(n *Node, members []jsontree.Member) {
	seen := make(map[string]*Node)
	for i := range members {
		m := &members[i]
		pointer := jsontree.AppendToken(n.Pointer, m.Name)
		key := &Node{Kind: String, Text: m.Name, Pointer: pointer, start: m.Key.Start, style: jsonStyle}
		value := l.fromJSON(&m.Value, pointer)
		if first, ok := seen[m.Name]; ok {
			l.report(key.start, l.duplicate(key, first))
			continue
		}
		seen[m.Name] = key
		n.Entries = append(n.Entries, Entry{key, value})
	}
}

func jsonKind(k jsontree.Kind, text string) Kind {
	switch {
	case k == jsontree.Null:
		return Null
	case k == jsontree.Bool:
		return Bool
	case k == jsontree.Number && strings.ContainsAny(text, ".eE"):
		return Float
	case k == jsontree.Number:
		return Int
	}
	return String
}
