package jsontree

// CompactSize gives the number of bytes of n without the white space between its tokens. data is the document n was read
// from. A nil node has 0.
func (n *Node) CompactSize(data []byte) int {
	if n == nil {
		return 0
	}
	size := n.End - n.Start
	if n.Kind != Array && n.Kind != Object {
		return size
	}
	inside := false // a string
	for i := n.Start; i < n.End; i++ {
		switch c := data[i]; {
		case c == '"':
			inside = !inside
		case c == '\\':
			i++ // only in strings, and the next byte is part of the escape
		case !inside && isSpace(c):
			size--
		}
	}
	return size
}
