package pattern

import (
	"regexp"
	"slices"
	"strings"
)

// slashes are what people write between server and tool instead of "/": separators of exposed names
// or of other tools, and an unnecessary escape.
var slashes = []string{"__", ".", ":", `\/`}

// backslashed matches a server and a tool with a backslash between them. A single letter after it
// could be meant as a class, like \d.
var backslashed = regexp.MustCompile(`^([a-z][a-z0-9_]*)\\([A-Za-z][\w*?-]*[\w-][\w*?-]*)$`)

// MissingSlash reports whether a pattern has no server segment although it starts with the ID of
// one of the servers, as gitlab and gitlab.create_issue do, also after the prefix of a client
// (mcp__gitlab__create_issue, mcp_gitlab_create_issue). Such a pattern matches a tool of that name
// on any server. fixed is the pattern that was probably meant.
func MissingSlash(src string, servers []string) (fixed string, ok bool) {
	if firstSlash(src) >= 0 {
		return "", false
	}
	if fixed, ok = afterServer(src, servers, slashes); ok {
		return fixed, true
	}
	if rest, ok := cutPrefixFold(src, "mcp__"); ok {
		return afterServer(rest, servers, slashes)
	}
	if rest, ok := cutPrefixFold(src, "mcp_"); ok {
		return afterServer(rest, servers, append([]string{"_"}, slashes...))
	}
	if m := backslashed.FindStringSubmatch(src); m != nil && (len(servers) == 0 || slices.Contains(servers, m[1])) {
		return m[1] + "/" + m[2], true
	}
	return "", false
}

// afterServer splits src after the longest server ID that it starts with and one of the separators.
func afterServer(src string, servers, separators []string) (fixed string, ok bool) {
	longest := -1
	for _, id := range servers {
		rest, starts := cutPrefixFold(src, id)
		if !starts || len(id) <= longest {
			continue
		}
		if rest == "" {
			return id + "/*", true
		}
		for _, separator := range separators {
			if tool, cut := strings.CutPrefix(rest, separator); cut && tool != "" {
				fixed, ok, longest = id+"/"+tool, true, len(id)
			}
		}
	}
	return fixed, ok
}

func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// ClientName reports whether a pattern is a name as clients show it, mcp__<server>__<tool>,
// whatever servers there are. fixed is the pattern that was probably meant.
func ClientName(src string) (fixed string, ok bool) {
	rest, ok := cutPrefixFold(src, "mcp__")
	if !ok || firstSlash(src) >= 0 {
		return "", false
	}
	server, tool, _ := strings.Cut(rest, "__")
	if tool == "" {
		tool = "*"
	}
	id := strings.Map(func(r rune) rune {
		if r == '*' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(server))
	fixed = id + "/" + tool
	_, err := Parse(fixed)
	return fixed, err == nil && id != ""
}

// WithServer returns the pattern with its server segment replaced by id. Returns false for a
// pattern without a server segment, and for one whose server segment is not a plain name.
func WithServer(src, id string) (string, bool) {
	at := firstSlash(src)
	if at < 0 || strings.ContainsAny(src[:at], `*?{}\`) {
		return "", false
	}
	return id + src[at:], true
}
