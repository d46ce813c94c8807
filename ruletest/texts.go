package ruletest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// text checks a title or description that the request gets, in the tool's JSON as it would be sent.
func (t *trial) text(x Text) {
	pointer := t.keyPointer("texts", x.Tool)
	if !t.known(pointer, "texts of "+x.Tool.String(), x.Tool) {
		return
	}
	failure := Failure{Code: CodeTexts, About: fmt.Sprintf("%s of %s", x.Location, x.Tool),
		Expected: quoteOrAbsent(x.Text), Tools: []engine.Key{x.Tool}}
	if tool, ok := t.shown[x.Tool]; !ok {
		failure.Got = "a hidden tool"
	} else if got, err := textsAt(tool.AppendJSON(nil), x.Location); err != nil {
		failure.Got = err.Error()
	} else {
		for _, found := range got {
			if !equal(found.text, x.Text) {
				failure.Got = quoteOrAbsent(found.text)
				break
			}
		}
	}
	if failure.Got != "" {
		t.fail(jsontree.AppendToken(pointer, x.Location), failure)
	}
}

func quoteOrAbsent(text *string) string {
	if text == nil {
		return "no such key"
	}
	return strconv.Quote(*text)
}

// equal reports whether both are absent, or both are the same.
func equal(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// A textAt is a title or description in the JSON of a tool.
type textAt struct {
	pointer string  // of what it describes, from the tool: /title, /inputSchema/properties/body
	text    *string // nil if the key is absent
}

// splitLocation splits a location as a test file writes it into the key and the path; path is empty
// for title and description.
func splitLocation(location string) (key, path string, ok bool) {
	key, path, _ = strings.Cut(location, ".")
	switch key {
	case "title", "description":
		return key, "", key == location
	case "arguments", "results":
		return key, path, path != ""
	}
	return "", "", false
}

// textsAt returns the texts at a location in a tool; a path may select several. The error is for
// people: why there is no such location.
func textsAt(tool []byte, location string) ([]textAt, error) {
	root, err := jsontree.Parse(tool, jsontree.Options{})
	if err != nil {
		return nil, fmt.Errorf("a tool that is not valid JSON: %w", err)
	}
	key, path, ok := splitLocation(location)
	switch {
	case !ok:
		return nil, errors.New("a location that is not title, description, arguments.PATH or results.PATH")
	case key == "arguments":
		return schemaTexts(tool, "inputSchema", root.Get("inputSchema"), path)
	case key == "results":
		return schemaTexts(tool, "outputSchema", root.Get("outputSchema"), path)
	}
	text := stringOf(root.Get(key), tool)
	if text == nil && key == "title" { // as clients do
		text = stringOf(root.Get("annotations").Get("title"), tool)
	}
	return []textAt{{"/" + key, text}}, nil
}

func schemaTexts(tool []byte, member string, root *jsontree.Node, text string) ([]textAt, error) {
	path, err := schema.ParsePath(text)
	if err != nil {
		return nil, err
	}
	doc, err := schema.New(tool, root)
	if err != nil {
		return nil, fmt.Errorf("a tool whose %s is missing or not a schema", member)
	}
	var texts []textAt
	found := doc.Locate(path)
	for _, p := range found.Places {
		texts = append(texts, textAt{"/" + member + p.Pointer, stringOf(p.Description(), tool)})
	}
	for _, s := range found.Shared {
		description := jsontree.Find(root, s.Pointer).Get("description")
		texts = append(texts, textAt{"/" + member + s.Pointer, stringOf(description, tool)})
	}
	switch {
	case len(texts) > 0:
		return texts, nil
	case len(found.Boolean) > 0:
		return nil, errors.New("a boolean schema at this location")
	case len(found.NotString) > 0:
		return nil, errors.New("a description that is not a string")
	case found.Hint != "":
		return nil, fmt.Errorf("no such location in its %s; did you mean %s?", member, found.Hint)
	}
	return nil, fmt.Errorf("no such location in its %s", member)
}

// stringOf returns the value of a JSON string, or nil for anything else.
func stringOf(n *jsontree.Node, data []byte) *string {
	if n == nil || n.Kind != jsontree.String {
		return nil
	}
	text := n.Text(data)
	return &text
}
