package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// TestEveryOtherByteIsKept sets, replaces and removes descriptions at random places of the tools of
// all real servers, and compares every byte that the rules do not set with what was sent. Each list
// is tried without white space, as servers send it, and indented.
func TestEveryOtherByteIsKept(t *testing.T) {
	t.Parallel()
	tried, shown, count := 0, 0, 0
	for n, s := range realServers(t) {
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, withTexts(s.Lists[0], n%2 == 1), "", "\t"); err != nil {
			t.Fatal(err)
		}
		for i, list := range [][]byte{withTexts(s.Lists[0], n%2 == 0), spaced.Bytes()} {
			sent := sentTools(t, list)
			s.Lists = [][]byte{list}
			for start := 0; start < len(sent); start += 100 {
				d := &describer{server: s.ID, Rand: rand.New(rand.NewPCG(uint64(i), uint64(start)))}
				for _, raw := range sent[start:min(start+100, len(sent))] {
					d.describe(t, raw)
				}
				tried += len(d.texts)
				shown, count = shown+d.check(t, s, sent), count+len(sent)
			}
		}
	}
	t.Logf("%d descriptions, %d of %d tools are shown", tried, shown, count)
	if tried < 20_000 || shown*100 < count*99 {
		t.Error("that is too few")
	}
}

// The catalogs in testdata have no descriptions. withTexts puts some into schemas and tools: at the
// start, or at the end.
func withTexts(list []byte, end bool) []byte {
	replace := []string{`"type":"`, `"description":"old \u00e9","type":"`, `,"inputSchema":`, `,"title":"old","description":"old \\","inputSchema":`,
		`"annotations":{"`, `"annotations":{"title":"old","`}
	if end {
		replace = []string{`"type":"string"}`, `"type":"string","description":""}`, `"schema_text_bytes":`, `"title":"old","schema_text_bytes":`,
			`Hint":false}`, `Hint":false,"title":"old"}`}
	}
	n := 0
	for pair := range slices.Chunk(replace, 2) {
		list = regexp.MustCompile(regexp.QuoteMeta(pair[0])).ReplaceAllFunc(list, func(found []byte) []byte {
			if n++; n%3 == 0 {
				return []byte(pair[1])
			}
			return found
		})
	}
	return list
}

// A describer draws rules for tools of a server. It knows what they set.
type describer struct {
	*rand.Rand
	server  string
	entries []map[string]any
	texts   map[string]string // by the tool's name and the JSON Pointer of what the text replaces
}

// describe draws an entry for a tool: half of the places where a description can be.
func (d *describer) describe(t *testing.T, raw []byte) {
	root := parseJSON(t, raw)
	name := text(t, root.get("name"))
	entry := map[string]any{"tools": d.server + "/" + name}
	d.draw(entry, name, "title", "/title")
	d.draw(entry, name, "description", "/description")
	for key, member := range map[string]string{"arguments": "inputSchema", "results": "outputSchema"} {
		places := map[string]any{}
		for _, pointer := range schemas(root.get(member), "") {
			if pointer == "" { // the schema itself is not an argument
				continue
			}
			d.draw(places, name, pointer, "/"+member+pointer+"/description")
		}
		if len(places) > 0 {
			entry[key] = places
		}
	}
	if len(entry) > 1 {
		d.entries = append(d.entries, entry)
	}
}

func (d *describer) draw(into map[string]any, tool, key, pointer string) {
	if d.IntN(2) == 0 {
		return
	}
	words := fmt.Sprintf("new %d \"é\"\n😀\u2028", len(d.texts))
	if d.IntN(4) == 0 {
		words = ""
	}
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	d.texts[tool+pointer] = words
	switch d.IntN(3) {
	case 0:
		into[key] = words
	case 1:
		into[key] = map[string]any{"levels": map[string]any{"0-3": words, "4-9": "too long"}}
	default:
		into[key] = map[string]any{"default": "not for codex", "variants": map[string]any{"v": words},
			"runners": []any{map[string]any{"runner": "codex", "default": "v"}}}
	}
}

