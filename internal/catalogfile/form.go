package catalogfile

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// A document is a catalog file that is being read.
type document struct {
	path     string
	data     []byte
	warnings rules.Problems
	idle     *rules.Problem // tags that do not count; nil if there are none
	foreign  bool           // the file does not even look like a catalog
}

const forms = `a catalog is {"tools": […]}, {"server": "id", "tools": […]}, or the array of tools`

// catalog finds the list of tools, and what the file says its server is called.
func (d *document) catalog() (c Catalog, server string, err error) {
	c = Catalog{Path: d.path, List: d.data}
	outline, err := jsontree.Outline(d.data, 0, len(d.data))
	if err != nil {
		return c, "", d.syntax(err)
	}
	if outline.Kind == jsontree.Array {
		return c, "", nil
	}
	if outline.Kind != jsontree.Object {
		if _, err := jsontree.Parse(d.data, jsontree.Options{}); err != nil {
			return c, "", d.syntax(err)
		}
		d.foreign = true
		return c, "", d.at(outline.Start, &rules.Problem{Code: NoCatalog,
			Message: fmt.Sprintf("not a catalog: it is of type %s", outline.Kind), Hint: forms})
	}
	tools := outline.Get("tools")
	if tools == nil {
		c.List, err = d.response(&outline)
		return c, "", err
	}
	if tools.Kind != jsontree.Array {
		return c, "", d.notList(tools, &rules.Problem{Code: NoCatalog,
			Message: fmt.Sprintf("not a catalog: its tools are of type %s, and no array", tools.Kind), Hint: forms})
	}
	if server, err = d.server(&outline); err != nil {
		return c, "", err
	}
	if server == "" {
		d.idle = d.idleTags(&outline, tools)
		return c, "", nil
	}
	c.Tags, err = d.tags(&outline, tools)
	return c, server, err
}

// Is reports whether data is a catalog of any origin: an object or a response with an array of
// tools, or an array of objects with names. An object with the version of our rule format is a rule
// file.
func Is(data []byte) bool {
	d := document{data: data}
	outline, err := jsontree.Outline(data, 0, len(data))
	if err != nil || outline.Get("version") != nil {
		return false
	}
	if outline.Kind == jsontree.Array {
		return len(d.toolNames(&outline)) > 0
	}
	_, _, err = d.catalog()
	return err == nil
}

// response takes a JSON-RPC response apart.
func (d *document) response(outline *jsontree.Node) ([]byte, error) {
	none := &rules.Problem{Code: NoCatalog, Message: "not a catalog: it has no tools", Hint: forms}
	switch {
	case outline.Get("result") != nil:
		result := outline.Get("result")
		inner, err := jsontree.Outline(d.data, result.Start, result.End)
		if err != nil {
			return nil, d.syntax(err)
		}
		tools := inner.Get("tools")
		if tools != nil && tools.Kind == jsontree.Array {
			return result.Raw(d.data), nil
		}
		none.Message = "not a catalog: it is a JSON-RPC response whose result has no tools"
		if tools == nil {
			return nil, d.notList(result, none)
		}
		none.Message = fmt.Sprintf("not a catalog: the tools of the result are of type %s, and no array", tools.Kind)
		return nil, d.notList(tools, none)
	case outline.Get("error") != nil:
		none.Message = "not a catalog: it is a JSON-RPC error"
	case outline.Get("mcpServers") != nil:
		d.foreign = true
		none.Message = "not a catalog: it is a client's configuration, which defines how to reach servers " +
			"but does not list their tools"
	default:
		d.foreign = outline.Get("server") == nil
	}
	return nil, d.at(outline.Start, none)
}

// notList returns an error about a value that is not a list of tools and does not hold one, or
// about invalid JSON, which is reported first.
func (d *document) notList(n *jsontree.Node, e *rules.Problem) error {
	if _, err := jsontree.ParseRange(d.data, n.Start, n.End, jsontree.Options{}); err != nil {
		return d.syntax(err)
	}
	return d.at(n.Start, e)
}

// server returns the member "server", or "" if there is none.
func (d *document) server(outline *jsontree.Node) (string, error) {
	n := outline.Get("server")
	if n == nil {
		return "", nil
	}
	value, err := jsontree.ParseRange(d.data, n.Start, n.End, jsontree.Options{})
	switch {
	case err != nil:
		return "", d.syntax(err)
	case value.Kind != jsontree.String || value.Text(d.data) == "":
		return "", d.at(n.Start, &rules.Problem{Code: BadID,
			Message: "server has to be a text, the id of the server", Hint: `write "server": "id", or leave it out`})
	}
	return value.Text(d.data), nil
}

