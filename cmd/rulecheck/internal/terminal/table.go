// Package terminal lays out what people read: tables, folded paragraphs, source lines, and the
// surroundings of a difference.
package terminal

import (
	"bytes"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
)

// DescriptionWidth is how many columns of a description or a condition are shown.
const DescriptionWidth = 72

// maxCell is the width to which one cell can widen its column: that of the longest name that a
// model
// can see. A wider cell shifts the rest of its own row, and no other.
const maxCell = 64

// A Table holds cells in columns that are as wide as their widest cell. Cells hold visible
// characters alone, see package visible. The zero value is an empty table.
type Table struct {
	Indent string
	Header []string     // nil: none
	Right  map[int]bool // columns that are aligned on the right

	rows [][]string
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Empty reports whether the table has no rows.
func (t *Table) Empty() bool { return len(t.rows) == 0 }

// Print writes the table.
func (t *Table) Print(out *bytes.Buffer) {
	rows := t.rows
	if t.Header != nil {
		rows = append([][]string{t.Header}, rows...)
	}
	widths := widthsOf(rows)
	for _, row := range rows {
		line := t.Indent
		for i, cell := range row {
			blanks := strings.Repeat(" ", max(0, widths[i]-visible.Width(cell)))
			if i > 0 {
				line += "  "
			}
			if t.Right[i] {
				line += blanks + cell
			} else {
				line += cell + blanks
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// widthsOf returns the width of each column.
func widthsOf(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if w := visible.Width(cell); w <= maxCell {
				widths[i] = max(widths[i], w)
			}
		}
	}
	return widths
}
