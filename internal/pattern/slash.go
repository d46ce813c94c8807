package pattern

import "strings"

// slashes are what people write between a server and a tool, where a pattern has a "/": the separators of exposed names, of other
// tools, and an escape too many.
var slashes = []string{"__", ".", ":", `\/`}

// MissingSlash says whether a pattern has no server segment and starts with the id of one of the servers all the same, as gitlab
// and gitlab.create_issue do. It takes a tool of that name then, of any server; mended is the pattern that was probably meant.
func MissingSlash(src string, servers []string) (mended string, ok bool) {
	if firstSlash(src) >= 0 {
		return "", false
	}
	for _, id := range servers {
		if len(src) < len(id) || !strings.EqualFold(src[:len(id)], id) {
			continue
		}
		rest := src[len(id):]
		if rest == "" {
			return id + "/*", true
		}
		for _, slash := range slashes {
			if tool, cut := strings.CutPrefix(rest, slash); cut && tool != "" {
				return id + "/" + tool, true
			}
		}
	}
	return "", false
}

// WithServer gives the pattern with another server in the place of its server segment; what it says of tools stays as it is. It is
// false for a pattern that has no such segment, and for one whose segment is more than a name.
func WithServer(src, id string) (string, bool) {
	at := firstSlash(src)
	if at < 0 || strings.ContainsAny(src[:at], `*?{}\`) {
		return "", false
	}
	return id + src[at:], true
}
