package naming

import "cmp"

// A Scheme defines how tools get their exposed names. It is a plain value that an operator writes,
// and safe to share as long as it is not modified. The zero Scheme has no prefix, separates server
// ID and tool with "__", and limits names to 64 bytes.
type Scheme struct {
	// Prefix is put before each exposed name, truncated ones included: up to 50 of A-Z a-z 0-9 _ -.
	Prefix string

	// NoNamespace omits the server ID and "__" from names. The catalog then has exactly one server.
	NoNamespace bool

	// Separator is put between server and tool: 1 to 3 of A-Z a-z 0-9 _ -. "" means "__".
	Separator string

	// Servers configures the names of the tools of single servers, by server ID.
	Servers map[string]ServerName

	// Known are IDs of servers that may be added to the catalog later. No tool of a server without
	// a namespace gets a name in their namespaces.
	Known []string

	// Rename replaces the raw names of tools in exposed names. A new name is a legal tool name, and
	// two tools of a server must not get the same one. The raw name may be any string of valid
	// UTF-8: a tool whose raw name is not legal has an exposed name only if it is renamed.
	Rename map[Key]string

	// Collisions selects what happens to tools with equal exposed names. "" means RejectAll.
	Collisions Collisions

	// Accept selects the names that a call may use. "" means ExposedOnly.
	Accept Accept

	// Targets are the providers whose rules each name must obey, all at once. Nil means the rules
	// that all providers share.
	Targets []Provider

	// Truncated selects the form of truncated names. "" means HashOnly.
	Truncated Truncated

	// MaxBytes is the length in bytes above which a name is truncated: 32 to 64. 0 means 64.
	MaxBytes int

	// HashDigits is the number of hex digits in a truncated name: 8 to 32. 0 means 8. With fewer
	// than 16, a hostile server can find a long tool name whose digits equal those of another
	// server's tool; then both tools are rejected.
	HashDigits int

	// Reserved are names that the host uses itself. No tool is exposed or accepted under one of
	// them. They are compared exactly.
	Reserved []string
}

// Collisions selects what happens to tools with equal exposed names. Its values are those of a rule
// file.
type Collisions string

const (
	RejectAll Collisions = "reject"     // none of them is exposed
	KeepFirst Collisions = "keep_first" // the first in the catalog is, unless a name is truncated or reserved
)

// Accept selects the names under which a tool may be called. Its values are those of a rule file.
type Accept string

const (
	// ExposedOnly accepts exposed names only.
	ExposedOnly Accept = "exposed"

	// ExposedAndOriginal also accepts a tool's raw name if it is unique in the whole catalog,
	// equals no other tool's exposed name, and is not reserved. Rejected tools count: neither their
	// raw names nor the exposed names that they would have had resolve to another tool.
	ExposedAndOriginal Accept = "exposed_and_original"
)

// Truncated selects the form of names that were too long. Its values are those of a rule file.
type Truncated string

const (
	// HashOnly makes prefix, "trunc_" and hash digits.
	HashOnly Truncated = "hash"

	// ReadableTruncation makes prefix, "trunc_", as many bytes of the full name as fit, "_" and
	// hash digits. Names of servers without a namespace are HashOnly.
	ReadableTruncation Truncated = "readable"
)

const (
	maxPrefix = 50

	maxSeparator     = 3
	defaultSeparator = "__"
	maxRenameKey     = 512

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

// limit returns maxBytes clamped to its legal range.
func (s *Scheme) limit() int { return min(max(s.maxBytes(), minMaxBytes), defaultMaxBytes) }

// digits returns hashDigits clamped to its legal range.
func (s *Scheme) digits() int { return min(max(s.hashDigits(), minHashDigits), maxHashDigits) }

// A Key identifies a tool: the ID of its server and the name that the server sent. Keys are
// compared exactly.
type Key struct {
	Server string
	Tool   string // raw, even where the tool is renamed
}

// String returns "server/tool". It is for people: a raw tool name may contain a slash.
func (k Key) String() string { return k.Server + "/" + k.Tool }

// Compare returns -1, 0 or +1, comparing servers first and then tools.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Server, other.Server), cmp.Compare(k.Tool, other.Tool))
}
