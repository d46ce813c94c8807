package naming

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

const (
	namespaceMark  = "__"
	truncationMark = "trunc_"
	firstMend      = "t_"
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
	f := s.form()
	dst, _ = f.append(dst, server, f.named(server, tool))
	return dst
}

// A form is a scheme made ready: defaults filled in, targets turned into demands.
type form struct {
	prefix     string
	namespace  bool
	rename     map[Key]string
	demands    demands
	maxBytes   int
	hashDigits int
}

func (s *Scheme) form() form {
	return form{
		prefix:     s.Prefix,
		namespace:  !s.NoNamespace,
		rename:     s.Rename,
		demands:    s.demands(),
		maxBytes:   min(max(s.maxBytes(), minMaxBytes), defaultMaxBytes),
		hashDigits: min(max(s.hashDigits(), minHashDigits), maxHashDigits),
	}
}

// named gives the name that a tool is exposed by before any mangling.
func (f *form) named(server, tool string) string {
	if name, ok := f.rename[Key{server, tool}]; ok {
		return name
	}
	return tool
}

// append appends the exposed name of a tool by its name from named, and says whether it is a truncated one.
func (f *form) append(dst []byte, server, name string) ([]byte, bool) {
	start := len(dst)
	dst = f.appendFull(dst, server, name)
	if len(dst)-start <= f.maxBytes {
		return dst, false
	}
	return f.appendTruncated(dst[:start], server, name), true
}

func (f *form) appendFull(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = append(dst, f.prefix...)
	if f.namespace {
		dst = append(dst, server...)
		dst = append(dst, namespaceMark...)
	}
	own := len(dst)
	dst = appendSanitized(dst, name)
	if f.demands&noHyphen != 0 {
		for i, c := range dst[own:] {
			if c == '-' {
				dst[own+i] = '_'
			}
		}
	}
	if len(dst) > start && f.demands.refuseFirst(dst[start]) {
		dst = slices.Insert(dst, start, firstMend[0], firstMend[1])
	}
	return dst
}

// appendTruncated has what is hashed in dst for a moment, to do without a buffer of its own. The result needs nothing done
// for the targets: it starts with a prefix that they take, or with a letter, and what follows is lower-case hex.
func (f *form) appendTruncated(dst []byte, server, name string) []byte {
	start := len(dst)
	dst = append(dst, server...)
	dst = append(dst, 0)
	dst = append(dst, name...)
	sum := sha256.Sum256(dst[start:])
	dst = append(dst[:start], f.prefix...)
	dst = append(dst, truncationMark...)
	mark := len(dst)
	dst = hex.AppendEncode(dst, sum[:(f.hashDigits+1)/2])
	return dst[:mark+f.hashDigits]
}
