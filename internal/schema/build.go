package schema

import "github.com/toolrules/toolrules/internal/jsontree"

// A builder finds the schemas of a document and the edges between them: first the schemas under the
// keywords of JSON Schema, then the targets of their references, which may become schemas only by
// this.
type builder struct {
	document
	nodes     []node
	ids       map[*jsontree.Node]int
	refs      []reference
	resources map[string]int // nodes by the absolute URI of their $id
	anchors   map[anchor]int
	bases     map[int]*uri // the absolute URIs of the nodes that have one
	resolved  map[relative]resolution
	room      int // remaining bytes of URIs; negative if the limit is exceeded
}

func newBuilder(data []byte, root *jsontree.Node) *builder {
	b := &builder{
		document:  document{data: data, indexes: map[*jsontree.Node]map[string]*jsontree.Node{}},
		ids:       map[*jsontree.Node]int{},
		resources: map[string]int{},
		anchors:   map[anchor]int{},
		bases:     map[int]*uri{},
		resolved:  map[relative]resolution{},
		room:      room(root.End - root.Start),
	}
	b.add(node{value: root, parent: -1})
	b.register(0, rootURI)
	return b
}

func (b *builder) build() error {
	next := 0
	for {
		for ; next < len(b.nodes); next++ {
			if err := b.crowded(); err != nil {
				return err
			}
			b.expand(next)
		}
		if err := b.crowded(); err != nil || len(b.refs) == 0 {
			return err
		}
		ref := b.refs[0]
		b.refs = b.refs[1:]
		b.follow(ref)
	}
}

// add adds a node and returns its index.
func (b *builder) add(n node) int {
	id := len(b.nodes)
	b.ids[n.value] = id
	b.nodes = append(b.nodes, n)
	return id
}

// expand adds the schemas directly inside a schema.
func (b *builder) expand(id int) {
	value := b.nodes[id].value
	if !b.nodes[id].open {
		b.identify(id)
	}
	for i := range value.Members {
		m := &value.Members[i]
		if k, ok := keywords[m.Name]; ok {
			b.children(id, m, k)
		}
		b.noteReference(id, m)
	}
}

// children adds the schemas that a keyword holds.
func (b *builder) children(id int, m *jsontree.Member, k keyword) {
	at := jsontree.AppendToken("", m.Name)
	switch {
	case k.holds == byName:
		for i := range m.Value.Members {
			entry := &m.Value.Members[i]
			to := label{k.step, m.Name}
			if k.step == property {
				to.name = entry.Name
			}
			b.child(id, &entry.Value, jsontree.AppendToken(at, entry.Name), k, to)
		}
	case k.holds == many, k.holds == oneOrAll && m.Value.Kind == jsontree.Array:
		for i := range m.Value.Items {
			b.child(id, &m.Value.Items[i], jsontree.AppendIndex(at, i), k, label{k.step, m.Name})
		}
	case k.holds == one, k.holds == oneOrAll:
		b.child(id, &m.Value, at, k, label{k.step, m.Name})
	}
}

// child adds a schema inside another one. It stops after one schema more than the limit.
func (b *builder) child(id int, value *jsontree.Node, at string, k keyword, l label) {
	if !isSchema(value) || len(b.nodes) > MaxSchemas {
		return
	}
	parent := &b.nodes[id]
	to, known := b.ids[value]
	if !known {
		to = b.add(node{value: value, parent: id, step: at, resource: parent.resource, open: parent.open})
	}
	if !k.defined {
		b.link(id, to, l)
	}
}

func (b *builder) link(from, to int, l label) {
	b.nodes[from].edges = append(b.nodes[from].edges, edge{l, to})
}
