package ruletest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
)

// YAML returns the file as YAML. [Parse] of the result returns an equal file. Strings that YAML
// could read differently or that are not printable are quoted. An Only without patterns is written
// as Hides of everything, which is equivalent.
//
// Attributes of requests must be JSON values: string, number, bool, nil, []any and map[string]any.
// Tools whose names cannot be written as a pattern (empty, invalid UTF-8 or too long) are omitted
// from names, texts and decided_by.
func (f *File) YAML() []byte {
	w := &writer{}
	w.line(0, "rules: "+scalar(f.Rules))
	w.list(0, "catalog", f.Catalogs)
	w.line(0, "cases:")
	for i := range f.Cases {
		w.testCase(&f.Cases[i])
	}
	return []byte(w.String())
}

// lineWidth is the maximum length of a line that holds a list.
const lineWidth = 110

// A writer writes YAML, indented by two spaces.
type writer struct{ strings.Builder }

func (w *writer) line(level int, text string) {
	w.WriteString(strings.Repeat("  ", level) + text + "\n")
}

func (w *writer) testCase(c *Case) {
	w.line(1, "- name: "+scalar(c.Name))
	if request := requestFields(c.Request); len(request) > 0 {
		w.line(2, "request: {"+strings.Join(request, ", ")+"}")
	}
	w.list(2, "sees", c.Sees)
	hides := c.Hides
	if c.Only != nil && len(c.Only) == 0 {
		hides = append(slices.Clone(hides), "*") // an empty list is not allowed in a file
	}
	w.list(2, "hides", hides)
	w.list(2, "only", c.Only)
	var names, decisions []string
	for _, n := range c.Names {
		names = appendEntry(names, n.Tool, nullOrScalar(n.Name))
	}
	for _, d := range c.DecidedBy {
		decisions = appendEntry(decisions, d.Tool, scalar(d.By))
	}
	w.mapping("names", names)
	w.texts(c.Texts)
	w.mapping("decided_by", decisions)
	w.discovery(c)
}

// list writes a list on one line or, if it is long, on several, starting a new line for each
// server.
func (w *writer) list(level int, key string, items []string) {
	if len(items) == 0 {
		return
	}
	written := make([]string, len(items))
	for i, item := range items {
		written[i] = scalar(item)
	}
	if line := key + ": [" + strings.Join(written, ", ") + "]"; len(line)+2*level <= lineWidth {
		w.line(level, line)
		return
	}
	w.line(level, key+": [")
	line, server := "", ""
	for i, item := range written {
		before, _, _ := strings.Cut(items[i], "/")
		if line != "" && (before != server || len(line)+len(item)+2*level+4 > lineWidth) {
			w.line(level+1, line)
			line = ""
		}
		server = before
		line = strings.TrimSpace(line + " " + item + ",")
	}
	w.line(level+1, line)
	w.line(level, "]")
}

func (w *writer) mapping(key string, entries []string) {
	if len(entries) == 0 {
		return
	}
	w.line(2, key+":")
	for _, e := range entries {
		w.line(3, e)
	}
}

// texts writes the texts of each tool below its name.
func (w *writer) texts(texts []Text) {
	byTool := map[engine.Key][]Text{}
	for _, x := range texts {
		byTool[x.Tool] = append(byTool[x.Tool], x)
	}
	written := map[engine.Key]bool{}
	for _, first := range texts {
		tool, ok := literal(first.Tool)
		if written[first.Tool] || !ok {
			continue
		}
		if len(written) == 0 {
			w.line(2, "texts:")
		}
		written[first.Tool] = true
		w.line(3, scalar(tool)+":")
		for _, x := range byTool[first.Tool] {
			w.line(4, scalar(x.Location)+": "+nullOrScalar(x.Text))
		}
	}
}

func appendEntry(entries []string, tool engine.Key, value string) []string {
	if name, ok := literal(tool); ok {
		entries = append(entries, scalar(name)+": "+value)
	}
	return entries
}

// literal returns a pattern that matches one tool only. It returns false if there is none.
func literal(k engine.Key) (string, bool) {
	text := pattern.Escape(k.Server) + "/" + pattern.Escape(k.Tool)
	_, ok := readTool(text)
	return text, ok
}

// requestFields writes the fields of a request: runner, model and verbosity, then attributes sorted
// by name.
func requestFields(req engine.Request) (fields []string) {
	if req.Runner != "" {
		fields = append(fields, "runner: "+scalar(req.Runner))
	}
	if req.Model != "" {
		fields = append(fields, "model: "+scalar(req.Model))
	}
	if n, ok := req.Verbosity.Get(); ok {
		fields = append(fields, fmt.Sprintf("verbosity: %d", n))
	}
	for _, name := range slices.Sorted(maps.Keys(req.Attrs)) {
		fields = append(fields, scalar(name)+": "+flow(req.Attrs[name]))
	}
	return fields
}

// flow writes an attribute on one line.
func flow(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return scalar(v)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = flow(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, scalar(name)+": "+flow(v[name]))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	data, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(data)
}

// plain matches strings that need no quotes anywhere.
var plain = regexp.MustCompile(`^[A-Za-z_/]([A-Za-z0-9_./= -]*[A-Za-z0-9_./*])?$`)

// scalar writes a string, quoted unless it is certain that no quotes are needed.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return source.Quote(s)
	}
	if plain.MatchString(s) {
		return s
	}
	return source.Quote(s)
}

func nullOrScalar(s *string) string {
	if s == nil {
		return "null"
	}
	return scalar(*s)
}
