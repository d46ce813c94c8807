package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// markEvery is the number of bytes between two marks of a [text].
const markEvery = 256

// A text holds the bytes of a file without byte order mark, and the offsets of its lines. Counting
// code points from the start of a line would take quadratic time for a file of one long line, hence
// the marks.
type text struct {
	data  []byte
	lines []int // offsets of the lines
	marks []int // marks[i] is the number of code points that start before byte i*markEvery
}

func newText(data []byte) *text {
	t := &text{data: bytes.TrimPrefix(data, []byte("\uFEFF")), lines: []int{0}}
	runes := 0
	for i, c := range t.data {
		if i%markEvery == 0 {
			t.marks = append(t.marks, runes)
		}
		if utf8.RuneStart(c) {
			runes++
		}
		if c == '\n' || c == '\r' && (i+1 == len(t.data) || t.data[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	t.marks = append(t.marks, runes) // at least one mark
	return t
}

// line returns line n without its line break.
func (t *text) line(n int) string {
	if n < 1 || n > len(t.lines) {
		return ""
	}
	start, end := t.lineRange(n)
	return string(t.data[start:end])
}

// lineRange returns start and end of line n without its line break.
func (t *text) lineRange(n int) (start, end int) {
	start, end = t.lines[n-1], len(t.data)
	if n < len(t.lines) {
		end = t.lines[n]
	}
	return start, start + len(bytes.TrimRight(t.data[start:end], "\r\n"))
}

// lineAt returns the number of the line of an offset.
func (t *text) lineAt(at int) int {
	return sort.SearchInts(t.lines, at+1)
}

// position returns line and column of an offset.
func (t *text) position(at int) Position {
	at = max(0, min(at, len(t.data)))
	line := t.lineAt(at)
	return Position{line, t.runesBefore(at) - t.runesBefore(t.lines[line-1]) + 1}
}

// offset returns the offset of a line and column, or the nearest one in the file.
func (t *text) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(t.lines) {
		return len(t.data)
	}
	start, end := t.lineRange(line)
	want := t.runesBefore(start) + max(column, 1) - 1
	mark := max(sort.SearchInts(t.marks, want+1)-1, 0)
	at, runes := max(mark*markEvery, start), t.marks[mark]
	if at == start {
		runes = t.runesBefore(start)
	}
	for ; at < end; at++ {
		if !utf8.RuneStart(t.data[at]) {
			continue
		}
		if runes == want {
			return at
		}
		runes++
	}
	return end
}

// runesBefore returns the number of code points that start before an offset.
func (t *text) runesBefore(at int) int {
	mark := at / markEvery
	runes := t.marks[min(mark, len(t.marks)-1)]
	for i := mark * markEvery; i < at; i++ {
		if utf8.RuneStart(t.data[i]) {
			runes++
		}
	}
	return runes
}
