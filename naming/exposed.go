package naming

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

const (
	truncationMark = "trunc_"
	firstPrefix    = "t_"

	nameBuffer = 224 // bytes that suffice for AppendExposed with any legal name
)

// Exposed returns the exposed name of a tool, assuming that it does not collide with another. It
// checks neither the scheme nor the arguments: it returns a name for an illegal raw name too, and
// uses the nearest legal value for a limit that [Scheme.Check] rejects.
func (s *Scheme) Exposed(server, tool string) string {
	return string(s.AppendExposed(nil, server, tool))
}

// AppendExposed appends the result of [Scheme.Exposed] to dst. It does not allocate if dst has a
// capacity of 224 bytes more and server and tool are legal.
func (s *Scheme) AppendExposed(dst []byte, server, tool string) []byte {
	dst, _ = s.append(dst, server, s.named(server, tool))
	return dst
}

// named returns the tool's name after Rename.
func (s *Scheme) named(server, tool string) string {
	if len(s.Rename) == 0 {
		return tool
	}
	if name, ok := s.Rename[Key{server, tool}]; ok {
		return name
	}
	return tool
}

// append appends the exposed name of a tool, given its name from named, and reports whether it is
// truncated.
func (s *Scheme) append(dst []byte, server, name string) ([]byte, bool) {
	limit := s.limit()
	if s.headLen(server)+len(name) > limit && classOf(name)&wide == 0 { // the full name is not needed then
		return s.appendTruncated(dst, server, name), true
	}
	start := len(dst)
	dst = s.appendFull(dst, server, name)
	if len(dst)-start <= limit {
		return dst, false
	}
	return s.appendTruncated(dst[:start], server, name), true
}

func (s *Scheme) appendFull(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = s.appendHead(dst, server)
	own := len(dst)
	dst = appendSanitized(dst, name)
	if len(s.Targets) > 0 {
		dst = s.restrictions().apply(dst, start, own)
	}
	return dst
}

// appendTruncated uses dst as the buffer for what is hashed. The result obeys all restrictions: it
// starts with a prefix that the targets allow, or with a letter, followed by lower-case hex and,
// with ReadableTruncation, a part of a name that obeys them.
func (s *Scheme) appendTruncated(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = append(dst, server...)
	dst = append(dst, 0)
	dst = append(dst, name...)
	sum := sha256.Sum256(dst[start:])
	dst = dst[:start]
	if readable := s.readableLen(server); readable > 0 {
		dst = s.appendFull(dst, server, name)
		prefix := start + len(s.Prefix)
		dst = slices.Insert(dst[:prefix+readable], prefix, []byte(truncationMark)...)
		dst = append(dst, '_')
	} else {
		dst = append(dst, s.Prefix...)
		dst = append(dst, truncationMark...)
	}
	mark, digits := len(dst), s.digits()
	dst = hex.AppendEncode(dst, sum[:(digits+1)/2])
	return dst[:mark+digits]
}

// readableLen returns how many bytes of a name follow the mark of truncation.
func (s *Scheme) readableLen(server string) int {
	if s.Truncated != ReadableTruncation || s.as(server) == "" {
		return 0
	}
	return s.limit() - len(s.Prefix) - len(truncationMark) - len("_") - s.digits()
}
