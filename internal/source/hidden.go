package source

import (
	"fmt"
	"unicode/utf16"

	"github.com/toolrules/toolrules/internal/visible"
)

// maxHidden is the largest number of lines with hidden characters that are reported.
const maxHidden = 100

// findHidden warns of lines with hidden characters, including comments, since a reviewer of the
// file does not see them. Escapes of these characters are accepted.
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
			Message: fmt.Sprintf("hidden character U+%04X, which readers of the file can't see", r),
			Hint:    "remove it, or write it as " + l.escapeOf(r)})
	}
}

// escapeOf returns the escape of a character in the file.
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
