package terminal

import (
	"strings"
	"unicode/utf8"
)

// Fold breaks the lines of a text so that they take at most width columns. Lines without an indent
// are read on from one to the next, up to an empty one; lines with one stay as they are.
func Fold(text string, width int) string {
	var out []string
	column := 0 // where the last line ends, if it can go on; else 0
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			out = append(out, line)
			column = 0
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if size := utf8.RuneCountInString(word); column > 0 && column+1+size <= width {
				out[len(out)-1] += " " + word
				column += 1 + size
			} else {
				out = append(out, word)
				column = size
			}
		}
	}
	return strings.Join(out, "\n")
}
