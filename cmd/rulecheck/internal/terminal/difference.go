package terminal

import (
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/visible"
)

// shownBefore is how many characters before a difference are shown.
const shownBefore = 24

// AroundDifference returns two strings, shortened to the surroundings of their first difference if
// one of them is long.
func AroundDifference(a, b string) (string, string) {
	const width = 2 * DescriptionWidth
	if utf8.RuneCountInString(a) <= width && utf8.RuneCountInString(b) <= width {
		return a, b
	}
	left, right := []rune(a), []rune(b)
	same := 0
	for same < len(left) && same < len(right) && left[same] == right[same] {
		same++
	}
	from := max(0, same-shownBefore)
	cut := func(text []rune) string {
		shown := string(text[min(from, len(text)):])
		if from > 0 {
			shown = "…" + shown
		}
		return visible.Clip(shown, width)
	}
	return cut(left), cut(right)
}
