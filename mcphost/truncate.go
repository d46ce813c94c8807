package mcphost

import (
	"strings"
	"unicode/utf8"
)

// maxLogged is the number of bytes of a server's string that are logged. A name may have 1 MiB, an
// error message 16 MiB.
const maxLogged = 500

// truncate truncates a string for the log. The result does not retain the rest.
func truncate(text string) string {
	if len(text) <= maxLogged {
		return text
	}
	end := maxLogged
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end]) + "…"
}
