package source

import (
	"fmt"
	"unicode/utf16"

	"github.com/toolrules/toolrules/internal/visible"
)

// maxHidden is how many lines with hidden characters are reported.
const maxHidden = 100

// findHidden warns of lines with hidden characters, comments included: whoever reviews the file does not see what it says. A character that
// is written as an escape can be seen.
func (l *loader) findHidden() {
	found, last := 0, 0
	for at, r := range visible.Hidden(string(l.text.data)) {
		line := l.text.lineAt(at)
		if line == last {
			continue
		}
		if found++; found > maxHidden {
			return
		}
		last = line
		l.report(at, Problem{Code: CodeHiddenCharacter, Warning: true,
			Message: fmt.Sprintf("the hidden character U+%04X is here: nobody who reads the file sees it", r),
			Hint:    "leave it out, or write it as " + l.escapeOf(r)})
	}
}

// escapeOf returns how a character is written as an escape in the file.
func (l *loader) escapeOf(r rune) string {
	switch high, low := utf16.EncodeRune(r); {
	case r <= 0xFFFF && l.json:
		return fmt.Sprintf(`\u%04x`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x in double quotes`, r)
	case l.json:
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\U%08x in double quotes`, r)
}
