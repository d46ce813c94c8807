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

// Exposed makes a name with regexp and fmt.
func Exposed(server, tool string) string {
	name := fmt.Sprintf("%s__%s", server, outside.ReplaceAllString(tool, "_"))
	if len(name) <= 64 {
		return name
	}
	return fmt.Sprintf("trunc_%x", sha256.Sum256([]byte(server+"\x00"+tool)))[:len("trunc_")+8]
}

// Names names the tools of all servers: with regexp and fmt, and a map from each name to the tools that would get it.
func Names(servers []naming.Server) (names map[string]naming.Key, rejected []naming.Key) {
	wanted := map[string][]naming.Key{}
	for _, s := range servers {
		for _, tool := range s.Tools {
			key := naming.Key{Server: s.ID, Tool: tool}
			if !legal.MatchString(tool) {
				rejected = append(rejected, key)
				continue
			}
			name := Exposed(s.ID, tool)
			wanted[name] = append(wanted[name], key)
		}
	}
	names = map[string]naming.Key{}
	for name, keys := range wanted {
		if len(keys) == 1 {
			names[name] = keys[0]
		} else {
			rejected = append(rejected, keys...)
		}
	}
	return names, rejected
}

// CarefulNames is the same by somebody who counts allocations: one map of the right size, one buffer, no regexp, no fmt. It gives the
// number of each name's tool, or -1 where several would get it. It leaves out what was rejected, what was truncated, and the way
// from a tool to its name.
func CarefulNames(servers []naming.Server) map[string]int {
	count := 0
	for _, s := range servers {
		count += len(s.Tools)
	}
	names := make(map[string]int, count)
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
