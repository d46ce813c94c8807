package othercase

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Looking up a name finds what a comparison with every field finds.
func TestLikeIsFolding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.SampledFrom(keywords.names).Draw(t, "field")
		var b strings.Builder
		for _, c := range field {
			b.WriteString(rapid.SampledFrom([]string{
				string(c), string(c), string(c), strings.ToUpper(string(c)),
				strings.NewReplacer("s", "\u017f", "k", "\u212a").Replace(string(c)), "x", "",
			}).Draw(t, "letter"))
		}
		name := rapid.SampledFrom([]string{b.String(), b.String(), strings.Repeat(b.String(), 3)}).Draw(t, "name")
		if got, want := keywords.like(name), keywords.likeAny(name); got != want {
			t.Fatalf("%q is like %q, want %q", name, got, want)
		}
	})
}

func TestFieldsAreShortAndDiffer(t *testing.T) {
	lower := map[string]bool{}
	for _, name := range keywords.names {
		if len(name) > maxFieldBytes || lower[strings.ToLower(name)] {
			t.Errorf("%s is too long, or like another keyword", name)
		}
		lower[strings.ToLower(name)] = true
	}
}