func (d *describer) check(t *testing.T, s engine.Server, sent []json.RawMessage) (shown int) {
	t.Helper()
	file, err := json.Marshal(map[string]any{"version": 1, "naming": map[string]any{"namespace": false}, "descriptions": d.entries})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Parse("tools.rules.json", file, engine.Options{})
	if err != nil {
		t.Fatalf("%s: %.2000v", s.ID, err)
	}
	view := catalogOf(t, e, s).View(engine.Request{Runner: "codex", Verbosity: engine.Verbosity(2)})
	bySentName := map[string]*jsonNode{}
	for _, raw := range sent {
		root := parseJSON(t, raw)
		bySentName[text(t, root.get("name"))] = root
	}
	for tool := range view.Tools() {
		shown++
		name := tool.Key().Tool
		c := comparer{t, name, tool.Name(), d.texts}
		c.value("", bySentName[name], parseJSON(t, tool.AppendJSON(nil)))
	}
	return shown
}

// A comparer compares a tool as it was sent with the same tool as it is shown.
type comparer struct {
	*testing.T
	tool, exposed string
	texts         map[string]string
}

// set returns what the rules set a value to, and reports whether they do; "" if they remove it.
func (c *comparer) set(pointer string) (words string, ok bool) {
	if pointer == "/name" {
		return c.exposed, true
	}
	if pointer == "/annotations/title" { // follows the title
		pointer = "/title"
	}
	words, ok = c.texts[c.tool+pointer]
	return words, ok
}

func (c *comparer) value(pointer string, sent, got *jsonNode) {
	switch {
	case sent.kind == '{' && got.kind == '{':
		c.object(pointer, sent, got)
	case sent.kind == '[' && got.kind == '[' && len(sent.parts) == len(got.parts):
		for i := range sent.parts {
			c.gaps(pointer, sent.parts[i], got.parts[i])
			c.value(fmt.Sprint(pointer, "/", i), sent.parts[i].value, got.parts[i].value)
		}
	case sent.raw != got.raw:
		c.Fatalf("%s%s: sent %.300s\ngot %.300s", c.tool, pointer, sent.raw, got.raw)
	}
}

func (c *comparer) object(pointer string, sent, got *jsonNode) {
	at := func(p jsonPart) string { return pointer + "/" + escapePointer(text(c.T, &jsonNode{raw: p.key})) }
	added := func(p jsonPart) bool {
		words, ok := c.set(at(p))
		return ok && words != "" && !sent.has(p.key) && pointer+"/title" != "/annotations/title"
	}
	removed := func(p jsonPart) bool {
		words, ok := c.set(at(p))
		return ok && words == ""
	}
	before, after := slices.DeleteFunc(slices.Clone(sent.parts), removed), slices.DeleteFunc(slices.Clone(got.parts), added)
	changed := len(before) < len(sent.parts) || len(after) < len(got.parts)
	if len(before) != len(after) {
		c.Fatalf("%s%s: sent %.300s\ngot %.300s", c.tool, pointer, sent.raw, got.raw)
	}
	for i, p := range before {
		q := after[i]
		if p.key != q.key {
			c.Fatalf("%s%s: sent %s, got %s", c.tool, pointer, p.key, q.key)
		}
		if !changed {
			c.gaps(pointer, p, q)
		}
		if words, ok := c.set(at(p)); ok {
			if got := text(c.T, q.value); got != words {
				c.Fatalf("%s%s: got %q, want %q", c.tool, at(p), got, words)
			}
			continue
		}
		c.value(at(p), p.value, q.value)
	}
	for _, p := range got.parts {
		if words, ok := c.set(at(p)); ok && words != text(c.T, p.value) {
			c.Fatalf("%s%s: got %s, want %q", c.tool, at(p), p.value.raw, words)
		}
	}
	for suffix := range strings.FieldsSeq("title description") { // nothing that rules add is missing
		words, ok := c.texts[c.tool+pointer+"/"+suffix]
		if ok && words != "" && !got.has(`"`+suffix+`"`) {
			c.Fatalf("%s%s: no %s %q in %.300s", c.tool, pointer, suffix, words, got.raw)
		}
	}
}

