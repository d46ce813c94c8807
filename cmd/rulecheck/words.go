package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// enumerate writes words as people do: "a, b and c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// count writes a number of things: "1 tool", "2 tools".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", thousands(n), what)
}

// thousands writes a number that is not negative with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// fold breaks the lines of a text so that they take at most width columns. Lines without an indent are read on from one to the next, up
// to an empty one; lines with one stay as they are.
func fold(text string, width int) string {
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
