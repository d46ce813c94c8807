package naming_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolrules/toolrules/naming"
)

// The oracle is a second, slow implementation of naming: with regular expressions, fmt, and a
// comparison of each pair of tools. It uses only the types of the package.

var (
	oracleToolName = regexp.MustCompile(`\A[A-Za-z0-9_.-]{1,128}\z`)
	oracleOutside  = regexp.MustCompile(`[^A-Za-z0-9_-]`)
	oracleFirst    = map[naming.Provider]*regexp.Regexp{
		naming.Gemini:        regexp.MustCompile(`\A[A-Za-z_]`),
		naming.BedrockAgents: regexp.MustCompile(`\A[A-Za-z]`),
	}
)

type oracleTool struct {
	key        naming.Key
	name, full string
	reason     naming.Code
}

func (o *oracleTool) truncated() bool { return o.name != o.full }

func oracleTools(s *naming.Scheme, servers []naming.Server) []*oracleTool {
	var tools []*oracleTool
	for _, server := range servers {
		for _, raw := range server.Tools {
			tool := &oracleTool{key: naming.Key{Server: server.ID, Tool: raw}}
			_, renamed := s.Rename[tool.key]
			if oracleToolName.MatchString(raw) || renamed {
				tool.full, tool.name = oracleName(s, tool.key)
			} else {
				tool.reason = "invalid_name"
			}
			tools = append(tools, tool)
		}
	}
	for _, tool := range tools {
		if tool.reason == "" && !tool.truncated() && oracleBare(s, tool.key.Server) && oracleOwned(s, servers, tool.name) {
			tool.reason = "reserved"
		}
	}
	return tools
}

func oracleBare(s *naming.Scheme, server string) bool {
	name, ok := s.Servers[server]
	return ok && name.As == ""
}

// oracleNamespace returns the start of the names of a server's tools.
func oracleNamespace(s *naming.Scheme, server string) string {
	separator, as := s.Separator, server
	if separator == "" {
		separator = "__"
	}
	if name, ok := s.Servers[server]; ok {
		as = name.As
	}
	if as == "" || s.NoNamespace {
		return s.Prefix
	}
	return s.Prefix + as + separator
}

// oracleConflict reports whether a namespace starts with another one, or like truncated names.
func oracleConflict(s *naming.Scheme, servers []naming.Server) bool {
	known := slices.Concat(s.Known, slices.Collect(maps.Keys(s.Servers)))
	for _, server := range servers {
		known = append(known, server.ID)
	}
	for _, a := range known {
		if oracleBare(s, a) || s.NoNamespace {
			continue
		}
		mark, namespace := s.Prefix+"trunc_", oracleNamespace(s, a)
		if s.Separator != "" && s.Separator != "__" && (strings.HasPrefix(namespace, mark) || strings.HasPrefix(mark, namespace)) {
			return true
		}
		for _, b := range known {
			if a != b && !oracleBare(s, b) && strings.HasPrefix(oracleNamespace(s, a), oracleNamespace(s, b)) {
				return true
			}
		}
	}
	return false
}

// oracleOwned reports whether a tool of a server without a namespace must not have name.
func oracleOwned(s *naming.Scheme, servers []naming.Server, name string) bool {
	known := slices.Concat(s.Known, slices.Collect(maps.Keys(s.Servers)))
	for _, server := range servers {
		known = append(known, server.ID)
	}
	for _, id := range known {
		if !oracleBare(s, id) && strings.HasPrefix(name, oracleNamespace(s, id)) {
			return true
		}
	}
	return strings.HasPrefix(name, s.Prefix+"trunc_")
}

// oracleName expects a valid name, which is ASCII.
func oracleName(s *naming.Scheme, key naming.Key) (full, name string) {
	own := key.Tool
	if other, ok := s.Rename[key]; ok {
		own = other
	}
	full = oracleOutside.ReplaceAllString(own, "_")
	if slices.Contains(s.Targets, naming.BedrockAgents) {
		full = strings.ReplaceAll(full, "-", "_")
	}
	full = oracleNamespace(s, key.Server) + full
	if slices.ContainsFunc(s.Targets, func(t naming.Provider) bool {
		first := oracleFirst[t]
		return first != nil && !first.MatchString(full)
	}) {
		full = "t_" + full
	}
	limit, digits := s.MaxBytes, s.HashDigits
	if limit == 0 {
		limit = 64
	}
	if digits == 0 {
		digits = 8
	}
	if len(full) <= limit {
		return full, full
	}
	sum := sha256.Sum256([]byte(key.Server + "\x00" + own))
	mark, hash := s.Prefix+"trunc_", fmt.Sprintf("%x", sum)[:digits]
	if room := limit - len(mark) - 1 - digits; s.Truncated == "readable" && room > 0 && !oracleBare(s, key.Server) && !s.NoNamespace {
		return full, mark + full[len(s.Prefix):][:room] + "_" + hash
	}
	return full, mark + hash
}

