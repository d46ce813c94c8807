package jsontree

// CompactSize gives the number of bytes of n without the white space between its tokens. A nil node has 0. It is for trees that
// [Parse] has read: what [Outline] gives has nothing inside.
func (n *Node) CompactSize() int {
	if n == nil {
		return 0
	}
	size := 0
	switch n.Kind {
	case Array:
		size = len("[]") + commas(len(n.Items))
		for i := range n.Items {
			size += n.Items[i].CompactSize()
		}
	case Object:
		size = len("{}") + commas(len(n.Members))
		for i := range n.Members {
			m := &n.Members[i]
			size += m.Key.End - m.Key.Start + len(":") + m.Value.CompactSize()
		}
	default:
		size = n.End - n.Start
	}
	return size
}

// commas is how many stand between so many items.
func commas(items int) int { return max(0, items-1) }
