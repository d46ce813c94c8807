// Package suggest finds the known word that a misspelt one was probably meant to be.
package suggest

import "strings"

// Nearest gives the known word closest to name, and whether one is close enough to be worth a "did you mean". Close means a
// [Distance] of at most a third of the longer word, or of one edit, and less than the known word is long. Of equally close words
// the first one known wins.
func Nearest(name string, known []string) (string, bool) {
	best, bestDistance := "", -1
	wanted := plain(name)
	for _, word := range known {
		candidate := plain(word)
		limit := max(len(wanted)/3, len(candidate)/3, 1)
		if max(len(wanted)-len(candidate), len(candidate)-len(wanted)) > limit {
			continue // so many characters more or less are as many edits
		}
		d := distance(wanted, candidate)
		if d > limit || d >= len(candidate) {
			continue
		}
		if bestDistance < 0 || d < bestDistance {
			best, bestDistance = word, d
		}
	}
	return best, bestDistance >= 0
}

// Distance gives the number of edits from one word to another, case and the choice of separator left out of account: characters
// inserted, deleted or replaced, and neighbours swapped.
func Distance(a, b string) int { return distance(plain(a), plain(b)) }

var separators = strings.NewReplacer("-", "_", ".", "_", " ", "_")

// plain drops what people get wrong first: case and the choice of separator.
func plain(s string) []rune { return []rune(separators.Replace(strings.ToLower(s))) }

// distance is the optimal string alignment distance: edits to get from a to b, where a swap of two neighbours counts as one.
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
