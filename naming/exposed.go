package naming

import (
	"crypto/sha256"
	"encoding/hex"
)

const (
	namespaceMark  = "__"
	truncationMark = "trunc_"
	firstMend      = "t_"

	roomForName = 224 // bytes in which AppendExposed makes any legal name
)

// Exposed gives the name that the tool of that raw name would be exposed by if nothing collided with it. Neither the scheme nor
// the pair is checked: an illegal raw name gives a name all the same. A limit that [Scheme.Check] refuses counts as the nearest
// legal one.
func (s *Scheme) Exposed(server, tool string) string {
	return string(s.AppendExposed(nil, server, tool))
}

// AppendExposed appends what [Scheme.Exposed] gives to dst. It needs no memory of its own if dst has room for prefix, server id,
// raw name (or the name that takes its place) and 4 bytes more; 224 bytes are room enough for whatever is legal.
func (s *Scheme) AppendExposed(dst []byte, server, tool string) []byte {
	dst, _ = s.append(dst, server, s.named(server, tool))
	return dst
}

// named gives the name that a tool is exposed by before any mangling.
func (s *Scheme) named(server, tool string) string {
	if len(s.Rename) == 0 {
		return tool
	}
	if name, ok := s.Rename[Key{server, tool}]; ok {
		return name
	}
	return tool
}

// append appends the exposed name of a tool by its name from named, and says whether it is a truncated one.
func (s *Scheme) append(dst []byte, server, name string) ([]byte, bool) {
	limit := s.limit()
	if s.headLen(server)+len(name) > limit && classOf(name)&wide == 0 { // then the full name is not needed at all
		return s.appendTruncated(dst, server, name), true
	}
	start := len(dst)
	dst = s.appendFull(dst, server, name)
	if len(dst)-start <= limit {
		return dst, false
	}
	return s.appendTruncated(dst[:start], server, name), true
}

// headLen gives the length of what stands in front of a tool's own name.
func (s *Scheme) headLen(server string) int {
	if s.NoNamespace {
		return len(s.Prefix)
	}
	return len(s.Prefix) + len(server) + len(namespaceMark)
}

func (s *Scheme) appendHead(dst []byte, server string) []byte {
	dst = append(dst, s.Prefix...)
	if s.NoNamespace {
		return dst
	}
	dst = append(dst, server...)
	return append(dst, namespaceMark...)
}

func (s *Scheme) appendFull(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = s.appendHead(dst, server)
	own := len(dst)
	dst = appendSanitized(dst, name)
	if len(s.Targets) > 0 {
		dst = s.demands().meet(dst, start, own)
	}
	return dst
}

// appendTruncated has what is hashed in dst for a moment, to do without a buffer of its own. The result needs nothing done
// for the targets: it starts with a prefix that they take, or with a letter, and what follows is lower-case hex.
func (s *Scheme) appendTruncated(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = append(dst, server...)
	dst = append(dst, 0)
	dst = append(dst, name...)
	sum := sha256.Sum256(dst[start:])
	dst = append(dst[:start], s.Prefix...)
	dst = append(dst, truncationMark...)
	mark, digits := len(dst), s.digits()
	dst = hex.AppendEncode(dst, sum[:(digits+1)/2])
	return dst[:mark+digits]
}
