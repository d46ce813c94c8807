// Package suggest finds the known name that a misspelled one probably stands for.
package suggest

import "strings"

// Nearest returns the known name closest to name, and reports whether one is close enough for a
// "did you mean": at a [Distance] of at most one edit or a third of the longer name, and less than the
// length of the known name. Of equally close names it returns the first.
func Nearest(name string, known []string) (string, bool) {
	best, bestDistance := "", -1
	wanted := plain(name)
	for _, k := range known {
		candidate := plain(k)
		limit := max(len(wanted)/3, len(candidate)/3, 1)
		if max(len(wanted)-len(candidate), len(candidate)-len(wanted)) > limit {
			continue // each extra character is an edit
		}
		d := distance(wanted, candidate)
		if d > limit || d >= len(candidate) {
			continue
		}
		if bestDistance < 0 || d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best, bestDistance >= 0
}

// Distance returns the number of edits between a and b, ignoring case and the choice of separator. An
// edit inserts, deletes or replaces a character, or swaps two neighbors.
func Distance(a, b string) int { return distance(plain(a), plain(b)) }

var separators = strings.NewReplacer("-", "_", ".", "_", " ", "_")

// plain removes differences in case and separators.
func plain(s string) []rune { return []rune(separators.Replace(strings.ToLower(s))) }

// distance returns the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
