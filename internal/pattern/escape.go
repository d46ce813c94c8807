package pattern

import "strings"

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`,
	"{", `\{`, "}", `\}`, "/", `\/`, "[", `\[`, "]", `\]`)

// Escape returns a pattern segment that matches the server or tool name alone, exactly.
func Escape(name string) string { return escaper.Replace(name) }
