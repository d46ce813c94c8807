package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// maxDepth is the largest nesting of the JSON of a tool whose texts are checked: what the engine
// reads is not deeper.
const maxDepth = 128

// A serverText is a text that a server sends and that rules do not always replace.
type serverText struct {
	place string // JSON Pointer into the tool: /description
	text  string
	extra bool // a title beside those that rules replace: of annotations, or in a schema
}

// serverTexts checks what servers send about the tools that requests see.
func (l *linter) serverTexts() {
	w := l.world
	long, empty, hidden := map[string][]string{}, map[string][]string{}, map[string][]string{}
	fix := map[string]string{}
	for i := range w.visible.all() {
		t := &w.tools[i]
		server := t.key.Server
		for _, s := range w.textsOf(t) {
			if found := hiddenIn(s.text); found != "" {
				hidden[server] = append(hidden[server], fmt.Sprintf("%s%s (%s)", t.key, s.place, found))
			}
			switch n := utf8.RuneCountInString(s.text); {
			case n > longText && s.place == "/description":
				long[server] = append(long[server], fmt.Sprintf("%s (%s)", t.key, wording.Number(n)))
			case s.extra:
			case strings.TrimSpace(s.text) == "":
				if empty[server] == nil {
					fix[server] = removeText(t, s.place)
				}
				empty[server] = append(empty[server], t.key.String()+s.place)
			}
		}
	}
	for _, id := range w.catalog.Servers() {
		if texts := hidden[id]; texts != nil {
			l.reportOf(id, &rules.Problem{Code: CodeHiddenInServerText,
				Message: fmt.Sprintf("the server sends hidden characters, which models read and people don't see: %s",
					list(texts)),
				Hint: "read the texts in an editor that shows such characters; a text of your own in descriptions " +
					"replaces one"})
		}
		if tools := empty[id]; tools != nil {
			l.reportOf(id, &rules.Problem{Code: CodeEmptyServerText,
				Message: fmt.Sprintf("the server sends empty titles or descriptions, which some clients refuse: %s",
					list(tools)),
				Hint: fix[id]})
		}
		if tools := long[id]; tools != nil {
			l.reportOf(id, &rules.Problem{Code: CodeLongServerText,
				Message: fmt.Sprintf("descriptions of more than 1,024 characters, which some providers refuse and "+
					"clients cut: %s",
					list(tools)),
				Hint: "write a shorter description for these tools"})
		}
	}
}

// hiddenIn lists the first hidden characters of a text, each once: "U+200B and U+202E". Returns ""
// if there are none.
func hiddenIn(text string) string {
	var found []string
	for _, r := range visible.Hidden(text) {
		name := fmt.Sprintf("U+%04X", r)
		if slices.Contains(found, name) {
			continue
		}
		if found = append(found, name); len(found) > listed {
			break
		}
	}
	if len(found) > listed {
		return strings.Join(found[:listed], ", ") + " and more"
	}
	return wording.Enumerate(found)
}

// removeText returns the entry of descriptions that removes a text.
func removeText(t *tool, place string) string {
	tools := yamlText(literalPattern(t.key))
	for _, member := range []struct{ schema, key string }{{"/inputSchema", "arguments"}, {"/outputSchema", "results"}} {
		if path, ok := strings.CutPrefix(place, member.schema); ok {
			if path = strings.TrimSuffix(path, "/description"); path == "" {
				return ""
			}
			return fmt.Sprintf(`an empty string in descriptions removes it: {tools: %s, %s: {%s: ""}}`, tools,
				member.key, yamlText(path))
		}
	}
	return fmt.Sprintf(`an empty string in descriptions removes it: {tools: %s, %s: ""}`, tools,
		strings.TrimPrefix(place, "/"))
}

// replace records that rules always have an answer for a text of the tool.
func (t *tool) replace(place string) {
	if t.replaced == nil {
		t.replaced = map[string]bool{}
	}
	t.replaced[place] = true
}

// textsOf returns the texts that the server sends for a tool, except those that rules always
// replace: its titles and its description, and the titles and descriptions in its schemas.
func (w *world) textsOf(t *tool) (texts []serverText) {
	raw, _ := w.catalog.Raw(t.key)
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxDepth})
	if err != nil {
		return nil // the engine has read it
	}
	add := func(place, replaced string, n *jsontree.Node, extra bool) {
		if n != nil && n.Kind == jsontree.String && !t.replaced[replaced] {
			texts = append(texts, serverText{place, n.Text(raw), extra})
		}
	}
	add("/title", "/title", root.Get("title"), false)
	add("/description", "/description", root.Get("description"), false)
	add("/annotations/title", "/title", root.Get("annotations").Get("title"), true)
	for _, name := range []string{"inputSchema", "outputSchema"} {
		if schema := root.Get(name); schema != nil {
			eachSchema(schema, "/"+name, func(pointer string, n *jsontree.Node) {
				add(pointer+"/title", "", n.Get("title"), true)
				add(pointer+"/description", pointer, n.Get("description"), false)
			})
		}
	}
	return texts
}

// Values of these keywords of JSON Schema are not schemas, whatever they look like. Values of other
// keywords may be schemas, or hold some.
var (
	valueKeywords  = map[string]bool{"default": true, "const": true, "enum": true, "examples": true, "example": true}
	namingKeywords = map[string]bool{"properties": true, "patternProperties": true, "$defs": true, "definitions": true,
		"dependentSchemas": true}
)

// eachSchema calls yield for every object of a JSON Schema that is a schema according to its
// keywords.
func eachSchema(n *jsontree.Node, pointer string, yield func(pointer string, n *jsontree.Node)) {
	if n.Kind == jsontree.Array {
		for i := range n.Items {
			eachSchema(&n.Items[i], jsontree.AppendIndex(pointer, i), yield)
		}
		return
	}
	if n.Kind != jsontree.Object {
		return
	}
	yield(pointer, n)
	for i := range n.Members {
		m := &n.Members[i]
		at := jsontree.AppendToken(pointer, m.Name)
		switch {
		case valueKeywords[m.Name]:
		case namingKeywords[m.Name]:
			for j := range m.Value.Members {
				eachSchema(&m.Value.Members[j].Value, jsontree.AppendToken(at, m.Value.Members[j].Name), yield)
			}
		default:
			eachSchema(&m.Value, at, yield)
		}
	}
}
