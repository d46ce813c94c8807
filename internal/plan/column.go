package plan

import "github.com/toolrules/toolrules/internal/cond"

// A column holds one int for each tool, for atoms that are a [cond.Between]: tool.bytes >
// ctx.budget. The bounds are computed once for a request. Each tool then costs one comparison
// without a branch.
type column []int

func newColumn(b *cond.Between, tools []*cond.Tool) column {
	c := make(column, len(tools))
	for i, t := range tools {
		c[i] = b.ToolInt(t)
	}
	return c
}

// find sets dst to the tools of demand whose int is between lo and hi, inclusive.
func (c column) find(lo, hi int, demand, dst set) {
	clear(dst)
	if lo > hi {
		return
	}
	width := uint64(hi) - uint64(lo)
	for at, open := range demand {
		if open == 0 {
			continue
		}
		block := c[at*wordBits : min(len(c), (at+1)*wordBits)]
		var found uint64
		for k, value := range block {
			var hit uint64
			if uint64(value)-uint64(lo) <= width {
				hit = 1
			}
			found |= hit << k
		}
		dst[at] = found & open
	}
}