// oracleBuild returns the expected result of Build, for a valid scheme and valid server IDs.
func oracleBuild(s *naming.Scheme, servers []naming.Server) *beyondResult {
	tools := oracleTools(s, servers)
	want := &beyondResult{Map: map[string][2]string{}}
	for i, tool := range tools {
		if tool.name == "" || tool.reason != "" {
			continue
		}
		var same []*oracleTool
		first := true
		for j, other := range tools {
			if other.name == tool.name && other.reason == "" {
				same = append(same, other)
				first = first && j >= i
			}
		}
		reserved := slices.Contains(s.Reserved, tool.name)
		if !first || len(same) == 1 && !reserved {
			continue
		}
		c := beyondCollision{Name: tool.name, Reserved: reserved}
		c.Truncated = slices.ContainsFunc(same, (*oracleTool).truncated)
		var owner *oracleTool
		if s.Collisions == "keep_first" && !c.Truncated {
			owner = same[0]
		}
		withNamespace := slices.DeleteFunc(slices.Clone(same), func(o *oracleTool) bool { return oracleBare(s, o.key.Server) })
		if c.Truncated && len(withNamespace) == 1 {
			owner = withNamespace[0]
		}
		for _, other := range same {
			c.Tools = append(c.Tools, pair(other.key))
			switch {
			case reserved:
				other.reason = "reserved"
			case other != owner:
				other.reason = "collision"
			}
		}
		c.Kept = owner != nil && !reserved
		want.Collisions = append(want.Collisions, c)
	}
	for _, tool := range tools {
		if tool.truncated() {
			limit := s.MaxBytes
			if limit == 0 {
				limit = 64
			}
			want.Truncated = append(want.Truncated, beyondTruncation{pair(tool.key), tool.full, tool.name, limit})
		}
		if tool.reason != "" {
			want.Rejected = append(want.Rejected, [3]string{tool.key.Server, tool.key.Tool, string(tool.reason)})
			continue
		}
		want.Names = append(want.Names, tool.name)
		want.Map[tool.name] = pair(tool.key)
	}
	return want
}

// oracleAccept returns the tool that a call of name is for.
func oracleAccept(s *naming.Scheme, servers []naming.Server, name string) (naming.Key, bool) {
	want := oracleBuild(s, servers)
	if key, ok := want.Map[name]; ok {
		return naming.Key{Server: key[0], Tool: key[1]}, true
	}
	if s.Accept != "exposed_and_original" || slices.Contains(s.Reserved, name) {
		return naming.Key{}, false
	}
	var having []naming.Key
	for _, tool := range oracleTools(s, servers) {
		if tool.key.Tool == name {
			having = append(having, tool.key)
		}
		if tool.name == name { // and it is not in the map, so it was rejected
			return naming.Key{}, false
		}
	}
	if len(having) != 1 {
		return naming.Key{}, false
	}
	for _, key := range want.Map {
		if pair(having[0]) == key {
			return having[0], true
		}
	}
	return naming.Key{}, false
}

// wellFormedStarts holds every proper prefix of the UTF-8 encoding of every code point.
var wellFormedStarts = sync.OnceValue(func() map[string]bool {
	starts := map[string]bool{}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		form := string(r)
		for i := 1; i < len(form); i++ {
			starts[form[:i]] = true
		}
	}
	return starts
})

// oracleSanitize follows the definition: each character is a code point, or else the longest prefix
// of one, or else a single byte.
func oracleSanitize(name string) string {
	var b strings.Builder
	for name != "" {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && n == 1 {
			for i := 2; i <= min(3, len(name)); i++ {
				if wellFormedStarts()[name[:i]] {
					n = i
				}
			}
		}
		b.WriteString(oracleOutside.ReplaceAllString(name[:n], "_")[:1])
		name = name[n:]
	}
	return b.String()
}
