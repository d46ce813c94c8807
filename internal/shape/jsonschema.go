package shape

import (
	"bytes"
	"encoding/json"
)

// JSONSchema returns the JSON Schema (draft-07, which editors support best) of the format,
// indented, with a final newline. Like every schema it describes only the form.
func (f *Format) JSONSchema() []byte {
	p := schemaPrinter{defs: map[string]*Shape{}}
	root := p.of(f.Root)
	schema := ordered{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", f.Title},
		{"description", f.Doc},
	}
	schema = append(schema, root...)
	if defs := p.definitions(); len(defs) > 0 {
		schema = append(schema, member{"definitions", defs})
	}

	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(schema); err != nil {
		panic("shape: the table can't be encoded: " + err.Error()) // it holds only strings and numbers
	}
	return out.Bytes()
}

// A schemaPrinter converts shapes to JSON Schema. Named shapes are printed once, among the
// definitions.
type schemaPrinter struct {
	defs  map[string]*Shape
	order []string
}

// of returns a complete shape.
func (p *schemaPrinter) of(s *Shape) ordered {
	var o ordered
	if s.Doc != "" {
		o = append(o, member{"description", s.Doc})
	}
	typeOf := func(name string) member {
		if s.Null {
			return member{"type", []string{name, "null"}}
		}
		return member{"type", name}
	}
	switch s.Kind {
	case Mapping:
		o = append(o, typeOf("object"))
		return append(o, p.mapping(s)...)
	case Dictionary:
		o = append(o, typeOf("object"), member{"minProperties", leastOf(s)},
			member{"additionalProperties", p.ref(s.Elem)})
		o = append(o, keySchema(s.KeyIs)...)
	case List:
		o = append(o, typeOf("array"), member{"minItems", leastOf(s)}, member{"items", p.ref(s.Elem)})
	case Text:
		o = append(o, typeOf("string"))
		return append(o, textSchema(s)...)
	case Integer:
		o = append(o, typeOf("integer"), member{"minimum", s.Min}, member{"maximum", s.Max})
	case Boolean:
		o = append(o, typeOf("boolean"))
	case Choice:
		branches := make([]ordered, len(s.OneOf))
		for i, branch := range s.OneOf {
			branches[i] = p.ref(branch)
		}
		if s.Null {
			branches = append(branches, ordered{{"type", "null"}})
		}
		o = append(o, member{"anyOf", branches})
	}
	return o
}

func (p *schemaPrinter) mapping(s *Shape) ordered {
	properties := make(ordered, len(s.Keys))
	var required []string
	for i, k := range s.Keys {
		property := p.ref(k.Shape)
		if k.Doc != "" && !property.has("description") && !property.has("$ref") {
			property = append(ordered{{"description", k.Doc}}, property...)
		}
		properties[i] = member{k.Name, property}
		if k.Required {
			required = append(required, k.Name)
		}
	}
	others := any(false)
	if s.Others != nil {
		others = p.ref(s.Others)
	}
	o := ordered{{"minProperties", leastOf(s)}, {"additionalProperties", others}, {"properties", properties}}
	o = append(o, keySchema(s.KeyIs)...)
	if required != nil {
		o = append(o, member{"required", required})
	}
	if s.Some != nil {
		some := make([]ordered, len(s.Some))
		for i, name := range s.Some {
			some[i] = ordered{{"required", []string{name}}}
		}
		o = append(o, member{"anyOf", some})
	}
	if needs := needsOf(s); needs != nil {
		o = append(o, member{"dependencies", needs})
	}
	return o
}

// needsOf returns which keys require others.
func needsOf(s *Shape) (o ordered) {
	for _, k := range s.Keys {
		if k.Needs != "" {
			o = append(o, member{k.Name, []string{k.Needs}})
		}
	}
	return o
}

func textSchema(s *Shape) ordered {
	switch {
	case s.Words != nil && s.Null:
		return ordered{{"anyOf", []ordered{{{"enum", s.Words}}, {{"type", "null"}}}}}
	case s.Words != nil:
		return ordered{{"enum", s.Words}}
	case s.Match != nil:
		return ordered{{"pattern", s.Match.String()}}
	case s.Blank == NotBlank:
		return ordered{{"pattern", `\S`}}
	case s.Blank == EmptyIsFine:
		return ordered{{"pattern", `^$|\S`}}
	}
	return nil
}

func keySchema(rule KeyRule) ordered {
	if rule.Match == nil {
		return nil
	}
	return ordered{{"propertyNames", ordered{{"pattern", rule.Match.String()}}}}
}

// leastOf returns the smallest number of items or keys.
func leastOf(s *Shape) int {
	if s.Hollow {
		return 0
	}
	return 1
}

// ref returns a shape where it is used: complete, or as a reference if it is named.
func (p *schemaPrinter) ref(s *Shape) ordered {
	if s.Def == "" {
		return p.of(s)
	}
	if p.defs[s.Def] == nil {
		p.defs[s.Def] = s
		p.order = append(p.order, s.Def)
	}
	return ordered{{"$ref", "#/definitions/" + s.Def}}
}

// definitions returns the named shapes, including those that only other definitions refer to.
func (p *schemaPrinter) definitions() ordered {
	var o ordered
	for i := 0; i < len(p.order); i++ {
		o = append(o, member{p.order[i], p.of(p.defs[p.order[i]])})
	}
	return o
}

// An ordered is a JSON object that keeps the order of its members.
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
