package documented

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// serverText returns what an entry of descriptions keeps of the texts of a tool's server: keep,
// first_sentence or remove.
func (c *Caller) serverText(t *tool) string {
	d := c.catalog.rules.mostSpecific(t, func(d *Description) bool { return d.ServerText != "" || len(d.ServerTextLevels) > 0 })
	return d.serverText(level(c.request.Verbosity, nil, c.usual))
}

func (d *Description) serverText(at int) string {
	switch {
	case d == nil:
		return "keep"
	case d.ServerText != "":
		return d.ServerText
	}
	mode, _ := nearest(d.ServerTextLevels, at)
	return mode
}

// mostSpecific returns the most specific of the entries for a tool that have a key; nil if none
// has.
func (r *Rules) mostSpecific(t *tool, has func(*Description) bool) (found *Description) {
	var best rank
	for i := range r.file.Descriptions {
		d := &r.file.Descriptions[i]
		if d.Server != "" || !has(d) {
			continue
		}
		if k, ok := r.rank(d, t); ok && (found == nil || best.less(k)) {
			found, best = d, k
		}
	}
	return found
}

// hiddenCharacters returns what an entry does about hidden characters in a tool: keep, strip or
// reject.
func (r *Rules) hiddenCharacters(t *tool) string {
	if d := r.mostSpecific(t, func(d *Description) bool { return d.HiddenCharacters != "" }); d != nil {
		return d.HiddenCharacters
	}
	return "keep"
}

// base returns a tool as it is before titles and descriptions of rules are put into it.
func (c *Caller) base(i int) map[string]any {
	t := c.catalog.tools[i]
	object := decode(t.raw)
	withoutNulls(object)
	t.sendHints(object)
	w := serverWords{mode: c.serverText(t), strip: c.catalog.rules.hiddenCharacters(t) == "strip"}
	if w.mode == "keep" && !w.strip {
		return object
	}
	w.change(object, "title", "description")
	if annotations, ok := object["annotations"].(map[string]any); ok {
		w.change(annotations, "title")
	}
	for _, name := range []string{"inputSchema", "outputSchema"} {
		if root, ok := object[name].(map[string]any); ok {
			w.root, w.done = root, nil
			w.schema(root)
		}
	}
	return object
}

// serverWords change the texts of a server.
type serverWords struct {
	mode  string
	strip bool
	root  map[string]any   // of the current schema
	done  []map[string]any // of it
}

func (w *serverWords) change(object map[string]any, names ...string) {
	for _, name := range names {
		text, isText := object[name].(string)
		switch after := w.text(text); {
		case w.mode == "remove":
			delete(object, name)
		case isText && after == "" && text != "":
			delete(object, name)
		case isText:
			object[name] = after
		}
	}
}

func (w *serverWords) text(s string) string {
	if w.strip {
		s = withoutHidden(s)
	}
	switch w.mode {
	case "remove":
		return ""
	case "first_sentence":
		return firstSentence(s)
	}
	return s
}

// schema changes a schema and those in it.
func (w *serverWords) schema(s map[string]any) {
	if slices.ContainsFunc(w.done, func(d map[string]any) bool { return sameMap(d, s) }) {
		return
	}
	w.done = append(w.done, s)
	for name, value := range s {
		switch name {
		case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas", "dependencies":
			members, _ := value.(map[string]any)
			for _, member := range members {
				w.inner(member)
			}
		case "items", "additionalItems", "prefixItems", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "contains",
			"contentSchema", "propertyNames", "additionalProperties", "unevaluatedItems", "unevaluatedProperties":
			w.inner(value)
			items, _ := value.([]any)
			for _, item := range items {
				w.inner(item)
			}
		case "$ref":
			if ref, _ := value.(string); strings.HasPrefix(ref, "#/") {
				if object, ok := find(w.root, ref[1:]); ok {
					w.schema(object)
				}
			}
		}
	}
	w.change(s, "title", "description", "$comment")
	if w.mode == "remove" {
		delete(s, "examples")
		delete(s, "markdownDescription")
	}
}

func (w *serverWords) inner(value any) {
	if object, ok := value.(map[string]any); ok {
		w.schema(object)
	}
}

// sameMap reports whether two maps are one.
func sameMap(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// firstSentence returns the first sentence of a text.
func firstSentence(s string) string {
	chars := []rune(strings.TrimSpace(s))
	end := len(chars)
	for i, c := range chars {
		last := i+1 == len(chars)
		switch {
		case c == '\n' || c == '\r':
			end = i
		case strings.ContainsRune("。！？", c), strings.ContainsRune(".!?", c) && (last || unicode.IsSpace(chars[i+1])):
			end = i + 1
		default:
			continue
		}
		break
	}
	if end > 200 {
		end = 200
		for i := 200; i >= 0; i-- {
			if unicode.IsSpace(chars[i]) {
				end = i
				break
			}
		}
	}
	return strings.TrimSpace(string(chars[:end]))
}

// withoutHidden removes the characters that docs/format.md calls hidden.
func withoutHidden(s string) string {
	var out []rune
	chars := []rune(s)
	for i := 0; i < len(chars); i++ {
		if n := emojiFlag(chars[i:]); n > 0 {
			out = append(out, chars[i:i+n]...)
			i += n - 1
		} else if !hidden(chars[i]) {
			out = append(out, chars[i])
		}
	}
	return string(out)
}

// hidden reports whether a character is hidden outside of an emoji flag.
func hidden(c rune) bool {
	switch {
	case c == '\t' || c == '\n' || c == '\r':
		return false
	case unicode.Is(unicode.Cc, c), unicode.Is(unicode.Bidi_Control, c):
		return true
	}
	return c == 0x200B || c >= 0x2060 && c <= 0x2064 || c == 0xFEFF || c >= 0xE0000 && c <= 0xE007F || c >= 0xE0100 && c <= 0xE01EF ||
		c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0
}

// emojiFlag returns the length of an emoji flag at the start; 0 if there is none.
func emojiFlag(chars []rune) int {
	if len(chars) == 0 || chars[0] != 0x1F3F4 {
		return 0
	}
	n := 1
	for n < len(chars) && (chars[n] >= 0xE0030 && chars[n] <= 0xE0039 || chars[n] >= 0xE0061 && chars[n] <= 0xE007A) {
		n++
	}
	if n < 4 || n > 8 || n == len(chars) || chars[n] != 0xE007F {
		return 0
	}
	return n + 1
}

// hasHidden reports whether a string or a member name of a JSON value has a hidden character.
func hasHidden(value any) bool {
	switch v := value.(type) {
	case string:
		return withoutHidden(v) != v
	case []any:
		return slices.ContainsFunc(v, hasHidden)
	case map[string]any:
		for name, member := range v {
			if withoutHidden(name) != name || hasHidden(member) {
				return true
			}
		}
	}
	return false
}
