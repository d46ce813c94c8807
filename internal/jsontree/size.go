package jsontree

// CompactSize returns the size of n in bytes without white space between its tokens, 0 for nil. It
// is for trees of [Parse]; those of [Outline] have no content.
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

// commas returns the number of commas between items.
func commas(items int) int { return max(0, items-1) }
