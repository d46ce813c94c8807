package mcphost

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// maxBrief is how many bytes of a text from a server are logged. A name may have a megabyte, and the message of an error sixteen.
const maxBrief = 500

// brief cuts a text that is to be logged. What it gives holds nothing of the rest.
func brief(text string) string {
	if len(text) <= maxBrief {
		return text
	}
	end := maxBrief
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end]) + "…"
}

// briefError gives an error whose text is cut like that.
func briefError(err error) error {
	if err == nil {
		return nil
	}
	if text := err.Error(); len(text) > maxBrief {
		return errors.New(brief(text))
	}
	return err
}
