// Package suggest finds the known word that a misspelt one was probably meant to be.
package suggest

import "strings"

// Nearest gives the known word closest to name, and whether one is close enough to be worth a "did you mean". Close means an
// edit distance (insert, delete, replace, swap of neighbours) of at most a third of the longer word, and at least a match
// after case and separators are left out of account. Of equally close words the first one known wins.
func Nearest(name string, known []string) (string, bool) {
	best, bestDistance := "", -1
	for _, word := range known {
		d := distance(plain(name), plain(word))
		if limit := max(len([]rune(name)), len([]rune(word))) / 3; d > max(limit, 1) || d >= len([]rune(word)) {
			continue
		}
		if bestDistance < 0 || d < bestDistance {
			best, bestDistance = word, d
		}
	}
	return best, bestDistance >= 0
}

// plain drops what people get wrong first: case and the choice of separator.
func plain(s string) []rune {
	return []rune(strings.NewReplacer("-", "_", ".", "_", " ", "_").Replace(strings.ToLower(s)))
}

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