// gaps compares the white space around a member or an element, and the colon.
func (c *comparer) gaps(pointer string, sent, got jsonPart) {
	if sent.gaps != got.gaps {
		c.Fatalf("%s%s: white space %q around %.40s, sent %q", c.tool, pointer, got.gaps, sent.value.raw, sent.gaps)
	}
}

// schemas returns the pointers of all objects that are schemas, in a schema and itself included.
func schemas(n *jsonNode, pointer string) (all []string) {
	if n == nil || n.kind != '{' {
		return nil
	}
	all = append(all, pointer)
	for _, p := range n.parts {
		keyword := strings.Trim(p.key, `"`)
		below := pointer + "/" + keyword
		switch keyword {
		case "properties", "$defs", "definitions", "patternProperties":
			for _, property := range p.value.parts {
				all = append(all, schemas(property.value, below+"/"+escapePointer(strings.Trim(property.key, `"`)))...)
			}
		case "items", "additionalProperties", "not", "contains", "anyOf", "oneOf", "allOf", "prefixItems":
			all = append(all, schemas(p.value, below)...)
			if p.value.kind == '[' {
				for i, e := range p.value.parts {
					all = append(all, schemas(e.value, fmt.Sprint(below, "/", i))...)
				}
			}
		}
	}
	return all
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1").Replace

// A jsonNode is a JSON value with its parts, as bytes.
type jsonNode struct {
	raw   string
	kind  byte // the first byte
	parts []jsonPart
}

type jsonPart struct {
	key   string // with quotes; empty in a list
	gaps  string // what stands before, between and after key and value
	value *jsonNode
}

func (n *jsonNode) get(name string) *jsonNode {
	for _, p := range n.parts {
		if p.key == `"`+name+`"` {
			return p.value
		}
	}
	return nil
}

func (n *jsonNode) has(key string) bool {
	return slices.ContainsFunc(n.parts, func(p jsonPart) bool { return p.key == key })
}

func text(t *testing.T, n *jsonNode) (s string) {
	if err := json.Unmarshal([]byte(n.raw), &s); err != nil {
		t.Fatalf("%.300s: %v", n.raw, err)
	}
	return s
}

func parseJSON(t *testing.T, raw []byte) *jsonNode {
	if !json.Valid(raw) {
		t.Fatalf("no JSON: %s", raw)
	}
	n, _ := scanJSON(strings.TrimSpace(string(raw)))
	return n
}

// scanJSON reads the value at the start of src, which is valid.
func scanJSON(src string) (n *jsonNode, rest string) {
	n = &jsonNode{kind: src[0]}
	rest = src
	switch n.kind {
	case '{', '[':
		rest = src[1:]
		for {
			var p jsonPart
			before, after := blanks(rest)
			if strings.IndexByte("]}", after[0]) >= 0 {
				rest = after[1:]
				break
			}
			rest = after
			p.gaps = before
			if n.kind == '{' {
				var key *jsonNode
				key, rest = scanJSON(rest)
				p.key = key.raw
				colon := len(rest) - len(strings.TrimLeft(rest, ": \t\r\n"))
				p.gaps, rest = p.gaps+rest[:colon], rest[colon:]
			}
			p.value, rest = scanJSON(rest)
			before, rest = blanks(rest)
			p.gaps += "," + before
			n.parts = append(n.parts, p)
			rest = strings.TrimPrefix(rest, ",")
		}
	case '"':
		for i := 1; ; i++ {
			if src[i] == '\\' {
				i++
			} else if src[i] == '"' {
				rest = src[i+1:]
				break
			}
		}
	default:
		end := strings.IndexAny(src, ",]} \t\r\n")
		if end < 0 {
			end = len(src)
		}
		rest = src[end:]
	}
	n.raw = src[:len(src)-len(rest)]
	return n, rest
}

func blanks(s string) (blank, rest string) {
	rest = strings.TrimLeft(s, " \t\r\n")
	return s[:len(s)-len(rest)], rest
}
