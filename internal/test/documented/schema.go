package documented

import (
	"slices"
	"strings"
)

// escape writes a name as a token of a JSON Pointer.
var escape = strings.NewReplacer("~", "~0", "/", "~1")

// locate returns the JSON Pointers, from the schema, of what a path selects: none or one.
func locate(schema map[string]any, path string) (pointer string, ok bool) {
	if path == "" {
		return "", schema != nil
	}
	if strings.HasPrefix(path, "/") {
		_, ok := find(schema, path)
		return path, ok
	}
	at := any(schema)
	for part := range strings.SplitSeq(path, ".") {
		name := strings.TrimRight(part, "[]")
		steps := []string{"properties", name}
		for range strings.Count(part, "[]") {
			steps = append(steps, "items")
		}
		for _, step := range steps {
			object, _ := at.(map[string]any)
			if at, ok = object[step]; !ok {
				return "", false
			}
			pointer += "/" + escape.Replace(step)
		}
	}
	_, ok = at.(map[string]any)
	return pointer, ok
}

// find returns the object that a JSON Pointer leads to.
func find(root map[string]any, pointer string) (object map[string]any, ok bool) {
	at := any(root)
	for token := range strings.SplitSeq(pointer[1:], "/") {
		object, _ := at.(map[string]any)
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		if at, ok = object[token]; !ok {
			return nil, false
		}
	}
	object, ok = at.(map[string]any)
	return object, ok
}

// setText writes a text into an object; an empty one removes the key.
func setText(object map[string]any, key, text string) {
	if text == "" {
		delete(object, key)
		return
	}
	object[key] = text
}

// A candidate is the text of one entry for one place, with how specific the entry's patterns are
// for the tool.
type candidate struct {
	rank rank
	text *Text
}

// best returns the answer of the most specific candidate that has one. Left is what is left of the
// server's text.
func best(all []candidate, c *caller, left string) (text string, ok bool) {
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch {
		case b.rank.less(a.rank):
			return -1
		case a.rank.less(b.rank):
			return 1
		}
		return 0
	})
	for _, candidate := range all {
		if text, ok := candidate.text.answer(c, left); ok {
			return text, true
		}
	}
	return "", false
}
