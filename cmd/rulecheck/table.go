package main

import (
	"bytes"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
)

// A table is cells in columns that are as wide as their widest cell, of those that are not wider
// than widest: one that is pushes the rest of its own row aside and no other. Cells hold what can
// be shown.
type table struct {
	indent string
	header []string     // nil: none
	right  map[int]bool // columns whose cells stand on the right
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(out *bytes.Buffer) {
	rows := t.rows
	if t.header != nil {
		rows = append([][]string{t.header}, rows...)
	}
	widths := widthsOf(rows)
	for _, row := range rows {
		line := t.indent
		for i, cell := range row {
			blanks := strings.Repeat(" ", max(0, widths[i]-visible.Width(cell)))
			if i > 0 {
				line += "  "
			}
			if t.right[i] {
				line += blanks + cell
			} else {
				line += cell + blanks
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// widest is how far one cell can widen a column: as far as the longest name that a model can see.
const widest = 64

// widthsOf returns the width of each column.
func widthsOf(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if w := visible.Width(cell); w <= widest {
				widths[i] = max(widths[i], w)
			}
		}
	}
	return widths
}
