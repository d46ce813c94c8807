package mcphost

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
)

// A paramHeaders knows which arguments of a server's tools go into headers too: those whose schema has x-mcp-header (MCP
// 2026-07-28, streamable HTTP). The SDK's client does that for tools that it has listed itself.
type paramHeaders struct {
	tools atomic.Pointer[map[string][]paramHeader]
}

// A paramHeader is one argument, by its path, and the end of the name of its header.
type paramHeader struct {
	path []string
	name string
}

// A headerSchema is what matters of a schema.
type headerSchema struct {
	Header     json.RawMessage         `json:"x-mcp-header"`
	Properties map[string]headerSchema `json:"properties"`
}

// learn reads the lists of a server. A tool that can't be read has no such arguments.
func (p *paramHeaders) learn(lists [][]byte) {
	tools := map[string][]paramHeader{}
	for _, list := range lists {
		if !bytes.Contains(list, []byte(`"x-mcp-header"`)) {
			continue
		}
		var page struct{ Tools []json.RawMessage }
		if json.Unmarshal(list, &page) != nil {
			continue
		}
		for _, raw := range page.Tools {
			var tool struct {
				Name        string
				InputSchema headerSchema
			}
			if json.Unmarshal(raw, &tool) == nil {
				tools[tool.Name] = tool.InputSchema.headers(nil, nil)
			}
		}
	}
	p.tools.Store(&tools)
}

// headers appends those of the properties below path.
func (s headerSchema) headers(list []paramHeader, path []string) []paramHeader {
	for name, property := range s.Properties {
		at := append(path[:len(path):len(path)], name)
		var header string
		if json.Unmarshal(property.Header, &header) == nil && header != "" {
			list = append(list, paramHeader{path: at, name: header})
		}
		list = property.headers(list, at)
	}
	return list
}

// of gives the headers of a call.
func (p *paramHeaders) of(tool string, arguments json.RawMessage) http.Header {
	tools := p.tools.Load()
	if tools == nil || len((*tools)[tool]) == 0 {
		return nil
	}
	headers := http.Header{}
	for _, h := range (*tools)[tool] {
		if text, ok := headerText(argumentAt(arguments, h.path)); ok {
			headers.Set("Mcp-Param-"+h.name, text)
		}
	}
	return headers
}

func argumentAt(value json.RawMessage, path []string) json.RawMessage {
	for _, name := range path {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			return nil
		}
		value = object[name]
	}
	return value
}

// headerText writes a string, a bool or an integer as a header has it: as it stands, or as base64 if a header can't hold it.
func headerText(value json.RawMessage) (string, bool) {
	if len(value) == 0 {
		return "", false
	}
	var text string
	if json.Unmarshal(value, &text) == nil && value[0] == '"' {
		if plainHeader(text) {
			return text, true
		}
		return base64Prefix + base64.StdEncoding.EncodeToString([]byte(text)) + base64Suffix, true
	}
	if _, err := strconv.ParseInt(string(value), 10, 64); err == nil || string(value) == "true" || string(value) == "false" {
		return string(value), true
	}
	return "", false
}

const (
	base64Prefix = "=?base64?"
	base64Suffix = "?="
)

func plainHeader(text string) bool {
	if strings.Trim(text, " \t") != text || strings.HasPrefix(text, base64Prefix) && strings.HasSuffix(text, base64Suffix) {
		return false
	}
	for _, r := range text {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return true
}
