package documented

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// A tree is a value of a rule file: a string, an int, a bool, a []tree or a mapping whose keys have
// an order.
type tree any

type mapping []member

type member struct {
	key   string
	value tree
}

// add adds a member, unless the value is empty.
func (m *mapping) add(key string, value tree) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case int:
		if v == 0 {
			return
		}
	case []tree:
		if len(v) == 0 {
			return
		}
	case mapping:
		if len(v) == 0 {
			return
		}
	}
	*m = append(*m, member{key, value})
}

// JSON returns the file as JSON.
func (f *File) JSON() []byte { return appendJSON(nil, f.tree()) }

// YAML returns the file as YAML.
func (f *File) YAML() []byte { return appendYAML(nil, f.tree(), 0) }

func (f *File) tree() mapping {
	m := mapping{{"version", 1}}
	m.add("servers", words(f.Servers))
	m.add("context", fieldsTree(f.Context))
	var sets mapping
	for _, s := range f.Sets {
		sets.add(s.Name, words(s.Patterns))
	}
	m.add("sets", sets)
	m.add("order", f.Order)
	m.add("annotations", annotationsTree(f.Annotations))
	m.add("verbosity", f.Verbosity.tree())
	m.add("naming", f.Naming.tree())
	var filter mapping
	filter.add("include", entriesTree(f.Include))
	filter.add("exclude", entriesTree(f.Exclude))
	m.add("filter", filter)
	var descriptions []tree
	for i := range f.Descriptions {
		descriptions = append(descriptions, f.Descriptions[i].tree())
	}
	m.add("descriptions", descriptions)
	return m
}

func words(all []string) (list []tree) {
	for _, s := range all {
		list = append(list, s)
	}
	return list
}

// oneOrMore returns a string for a list of one.
func oneOrMore(all []string) tree {
	if len(all) == 1 {
		return all[0]
	}
	return words(all)
}

func fieldsTree(fields []Field) (m mapping) {
	for _, f := range fields {
		key := f.Name
		if f.Optional {
			key += "?"
		}
		m.add(key, f.Type.tree())
	}
	return m
}

func (t *Type) tree() tree {
	switch t.Kind {
	case List:
		return []tree{string(t.Elem)}
	case Enum:
		return strings.Join(t.Words, " | ")
	case Mapping:
		return fieldsTree(t.Fields)
	}
	return string(t.Kind)
}

func (n *Naming) tree() (m mapping) {
	m.add("prefix", n.Prefix)
	if n.NoNamespace {
		m.add("namespace", false)
	}
	m.add("separator", n.Separator)
	var servers mapping
	for _, s := range n.Servers {
		servers.add(s.Server, mapping{{"as", given(s.As)}})
	}
	m.add("servers", servers)
	m.add("truncated", n.Truncated)
	var rename mapping
	for _, r := range n.Rename {
		rename.add(r.Server+"/"+r.Tool, r.To)
	}
	m.add("rename", rename)
	m.add("collisions", n.Collisions)
	m.add("accept", n.Accept)
	m.add("targets", words(n.Targets))
	m.add("max_bytes", n.MaxBytes)
	m.add("hash_digits", n.HashDigits)
	return m
}

func entriesTree(entries []Entry) (list []tree) {
	for _, e := range entries {
		if len(e.Tools) == 1 && e.When == "" && e.ID == "" && e.Reason == "" {
			list = append(list, e.Tools[0])
			continue
		}
		var m mapping
		m.add("id", e.ID)
		m.add("tools", oneOrMore(e.Tools))
		m.add("server", e.Server)
		m.add("regex", e.Regex)
		m.add("when", e.When)
		m.add("reason", e.Reason)
		list = append(list, m)
	}
	return list
}

func annotationsTree(all []Annotation) (list []tree) {
	for i := range all {
		a := &all[i]
		var m mapping
		m.add("tools", oneOrMore(a.Tools))
		m.add("server", a.Server)
		m.add("regex", a.Regex)
		m.add("when", a.When)
		for _, h := range hintNames {
			if value := h.of(a); value != nil {
				m.add(h.key, *value)
			}
		}
		m.add("tags", words(a.Tags))
		list = append(list, m)
	}
	return list
}

func (v *Verbosity) tree() (m mapping) {
	if v.Default != nil {
		m = append(m, member{"default", *v.Default})
	}
	var runners []tree
	for _, r := range v.Runners {
		rule := r.Runner.tree()
		runners = append(runners, append(rule, member{"level", r.Level}))
	}
	m.add("runners", runners)
	return m
}

