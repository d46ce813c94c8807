package naming_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toolrules/toolrules/naming"
)

// The oracle implements the rules of names again, slowly: with regular expressions, fmt, and a
// comparison of each tool with each other tool. It uses only the types of the package.

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
	reason     naming.Reason
}

func (o *oracleTool) truncated() bool { return o.name != o.full }

func oracleTools(s *naming.Scheme, servers []naming.Server) []*oracleTool {
	var tools []*oracleTool
	for _, server := range servers {
		for _, raw := range server.Tools {
			tool := &oracleTool{key: naming.Key{Server: server.ID, Tool: raw}}
			if oracleToolName.MatchString(raw) {
				tool.full, tool.name = oracleName(s, tool.key)
			} else {
				tool.reason = "invalid_name"
			}
			tools = append(tools, tool)
		}
	}
	return tools
}

// oracleName takes legal raw names only, which are ASCII.
func oracleName(s *naming.Scheme, key naming.Key) (full, name string) {
	own := key.Tool
	if other, ok := s.Rename[key]; ok {
		own = other
	}
	full = oracleOutside.ReplaceAllString(own, "_")
	if slices.Contains(s.Targets, naming.BedrockAgents) {
		full = strings.ReplaceAll(full, "-", "_")
	}
	if !s.NoNamespace {
		full = fmt.Sprintf("%s__%s", key.Server, full)
	}
	full = s.Prefix + full
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
	return full, s.Prefix + "trunc_" + fmt.Sprintf("%x", sum)[:digits]
}

// oracleBuild returns what Build should, for a scheme and server ids that are in order.
func oracleBuild(s *naming.Scheme, servers []naming.Server) *beyondResult {
	tools := oracleTools(s, servers)
	want := &beyondResult{Map: map[string][2]string{}}
	for i, tool := range tools {
		if tool.name == "" {
			continue
		}
		var same []*oracleTool
		first := true
		for j, other := range tools {
			if other.name == tool.name {
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
		c.Kept = s.Collisions == "keep_first" && !c.Reserved && !c.Truncated
		for j, other := range same {
			c.Tools = append(c.Tools, pair(other.key))
			switch {
			case reserved:
				other.reason = "reserved"
			case j > 0 || !c.Kept:
				other.reason = "collision"
			}
		}
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

// wellFormedStarts holds every proper beginning of the UTF-8 form of every code point.
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

// oracleSanitize goes by the definition: at each place there is a code point, or else the longest part that begins one, or
// else a single byte.
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
