package explain

import "github.com/toolrules/toolrules/internal/jsontree"

// serverText returns the text that the server itself has at a place of the tool; empty if it has
// none.
func (e *Explanation) serverText(place string) string {
	switch place {
	case "/title":
		return e.facts.Title
	case "/description":
		return e.facts.Description
	}
	tool := toolIn(e.List, e.Key.Tool)
	if tool == nil {
		return ""
	}
	text := jsontree.Find(tool, place+"/description")
	if text == nil || text.Kind != jsontree.String {
		return ""
	}
	return text.Text(e.List)
}

// toolIn finds a tool in what a server answered to tools/list, or in the array of tools alone.
func toolIn(list []byte, name string) *jsontree.Node {
	root, err := jsontree.Parse(list, jsontree.Options{})
	if err != nil {
		return nil
	}
	tools := &root
	if root.Kind == jsontree.Object {
		tools = root.Get("tools")
	}
	if tools == nil {
		return nil
	}
	for i := range tools.Items {
		if n := tools.Items[i].Get("name"); n != nil && n.Kind == jsontree.String && n.Text(list) == name {
			return &tools.Items[i]
		}
	}
	return nil
}
