package jsontree

import "github.com/goccy/go-json/jsontext"

// Decoding tokens takes three times as long as validating the whole document and then finding its
// values by their first bytes. So valid documents are parsed without tokens; the fault of any other
// is found by decoding tokens.

// ParseNext is like Parse for a caller that is done with the tree before the next call: the memory
// of its nodes is then reused. Member names stay valid.
func (p *Parser) ParseNext(data []byte, opts Options) (Node, error) {
	p.recycled = true
	defer func() { p.recycled = false }()
	p.itemMemory.reset()
	p.memberMemory.reset()
	return p.ParseRange(data, 0, len(data), opts)
}

// fast parses a valid document within the depth limit. Returns false for any other.
func (p *Parser) fast(data []byte, start, end int) (Node, bool) {
	value := jsontext.Value(data[start:end:end])
	valid := false
	if p.opts.DuplicateNames {
		valid = value.IsValid(jsontext.AllowDuplicateNames(true))
	} else {
		valid = value.IsValid()
	}
	if !valid {
		return Node{}, false
	}
	if p.names == nil {
		p.names = make(map[string]string)
	}
	p.items, p.members = p.items[:0], p.members[:0]
	p.at = skipSpace(data[:end], start)
	return p.build(p.opts.MaxDepth)
}

// build parses the value at p.at, which may have depth levels. All its input is known to be valid.
func (p *Parser) build(depth int) (Node, bool) {
	n := Node{Kind: kindOf(p.data[p.at]), Start: p.at}
	switch n.Kind {
	case Object, Array:
		if depth == 0 {
			return Node{}, false
		}
		p.at++
		if n.Kind == Object && !p.buildMembers(&n, depth-1) || n.Kind == Array && !p.buildItems(&n, depth-1) {
			return Node{}, false
		}
	case String:
		p.skipString()
	default:
		for p.at < len(p.data) && !endsScalar(p.data[p.at]) {
			p.at++
		}
	}
	n.End = p.at
	return n, true
}

func (p *Parser) buildItems(n *Node, depth int) bool {
	mark := len(p.items)
	for p.next(']') {
		item, ok := p.build(depth)
		if !ok {
			return false
		}
		p.items = push(p.items, item)
	}
	n.Items, p.items = p.itemMemory.cut(p.items, mark, p.recycled)
	return true
}

func (p *Parser) buildMembers(n *Node, depth int) bool {
	mark := len(p.members)
	for p.next('}') {
		m := Member{Key: Span{Start: p.at}}
		p.skipString()
		m.Key.End = p.at
		m.Name = p.name(p.data[m.Key.Start:m.Key.End])
		p.at = skipSpace(p.data, p.at) + 1 // the colon
		p.at = skipSpace(p.data, p.at)
		var ok bool
		if m.Value, ok = p.build(depth); !ok {
			return false
		}
		p.members = push(p.members, m)
	}
	n.Members, p.members = p.memberMemory.cut(p.members, mark, p.recycled)
	return true
}

// next skips to the next item or member and reports whether there is one. At the closing bracket it
// skips that.
func (p *Parser) next(closing byte) bool {
	p.at = skipSpace(p.data, p.at)
	switch p.data[p.at] {
	case closing:
		p.at++
		return false
	case ',':
		p.at = skipSpace(p.data, p.at+1)
	}
	return true
}

// skipString skips a string.
func (p *Parser) skipString() { p.at = stringEnd(p.data, p.at) }

func endsScalar(c byte) bool { return c == ',' || c == ']' || c == '}' || isSpace(c) }

// A memory returns lists whose memory is reused after a reset.
type memory[T any] struct{ chunk []T }

func (m *memory[T]) reset() { m.chunk = m.chunk[:0] }

// cut removes the elements from mark on from the stack and returns them as a new list, nil if there
// are none. A list that is not recycled has memory of its own.
func (m *memory[T]) cut(stack []T, mark int, recycled bool) (list, rest []T) {
	if !recycled {
		return cut(stack, mark)
	}
	n := len(stack) - mark
	if n == 0 {
		return nil, stack
	}
	if cap(m.chunk)-len(m.chunk) < n {
		m.chunk = make([]T, 0, max(2*cap(m.chunk), n, 32))
	}
	start := len(m.chunk)
	m.chunk = append(m.chunk, stack[mark:]...)
	return m.chunk[start : start+n : start+n], stack[:mark]
}
