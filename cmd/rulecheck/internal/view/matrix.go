package view

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// A Matrix is what requests see of the tools of a catalog. Requests that see the same have one
// column.
type Matrix struct {
	catalog  *engine.Catalog
	requests []matrix.Request
	columns  []column
	known    map[string]int          // the column of a cache key
	keys     []engine.Key            // all tools, each once
	forms    map[engine.Key][]string // the JSON in which tools are seen, each form once
	// the cells of each tool: '.' hidden, 'x' visible, 'a', 'b', … visible in different words
	rows map[engine.Key][]byte
}

// A column is requests that see the same.
type column struct {
	requests []int
	seen     map[engine.Key]int // the tools that they see, and in which form
}

// NewMatrix returns what the requests see of the catalog.
func NewMatrix(catalog *engine.Catalog, requests []matrix.Request) *Matrix {
	m := &Matrix{catalog: catalog, requests: requests, known: map[string]int{}, forms: map[engine.Key][]string{},
		rows: map[engine.Key][]byte{}}
	for i := range requests {
		m.addRequest(i)
	}
	for _, k := range catalog.Tools() {
		if m.rows[k] == nil {
			m.keys = append(m.keys, k)
			m.rows[k] = m.cells(k)
		}
	}
	return m
}

// addRequest adds a request to the column of those that see the same, or a column of its own.
func (m *Matrix) addRequest(i int) {
	key, cacheable := m.catalog.CacheKey(m.requests[i].Request)
	at, known := m.known[key]
	if !known || !cacheable {
		seen := m.seenBy(m.requests[i].Request)
		at = slices.IndexFunc(m.columns, func(col column) bool { return maps.Equal(col.seen, seen) })
		if at < 0 {
			at = len(m.columns)
			m.columns = append(m.columns, column{seen: seen})
		}
		m.known[key] = at
	}
	m.columns[at].requests = append(m.columns[at].requests, i)
}

// seenBy returns the tools that a request sees, with the index of their form.
func (m *Matrix) seenBy(req engine.Request) map[engine.Key]int {
	seen := map[engine.Key]int{}
	for tool := range m.catalog.View(req).All() {
		k, form := tool.Key(), string(tool.AppendJSON(nil))
		at := slices.Index(m.forms[k], form)
		if at < 0 {
			at = len(m.forms[k])
			m.forms[k] = append(m.forms[k], form)
		}
		seen[k] = at
	}
	return seen
}

// cells returns the row of a tool.
func (m *Matrix) cells(k engine.Key) []byte {
	row := bytes.Repeat([]byte("."), len(m.columns))
	for i, col := range m.columns {
		switch form, ok := col.seen[k]; {
		case ok && len(m.forms[k]) == 1:
			row[i] = 'x'
		case ok:
			row[i] = 'a' + byte(min(form, 'z'-'a'))
		}
	}
	return row
}

// legendWidth is how wide the names of requests are.
const legendWidth = 96

// Print writes the legend and the table.
func (m *Matrix) Print(out *bytes.Buffer, all bool) {
	t := terminal.Table{Right: map[int]bool{0: true}}
	for i, col := range m.columns {
		text := visible.Clip(visible.Text(matrix.Describe(m.requests, col.requests)), legendWidth)
		if m.catalog.Depends().None() {
			text = "every request"
		}
		t.Add(strconv.Itoa(i+1), text, fmt.Sprintf("%s of %s", wording.Number(len(col.seen)),
			wording.Plural(len(m.keys), "tool")))
	}
	t.Print(out)
	out.WriteByte('\n')
	rows, seen, hidden := m.lines(all)
	if len(rows) > 0 {
		m.printRows(out, rows)
		out.WriteByte('\n')
	}
	m.printRest(out, seen, hidden)
	m.printFixed(out)
}

// printFixed prints what the table leaves open: what rules read and these requests do not tell
// apart.
func (m *Matrix) printFixed(out *bytes.Buffer) {
	if fixed := matrix.Fixed(m.requests, m.catalog.Depends().Fields); len(fixed) > 0 {
		fmt.Fprintf(out, "\nNot shown: other values of %s, which rules read and these requests do not vary.\n",
			visible.Text(wording.Enumerate(fixed)))
	}
}

// A matrixLine is a line of the table: one tool, or several of a server that have the same cells.
type matrixLine struct {
	keys  []engine.Key
	cells []byte
}

// lines returns the lines, and counts the tools that are left out since every request sees them
// alike, or none does.
func (m *Matrix) lines(all bool) (list []matrixLine, seen, hidden int) {
	for _, k := range m.keys {
		cells := m.rows[k]
		same := !slices.ContainsFunc(cells, func(c byte) bool { return c != cells[0] })
		switch {
		case all:
			list = append(list, matrixLine{[]engine.Key{k}, cells})
			continue
		case same && cells[0] == '.':
			hidden++
			continue
		case same:
			seen++
			continue
		}
		i := slices.IndexFunc(list, func(l matrixLine) bool {
			return l.keys[0].Server == k.Server &&
				bytes.Equal(l.cells, cells)
		})
		if i < 0 {
			list = append(list, matrixLine{nil, cells})
			i = len(list) - 1
		}
		list[i].keys = append(list[i].keys, k)
	}
	return list, seen, hidden
}

// labelWidth is how wide the names of tools in the table are.
const labelWidth = 60

func (m *Matrix) printRows(out *bytes.Buffer, lines []matrixLine) {
	t := terminal.Table{Header: []string{"TOOL"}}
	for i := range m.columns {
		t.Header = append(t.Header, strconv.Itoa(i+1))
	}
	for _, l := range lines {
		row := []string{label(l.keys)}
		for _, c := range l.cells {
			row = append(row, string(c))
		}
		t.Add(row...)
	}
	t.Print(out)
}

// label names one tool, or several of one server.
func label(keys []engine.Key) string {
	if len(keys) == 1 {
		return visible.Text(keys[0].String())
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Tool
	}
	number := fmt.Sprintf(" (%s)", wording.Plural(len(keys), "tool"))
	return visible.Clip(visible.Text(keys[0].Server+"/{"+strings.Join(names, ",")+"}"), labelWidth-len(number)) + number
}

// printRest prints how many tools the table leaves out.
func (m *Matrix) printRest(out *bytes.Buffer, seen, hidden int) {
	if seen+hidden == 0 {
		fmt.Fprintf(out, "%s, %s\n", wording.Plural(len(m.keys), "tool"), wording.Plural(len(m.requests), "request"))
		return
	}
	fmt.Fprintf(out, "%s, %s; every request sees %s alike, and none sees %s\n",
		wording.Plural(len(m.keys), "tool"), wording.Plural(len(m.requests), "request"), wording.Number(seen),
		wording.Number(hidden))
}
