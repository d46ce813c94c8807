package rules

import (
	"bytes"
	"encoding/json"
)

// JSONSchema gives the JSON Schema (draft-07, which editors know best) of rule files, indented, with a final newline. It is
// printed from the table that the loader checks files against. Like every schema it knows shapes only: what a pattern or an
// expression says is the loader's to judge.
func JSONSchema() []byte {
	p := schemaPrinter{defs: map[string]*shape{}}
	root := p.of(fileShape)
	schema := ordered{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", "toolrules rule file"},
		{"description", "Which MCP tools a request sees, under which names, with which words."},
	}
	schema = append(schema, root...)
	schema = append(schema, member{"definitions", p.definitions()})

	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(schema); err != nil {
		panic("rules: the table of keys can't be printed: " + err.Error()) // it holds strings and numbers alone
	}
	return out.Bytes()
}

// A schemaPrinter turns shapes into JSON Schema. Shapes with a name of their own are printed once, among the definitions.
type schemaPrinter struct {
	defs  map[string]*shape
	order []string
}

// of prints a shape in full.
func (p *schemaPrinter) of(s *shape) ordered {
	var o ordered
	if s.doc != "" {
		o = append(o, member{"description", s.doc})
	}
	switch s.kind {
	case mapping:
		return append(o, p.mapping(s)...)
	case dictionary:
		o = append(o, member{"type", "object"}, member{"minProperties", 1}, member{"additionalProperties", p.ref(s.elem)})
		if s.keyIs.match != nil {
			o = append(o, member{"propertyNames", ordered{{"pattern", s.keyIs.match.String()}}})
		}
	case list:
		o = append(o, member{"type", "array"}, member{"minItems", 1}, member{"items", p.ref(s.elem)})
	case text:
		return append(o, textSchema(s)...)
	case integer:
		o = append(o, member{"type", "integer"}, member{"minimum", s.min}, member{"maximum", s.max})
	case boolean:
		o = append(o, member{"type", "boolean"})
	case choice:
		branches := make([]ordered, len(s.oneOf))
		for i, branch := range s.oneOf {
			branches[i] = p.ref(branch)
		}
		o = append(o, member{"anyOf", branches})
	}
	return o
}

func (p *schemaPrinter) mapping(s *shape) ordered {
	properties := make(ordered, len(s.keys))
	var required []string
	for i, k := range s.keys {
		property := p.ref(k.shape)
		if k.doc != "" && !property.has("description") && !property.has("$ref") {
			property = append(ordered{{"description", k.doc}}, property...)
		}
		properties[i] = member{k.name, property}
		if k.required {
			required = append(required, k.name)
		}
	}
	o := ordered{{"type", "object"}, {"minProperties", 1}, {"additionalProperties", false}, {"properties", properties}}
	if required != nil {
		o = append(o, member{"required", required})
	}
	return o
}

func textSchema(s *shape) ordered {
	o := ordered{{"type", "string"}}
	switch {
	case s.words != nil:
		o = append(o, member{"enum", s.words})
	case s.match != nil:
		o = append(o, member{"pattern", s.match.String()})
	case s.blank == notBlank:
		o = append(o, member{"pattern", `\S`})
	case s.blank == emptyIsFine:
		o = append(o, member{"pattern", `^$|\S`})
	}
	return o
}

// ref prints a shape where it is used: in full, or as a reference if it has a name.
func (p *schemaPrinter) ref(s *shape) ordered {
	if s.def == "" {
		return p.of(s)
	}
	if p.defs[s.def] == nil {
		p.defs[s.def] = s
		p.order = append(p.order, s.def)
	}
	return ordered{{"$ref", "#/definitions/" + s.def}}
}

// definitions prints the shapes with names, including those that only other definitions refer to.
func (p *schemaPrinter) definitions() ordered {
	var o ordered
	for i := 0; i < len(p.order); i++ {
		o = append(o, member{p.order[i], p.of(p.defs[p.order[i]])})
	}
	return o
}

// ordered is a JSON object whose members keep their order.
type ordered []member

type member struct {
	name  string
	value any
}

func (o ordered) has(name string) bool {
	for _, m := range o {
		if m.name == name {
			return true
		}
	}
	return false
}

func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
