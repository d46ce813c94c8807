package mcphost

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// A paramHeaders holds which arguments of a server's tools are also sent in headers: those whose
// schema has x-mcp-header (MCP 2026-07-28, streamable HTTP). The SDK's client does this only for
// tools that it has listed itself.
type paramHeaders struct {
	tools atomic.Pointer[map[string]*headerTree]
}

// A headerTree defines the header of an argument, and the headers of the arguments in it. header is
// the name after Mcp-Param-; empty if there is none.
type headerTree struct {
	header string
	inside map[string]*headerTree
}

// headerKeyword is the keyword of a schema whose argument is sent in a header.
const headerKeyword = "x-mcp-header"

// learn sets the lists of a server. A tool that is not valid JSON is skipped.
func (p *paramHeaders) learn(lists [][]byte) {
	trees := map[string]*headerTree{}
	var reader toolReader
	for _, raw := range toolsIn(lists) {
		if name, tree := headerTreeOf(&reader, raw); tree != nil {
			trees[name] = tree
		}
	}
	p.tools.Store(&trees)
}

// headerTreeOf returns the name of a tool and its header tree, which is nil if the tool is not
// valid JSON or no argument has a header.
func headerTreeOf(reader *toolReader, raw []byte) (string, *headerTree) {
	if !bytes.Contains(raw, []byte(headerKeyword)) && !bytes.Contains(raw, []byte(`\u`)) { // an escape may spell it
		return "", nil
	}
	root, err := reader.tool(raw)
	name := root.Get("name")
	if err != nil || name == nil || name.Kind != jsontree.String {
		return "", nil
	}
	return name.Text(raw), newHeaderTree(raw, root.Get("inputSchema"))
}

// newHeaderTree returns the header tree of a schema; nil if there is no header in it.
func newHeaderTree(raw []byte, schema *jsontree.Node) *headerTree {
	tree := &headerTree{}
	if header := schema.Get(headerKeyword); header != nil && header.Kind == jsontree.String {
		if name := header.Text(raw); isToken(name) {
			tree.header = name
		}
	}
	if properties := schema.Get("properties"); properties != nil {
		for i := range properties.Members {
			m := &properties.Members[i]
			if inside := newHeaderTree(raw, &m.Value); inside != nil {
				if tree.inside == nil {
					tree.inside = map[string]*headerTree{}
				}
				tree.inside[m.Name] = inside
			}
		}
	}
	if tree.header == "" && tree.inside == nil {
		return nil
	}
	return tree
}

// isToken reports whether text can be part of a header name (RFC 9110, section 5.6.2). A request
// with any other name cannot be sent.
func isToken(text string) bool {
	for _, c := range []byte(text) {
		isLetter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !isLetter && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return text != ""
}

func (p *paramHeaders) of(tool string, arguments json.RawMessage) http.Header {
	tools := p.tools.Load()
	if tools == nil || (*tools)[tool] == nil {
		return nil
	}
	headers := http.Header{}
	(*tools)[tool].fill(headers, arguments, 0, len(arguments))
	return headers
}

// fill adds the headers for the object data[start:end]. A value that is not an object, or has a
// duplicate key, has none.
func (t *headerTree) fill(headers http.Header, data []byte, start, end int) {
	outline, err := jsontree.Outline(data, start, end)
	if err != nil {
		return
	}
	for i := range outline.Members {
		m := &outline.Members[i]
		inside := t.inside[m.Name]
		if inside == nil {
			continue
		}
		if inside.header != "" {
			if text, ok := headerText(m.Value.Raw(data)); ok {
				headers.Set(headerParamPrefix+inside.header, text)
			}
		}
		if inside.inside != nil && m.Value.Kind == jsontree.Object {
			inside.fill(headers, data, m.Value.Start, m.Value.End)
		}
	}
}

// headerText encodes a string, a bool or an integer for a header: unchanged, or in Base64 if
// necessary. It returns false for other values.
func headerText(value json.RawMessage) (string, bool) {
	text, isString, ok := headerValueOf(value)
	if isString && !plainHeader(text) {
		return base64Prefix + base64.StdEncoding.EncodeToString([]byte(text)) + base64Suffix, true
	}
	return text, ok
}

// headerValueOf returns the text of a string, a bool or an integer, and whether it is a string. ok
// is false for other values.
func headerValueOf(value json.RawMessage) (text string, isString, ok bool) {
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text, true, true
	}
	if string(value) == "true" || string(value) == "false" {
		return string(value), false, true
	}
	text, ok = integerText(string(value))
	return text, false, ok
}

// integerText returns the digits of an integer in any notation: 7.0 and 7e0 are 7.
func integerText(number string) (string, bool) {
	if n, err := strconv.ParseInt(number, 10, 64); err == nil {
		return strconv.FormatInt(n, 10), true
	}
	const largest = 1<<53 - 1 // up to which a float64 represents integers exactly
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > largest {
		return "", false
	}
	return strconv.FormatInt(int64(v), 10), true
}

const (
	base64Prefix = "=?base64?"
	base64Suffix = "?="
)

func plainHeader(text string) bool {
	if strings.Trim(text, " \t") != text ||
		strings.HasPrefix(text, base64Prefix) && strings.HasSuffix(text, base64Suffix) {
		return false
	}
	for _, r := range text {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return true
}