// tags returns the tags of the tools by name.
func (d *document) tags(outline, tools *jsontree.Node) (map[string][]string, error) {
	n := outline.Get("tags")
	if n == nil {
		return nil, nil
	}
	value, err := jsontree.ParseRange(d.data, n.Start, n.End, jsontree.Options{})
	if err != nil {
		return nil, d.syntax(err)
	}
	if value.Kind != jsontree.Object {
		return nil, d.badTags(&value)
	}
	known := d.toolNames(tools)
	tags := make(map[string][]string, len(value.Members))
	for i := range value.Members {
		m := &value.Members[i]
		if m.Value.Kind != jsontree.Array {
			return nil, d.badTags(&m.Value)
		}
		words := make([]string, len(m.Value.Items))
		for j := range m.Value.Items {
			if m.Value.Items[j].Kind != jsontree.String {
				return nil, d.badTags(&m.Value.Items[j])
			}
			words[j] = m.Value.Items[j].Text(d.data)
		}
		tags[m.Name] = words
		d.warnUnknown(m, known)
	}
	return tags, nil
}

// idleTags returns a warning about tags that have no effect because there is no "server", or nil. A
// server may send a member of this name for its own purposes: only lists of strings for a tool of
// this catalog, or for a name close to one, are certainly meant as tags.
func (d *document) idleTags(outline, tools *jsontree.Node) *rules.Problem {
	i := slices.IndexFunc(outline.Members, func(m jsontree.Member) bool { return m.Name == "tags" })
	if i < 0 {
		return nil
	}
	tags := outline.Members[i]
	value, err := jsontree.ParseRange(d.data, tags.Value.Start, tags.Value.End, jsontree.Options{})
	if err != nil || value.Kind != jsontree.Object {
		return nil
	}
	known := d.toolNames(tools)
	meant := false
	for i := range value.Members {
		m := &value.Members[i]
		if m.Value.Kind != jsontree.Array || slices.ContainsFunc(m.Value.Items,
			func(n jsontree.Node) bool { return n.Kind != jsontree.String }) {
			return nil
		}
		_, near := suggest.Nearest(m.Name, known)
		meant = meant || near
	}
	if !meant {
		return nil
	}
	return d.at(tags.Key.Start, &rules.Problem{Code: IdleTags,
		Message: `tags count only beside "server": no tool of this catalog has a tag`})
}

func (d *document) badTags(n *jsontree.Node) error {
	return d.at(n.Start, &rules.Problem{Code: BadTags,
		Message: fmt.Sprintf("tags must be a list of strings for each tool; got %s", n.Kind),
		Hint:    `write "tags": {"delete_repo": ["risky"]}`})
}

// isEmpty reports whether a list, as [Catalog.List] has it, holds no tools.
func isEmpty(list []byte) bool {
	outline, err := jsontree.Outline(list, 0, len(list))
	if err != nil {
		return false
	}
	tools := &outline
	if outline.Kind == jsontree.Object {
		tools = outline.Get("tools")
	}
	return tools != nil && tools.Kind == jsontree.Array && len(bytes.TrimSpace(bytes.Trim(tools.Raw(list), "[]"))) == 0
}

// toolNames returns the names of the tools that have one.
func (d *document) toolNames(tools *jsontree.Node) []string {
	list, err := jsontree.Outline(d.data, tools.Start, tools.End)
	if err != nil {
		return nil
	}
	var names []string
	for _, item := range list.Items {
		tool, err := jsontree.ParseRange(d.data, item.Start, item.End, jsontree.Options{})
		if err != nil {
			continue
		}
		if name := tool.Get("name"); name != nil && name.Kind == jsontree.String {
			names = append(names, name.Text(d.data))
		}
	}
	return names
}

// warnUnknown warns of tags for a tool that is not in known.
func (d *document) warnUnknown(m *jsontree.Member, known []string) {
	if slices.Contains(known, m.Name) {
		return
	}
	e := &rules.Problem{Code: UnknownTool, Message: fmt.Sprintf("tags are for %q, and the catalog has no such tool",
		m.Name)}
	if near, ok := suggest.Nearest(m.Name, known); ok {
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	d.warnings = append(d.warnings, d.at(m.Key.Start, e))
}

// syntax words what the JSON reader found.
func (d *document) syntax(err error) error {
	bad, ok := errors.AsType[*jsontree.Error](err)
	if !ok {
		return &rules.Problem{Code: Syntax, File: d.path, Message: "not valid JSON: " + err.Error(), Err: err}
	}
	e := &rules.Problem{Code: Syntax, Message: "not valid JSON: " + bad.Message, Err: err}
	switch {
	case len(bytes.TrimSpace(d.data)) == 0:
		e.Message = "the file is empty"
	case slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(d.path))):
		e.Hint = "a catalog is a JSON file, as rulecheck capture prints one"
	case bad.Code == jsontree.CodeTrailingData:
		e.Hint = "a catalog file holds one JSON value; several pages go into one list of tools"
	}
	return d.at(bad.Offset, e)
}

// at sets the position of the error: the byte of the file at offset.
func (d *document) at(offset int, e *rules.Problem) *rules.Problem {
	before := d.data[:min(offset, len(d.data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	e.File, e.Line, e.Column = d.path, bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(before[start:])+1
	return e
}