func (d *Description) tree() (m mapping) {
	m.add("tools", oneOrMore(d.Tools))
	m.add("server", d.Server)
	if d.Instructions != nil {
		m.add("instructions", d.Instructions.tree())
	}
	m.add("server_text", d.ServerText)
	m.add("server_text", levelsTree(d.ServerTextLevels))
	m.add("hidden_characters", d.HiddenCharacters)
	if d.Title != nil {
		m.add("title", d.Title.tree())
	}
	if d.Description != nil {
		m.add("description", d.Description.tree())
	}
	m.add("arguments", argumentsTree(d.Arguments))
	m.add("results", argumentsTree(d.Results))
	return m
}

func argumentsTree(all []Argument) (m mapping) {
	for i := range all {
		m.add(all[i].Path, all[i].Text.tree())
	}
	return m
}

// A given is a string that is written even if it is empty.
type given string

func (t *Text) tree() tree {
	if t.Only != nil {
		return given(*t.Only)
	}
	var m mapping
	if t.Prepend != nil {
		m.add("prepend", given(*t.Prepend))
	}
	if t.Append != nil {
		m.add("append", given(*t.Append))
	}
	if t.Default != nil {
		m.add("default", given(*t.Default))
	}
	if t.DefaultVerbosity != nil {
		m = append(m, member{"default_verbosity", *t.DefaultVerbosity})
	}
	m.add("levels", levelsTree(t.Levels))
	var variants mapping
	for _, v := range t.Variants {
		variants.add(v.Name, given(v.Text))
	}
	m.add("variants", variants)
	m.add("verbosity_map", levelsTree(t.VerbosityMap))
	var runners []tree
	for _, r := range t.Runners {
		runners = append(runners, r.tree())
	}
	m.add("runners", runners)
	return m
}

func levelsTree(all []ByLevel) (m mapping) {
	for _, l := range all {
		m.add(l.Levels, given(l.Value))
	}
	return m
}

func (r *Runner) tree() (m mapping) {
	m.add("runner", namesTree(r.Runner, r.RunnerList))
	m.add("model", namesTree(r.Model, r.ModelList))
	m.add("when", r.When)
	m.add("levels", levelsTree(r.Levels))
	if r.Default != nil {
		m.add("default", *r.Default)
	}
	return m
}

func namesTree(names []string, isList bool) tree {
	if len(names) > 0 && !isList {
		return names[0]
	}
	return words(names)
}

func appendQuoted(dst []byte, s string) []byte {
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("documented: " + err.Error())
	}
	return append(dst, bytes.TrimSpace(quoted.Bytes())...)
}

func appendScalar(dst []byte, t tree) []byte {
	switch t := t.(type) {
	case string:
		return appendQuoted(dst, t)
	case given:
		return appendQuoted(dst, string(t))
	case int:
		return strconv.AppendInt(dst, int64(t), 10)
	}
	return strconv.AppendBool(dst, t.(bool))
}

func appendJSON(dst []byte, t tree) []byte {
	switch t := t.(type) {
	case mapping:
		for i, m := range t {
			dst = append(dst, "{,"[min(i, 1)])
			dst = append(appendQuoted(dst, m.key), ':')
			dst = appendJSON(dst, m.value)
		}
		return append(dst, '}')
	case []tree:
		for i, item := range t {
			dst = append(dst, "[,"[min(i, 1)])
			dst = appendJSON(dst, item)
		}
		return append(dst, ']')
	}
	return appendScalar(dst, t)
}

// appendYAML writes blocks, each of which starts a line, with strings in double quotes.
func appendYAML(dst []byte, t tree, depth int) []byte {
	value := func(v tree) {
		switch v.(type) {
		case mapping, []tree:
			dst = append(dst, '\n')
			dst = appendYAML(dst, v, depth+1)
		default:
			dst = append(dst, ' ')
			dst = append(appendScalar(dst, v), '\n')
		}
	}
	indent := strings.Repeat("  ", depth)
	switch t := t.(type) {
	case mapping:
		for _, m := range t {
			dst = append(dst, indent...)
			dst = append(appendQuoted(dst, m.key), ':')
			value(m.value)
		}
	case []tree:
		for _, item := range t {
			dst = append(append(dst, indent...), '-')
			value(item)
		}
	}
	return dst
}
