package naming

import "cmp"

// A Scheme says how tools get their exposed names. It is what an operator writes: a plain value, safe to share as long as
// nobody changes it. The zero value is the law of the package comment with nothing added.
type Scheme struct {
	// Prefix stands in front of every exposed name, truncated ones included: up to 50 of A-Z a-z 0-9 _ -.
	Prefix string

	// NoNamespace leaves the server id and "__" out of the names. The catalog then has exactly one server.
	NoNamespace bool

	// Rename gives tools another name than the raw one to be exposed by. A new name is a legal tool name, and two tools of one
	// server may not get the same.
	Rename map[Key]string

	// Collisions says what becomes of tools whose exposed names are equal. "" is RejectAll.
	Collisions Collisions

	// Accept says which names a call may use. "" is ExposedOnly.
	Accept Accept

	// Targets are the model providers whose own laws every name has to obey, all of them at once. None is the common law.
	Targets []Target

	// MaxBytes is the length, in bytes, above which a name is truncated: 32 to 64. 0 is 64.
	MaxBytes int

	// HashDigits is the number of hex digits in a truncated name: 8 to 32. 0 is 8. With fewer than 16 a hostile server can find
	// a long tool name whose digits equal those of another server's tool, and so take both out of the catalog.
	HashDigits int

	// Reserved are names that the host keeps for itself. No tool is exposed by or accepted under one of them, compared exactly.
	Reserved []string
}

// Collisions is what becomes of tools whose exposed names are equal. Its values are the words of a rule file.
type Collisions string

const (
	RejectAll Collisions = "reject"     // none of them is exposed
	KeepFirst Collisions = "keep_first" // the first of the catalog is, unless one of the names is truncated or it is reserved
)

// Accept is the set of names under which a tool may be called. Its values are the words of a rule file.
type Accept string

const (
	// ExposedOnly takes exposed names and no others.
	ExposedOnly Accept = "exposed"

	// ExposedAndOriginal takes a tool's raw name as well, if that is the raw name of one tool in the whole catalog, if no other
	// tool's exposed name equals it, and if it is not reserved. Rejected tools count: neither their raw names nor the exposed
	// names that they were refused come to mean another tool.
	ExposedAndOriginal Accept = "exposed_and_original"
)

const (
	maxPrefix = 50

	minMaxBytes     = 32
	defaultMaxBytes = 64

	minHashDigits     = 8
	maxHashDigits     = 32
	defaultHashDigits = minHashDigits
)

func (s *Scheme) maxBytes() int {
	if s.MaxBytes == 0 {
		return defaultMaxBytes
	}
	return s.MaxBytes
}

func (s *Scheme) hashDigits() int {
	if s.HashDigits == 0 {
		return defaultHashDigits
	}
	return s.HashDigits
}

// limit is maxBytes held to what is legal.
func (s *Scheme) limit() int { return min(max(s.maxBytes(), minMaxBytes), defaultMaxBytes) }

// digits is hashDigits held to what is legal.
func (s *Scheme) digits() int { return min(max(s.hashDigits(), minHashDigits), maxHashDigits) }

// A Key is what a tool is known by everywhere but in a model's tool list: the id of its server, and the name that the server
// itself calls it by. Keys are compared exactly.
type Key struct {
	Server string
	Tool   string // raw, even where the tool is renamed
}

// String gives "server/tool". That is for people: a raw tool name may hold a slash itself.
func (k Key) String() string { return k.Server + "/" + k.Tool }

// Compare gives -1, 0 or 1, by server and then by tool.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Server, other.Server), cmp.Compare(k.Tool, other.Tool))
}
