package schema

import (
	"net/url"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// rootURI is the base URI of a document without an $id.
const rootURI = "schema:///"

// A reference is a $ref, or one of its relatives, that has not been followed yet.
type reference struct {
	from  int
	text  string
	label label
}

// An anchor is a name within a resource.
type anchor struct {
	resource int
	name     string
}

// references are the keywords whose value leads to another schema. Only $ref does so for a path.
var references = map[string]label{
	"$ref":          {free, "$ref"},
	"$dynamicRef":   {other, "$dynamicRef"},
	"$recursiveRef": {other, "$recursiveRef"},
}

func (b *builder) noteReference(id int, m *jsontree.Member) {
	if l, ok := references[m.Name]; ok && m.Value.Kind == jsontree.String {
		b.refs = append(b.refs, reference{id, m.Value.Text(b.data), l})
	}
}

// identify records the URIs and anchors that a schema declares.
func (b *builder) identify(id int) {
	value := b.nodes[id].value
	if text, ok := b.text(value.Get("$id")); ok && text != "" {
		if name, isAnchor := strings.CutPrefix(text, "#"); isAnchor {
			b.name(id, name)
		} else if absolute, _, ok := b.absolute(b.nodes[id].resource, text); ok {
			b.nodes[id].resource = id
			b.register(id, absolute)
		}
	}
	for _, keyword := range [...]string{"$anchor", "$dynamicAnchor"} {
		if name, ok := b.text(value.Get(keyword)); ok {
			b.name(id, name)
		}
	}
}

// register records the URI of a node. The first one to claim a URI keeps it.
func (b *builder) register(id int, absolute string) {
	b.bases[id] = newURI(absolute)
	if _, taken := b.resources[absolute]; !taken {
		b.resources[absolute] = id
	}
}

func (b *builder) name(id int, name string) {
	a := anchor{b.nodes[id].resource, name}
	if _, taken := b.anchors[a]; !taken {
		b.anchors[a] = id
	}
}

// follow links a reference to its target, if it has one in this document.
func (b *builder) follow(r reference) {
	to, ok := b.target(r)
	switch {
	case ok:
		b.link(r.from, to, r.label)
	case r.label.step == free:
		b.nodes[r.from].lost = r.text
	}
}

func (b *builder) target(r reference) (int, bool) {
	resource, fragment := b.nodes[r.from].resource, ""
	if alone, ok := strings.CutPrefix(r.text, "#"); ok {
		fragment = alone
	} else {
		absolute, rest, ok := b.absolute(resource, r.text)
		if !ok {
			return 0, false
		}
		if resource, ok = b.resources[absolute]; !ok {
			return 0, false
		}
		fragment = rest
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return 0, false
	}
	if fragment == "" || fragment[0] == '/' {
		return b.land(resource, fragment)
	}
	to, ok := b.anchors[anchor{resource, fragment}]
	return to, ok
}

// absolute resolves a URI against that of a resource. Returns it without the fragment, and the
// fragment as written.
func (b *builder) absolute(resource int, text string) (absolute, fragment string, ok bool) {
	text, fragment, _ = strings.Cut(text, "#")
	absolute, ok = b.resolve(relative{b.bases[resource], text})
	return absolute, fragment, ok
}

// land returns the schema that a JSON Pointer leads to from a resource. A value below unknown
// keywords becomes a schema by this.
func (b *builder) land(resource int, pointer string) (int, bool) {
	tokens, ok := jsontree.SplitPointer(pointer)
	if !ok {
		return 0, false
	}
	at, open := b.nodes[resource].value, false
	for _, token := range tokens {
		if id, ok := b.ids[at]; ok && !b.nodes[id].open {
			_, known := keywords[token]
			open = !known
		}
		if at = b.step(at, token); at == nil {
			return 0, false
		}
	}
	if id, ok := b.ids[at]; ok {
		return id, true
	}
	if !open || !isSchema(at) {
		return 0, false
	}
	return b.add(node{value: at, parent: resource, step: pointer, resource: resource, open: true}), true
}
