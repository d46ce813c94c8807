package naive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"

	"github.com/toolrules/toolrules/naming"
)

var (
	legal   = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	outside = regexp.MustCompile(`[^A-Za-z0-9_-]`)
)

// Exposed returns an exposed name, using regexp and fmt.
func Exposed(server, tool string) string {
	name := fmt.Sprintf("%s__%s", server, outside.ReplaceAllString(tool, "_"))
	if len(name) <= 64 {
		return name
	}
	return fmt.Sprintf("trunc_%x", sha256.Sum256([]byte(server+"\x00"+tool)))[:len("trunc_")+8]
}

// A Table holds the names of a catalog, in both directions, and the tools without a name.
type Table struct {
	Keys     map[string]naming.Key
	Names    map[naming.Key]string
	Rejected []naming.Key
}

// Names names the tools of all servers, using regexp, fmt and a map from each name to the tools
// that would get it.
func Names(servers []naming.Server) Table {
	t := Table{Keys: map[string]naming.Key{}, Names: map[naming.Key]string{}}
	wanted := map[string][]naming.Key{}
	for _, s := range servers {
		for _, tool := range s.Tools {
			key := naming.Key{Server: s.ID, Tool: tool}
			if !legal.MatchString(tool) {
				t.Rejected = append(t.Rejected, key)
				continue
			}
			name := Exposed(s.ID, tool)
			wanted[name] = append(wanted[name], key)
		}
	}
	for name, keys := range wanted {
		if len(keys) > 1 {
			t.Rejected = append(t.Rejected, keys...)
			continue
		}
		t.Keys[name], t.Names[keys[0]] = keys[0], name
	}
	return t
}

// CarefulNames is like Names with few allocations: maps of the right size, one buffer, neither
// regexp nor fmt. It does not record which names were truncated.
func CarefulNames(servers []naming.Server) Table {
	n := count(servers)
	t := Table{Keys: make(map[string]naming.Key, n), Names: make(map[naming.Key]string, n)}
	buf := make([]byte, 0, 256)
	for _, s := range servers {
		for _, tool := range s.Tools {
			key := naming.Key{Server: s.ID, Tool: tool}
			if !plainLegal(tool) {
				t.Rejected = append(t.Rejected, key)
				continue
			}
			buf = appendExposed(buf[:0], s.ID, tool)
			first, taken := t.Keys[string(buf)]
			switch {
			case !taken:
				name := string(buf)
				t.Keys[name], t.Names[key] = key, name
				continue
			case first != naming.Key{}: // the empty key marks a collision
				t.Rejected = append(t.Rejected, first)
				t.Keys[string(buf)] = naming.Key{}
				delete(t.Names, first)
			}
			t.Rejected = append(t.Rejected, key)
		}
	}
	return t
}

// OneWayNames is like CarefulNames without the reverse map and without rejected tools: it returns
// the number of each name's tool, or -1 for a collision.
func OneWayNames(servers []naming.Server) map[string]int {
	names := make(map[string]int, count(servers))
	buf := make([]byte, 0, 256)
	number := -1
	for _, s := range servers {
		for _, tool := range s.Tools {
			number++
			if !plainLegal(tool) {
				continue
			}
			buf = appendExposed(buf[:0], s.ID, tool)
			if _, taken := names[string(buf)]; taken {
				names[string(buf)] = -1
				continue
			}
			names[string(buf)] = number
		}
	}
	return names
}

func count(servers []naming.Server) int {
	n := 0
	for _, s := range servers {
		n += len(s.Tools)
	}
	return n
}

func appendExposed(dst []byte, server, tool string) []byte {
	dst = append(append(append(dst, server...), "__"...), tool...)
	if len(dst) > 64 {
		sum := sha256.Sum256(append(append(append(dst[:0], server...), 0), tool...))
		return hex.AppendEncode(append(dst[:0], "trunc_"...), sum[:4])
	}
	for i, c := range dst {
		if c == '.' {
			dst[i] = '_'
		}
	}
	return dst
}

func plainLegal(tool string) bool {
	for i := range len(tool) {
		c := tool[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' {
			continue
		}
		return false
	}
	return tool != "" && len(tool) <= 128
}
