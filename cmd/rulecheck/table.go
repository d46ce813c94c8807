package main

import (
	"bytes"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
)

// A table is cells in columns that are as wide as their widest cell. Cells hold what can be shown.
type table struct {
	indent string
	header []string // nil: none
	right  []bool   // columns whose cells stand on the right
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(out *bytes.Buffer) {
	rows := t.rows
	if t.header != nil {
		rows = append([][]string{t.header}, rows...)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], visible.Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		line.WriteString(t.indent)
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			if i < len(t.right) && t.right[i] {
				line.WriteString(strings.Repeat(" ", widths[i]-visible.Width(cell)))
				line.WriteString(cell)
				continue
			}
			line.WriteString(visible.Pad(cell, widths[i]))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
