// Package suggest finds the known name that a misspelled one was probably meant to be.
package suggest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxName is the length in bytes above which a name is not compared.
const maxName = 256

// Nearest returns the known name closest to name, and reports whether one is close enough for a
// "did you mean": at a [Distance] of at most one edit or a third of the longer name, and less than
// the length of the known name. If several are equally close, it returns the first. Names of more
// than 256 bytes are never close.
func Nearest(name string, known []string) (string, bool) {
	if len(name) > maxName {
		return "", false
	}
	var t table
	best, bestDistance := "", -1
	wanted := appendPlain(nil, name)
	var candidate []rune
	for _, k := range known {
		if len(k) > maxName {
			continue
		}
		candidate = appendPlain(candidate[:0], k)
		limit := min(max(len(wanted)/3, len(candidate)/3, 1), len(candidate)-1)
		if bestDistance >= 0 {
			limit = min(limit, bestDistance-1)
		}
		if d := t.distance(wanted, candidate, limit); d <= limit {
			best, bestDistance = k, d
		}
	}
	return best, bestDistance >= 0
}

// Distance returns the number of edits between a and b, ignoring case and the choice of separator.
// An edit inserts, deletes or replaces a character, or swaps two neighbors.
func Distance(a, b string) int {
	var t table
	from, to := appendPlain(nil, a), appendPlain(nil, b)
	return t.distance(from, to, max(len(from), len(to)))
}

// appendPlain appends name without differences in case and separators.
func appendPlain(dst []rune, name string) []rune {
	for _, r := range name {
		if r == '-' || r == '.' || r == ' ' {
			r = '_'
		}
		dst = append(dst, unicode.ToLower(r))
	}
	return dst
}

// A table holds the last three rows of a table of distances. It is reused for many names.
type table [3][]int

// distance returns the optimal string alignment distance of a and b, or a number above limit if the
// distance is above limit.
func (t *table) distance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1 // each extra character is an edit
	}
	for i := range t {
		t[i] = slices.Grow(t[i][:0], len(b)+1)[:len(b)+1]
	}
	before, last, row := t[0], t[1], t[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		if slices.Min(row) > limit && slices.Min(last) >= limit {
			return limit + 1 // no later row has a smaller distance than row, or than last and one
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// shown is how many names List shows.
const shown = 20

// List returns the names separated by commas: the first 20, and the number of all others.
func List(names []string) string {
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}
