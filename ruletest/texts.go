package ruletest

import (
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// text looks at a text that the request gets, in the tool's JSON as it would be sent.
func (t *trial) text(x Text) {
	pointer, about := t.keyPointer("texts", x.Tool), fmt.Sprintf("%s of %s", x.Place, x.Tool)
	if !t.known(pointer, "texts of "+x.Tool.String(), x.Tool) {
		return
	}
	pointer += jsontree.AppendToken("", x.Place.String())
	failure := Failure{Code: CodeTexts, About: about, Expected: nullOr(x.Text), Tools: []engine.Key{x.Tool}}
	tool, ok := t.shown[x.Tool]
	if !ok {
		failure.Got = "a tool that is hidden"
		t.fail(pointer, failure)
		return
	}
	got, err := textsAt(tool.AppendJSON(nil), x.Place)
	if err != nil {
		failure.Got = err.Error()
		t.fail(pointer, failure)
		return
	}
	for _, found := range got {
		if same(found.text, x.Text) {
			continue
		}
		failure.Got = nullOr(found.text)
		t.fail(pointer, failure)
		return
	}
}

// A textAt is a text of a tool.
type textAt struct {
	pointer string  // of what it describes, from the tool: /title, /inputSchema/properties/body
	text    *string // nil if there is no such key
}

// textsAt gives the texts at a place of a tool; a path may select several. The error says for people why there is no such place.
func textsAt(tool []byte, place Place) ([]textAt, error) {
	root, err := jsontree.Parse(tool, jsontree.Options{})
	if err != nil {
		return nil, fmt.Errorf("a tool that is no JSON: %w", err)
	}
	switch place.Section {
	case Title:
		title := stringOf(root.Get("title"), tool)
		if title == nil { // as clients do
			title = stringOf(root.Get("annotations").Get("title"), tool)
		}
		return []textAt{{"/title", title}}, nil
	case Description:
		return []textAt{{"/description", stringOf(root.Get("description"), tool)}}, nil
	case Arguments:
		return schemaTexts(tool, "inputSchema", root.Get("inputSchema"), place.Path)
	}
	return schemaTexts(tool, "outputSchema", root.Get("outputSchema"), place.Path)
}

func schemaTexts(tool []byte, member string, root *jsontree.Node, text string) ([]textAt, error) {
	path, err := schema.ParsePath(text)
	if err != nil {
		return nil, err
	}
	doc, err := schema.New(tool, root)
	if err != nil {
		return nil, fmt.Errorf("a tool whose %s is missing or no schema", member)
	}
	var texts []textAt
	found := doc.Locate(path)
	for _, p := range found.Places {
		texts = append(texts, textAt{"/" + member + p.Pointer, stringOf(p.Description(), tool)})
	}
	for _, s := range found.Shared {
		texts = append(texts, textAt{"/" + member + s.Pointer, stringOf(jsontree.Find(root, s.Pointer).Get("description"), tool)})
	}
	switch {
	case len(texts) > 0:
		return texts, nil
	case len(found.Boolean) > 0:
		return nil, fmt.Errorf("a boolean schema there")
	case len(found.NotText) > 0:
		return nil, fmt.Errorf("a description that is no text")
	case found.Hint != "":
		return nil, fmt.Errorf("no such place in its %s; did you mean %s?", member, found.Hint)
	}
	return nil, fmt.Errorf("no such place in its %s", member)
}

// stringOf gives a string, or nil if there is none.
func stringOf(n *jsontree.Node, data []byte) *string {
	if n == nil || n.Kind != jsontree.String {
		return nil
	}
	text := n.Text(data)
	return &text
}
