package naming

import "slices"

// tools holds the tools of a catalog by number. All names share one string. A raw name that is the
// end of the exposed name, as most are, is not stored again.
type tools struct {
	text  string   // the names, concatenated
	ends  []uint32 // where a name ends; it starts at the end of the previous one
	state []state

	irregularTools []uint32 // the tools whose raw name is stored separately, ascending
	irregularNames []string // their raw names
}

// A state describes a tool. The zero state is that of a tool whose exposed name ends with its raw
// name.
type state uint8

const (
	irregular state = 1 << iota // the raw name is not part of the exposed one
	truncated                   // the name is truncated
	invalid                     // rejected, like collided and reserved; a tool has at most one of the three
	collided
	reserved
)

// reason returns why a tool is rejected, or the empty string.
func (s state) reason() Reason {
	switch {
	case s&(invalid|collided|reserved) == 0:
		return ""
	case s&invalid != 0:
		return CodeInvalidName
	case s&reserved != 0:
		return CodeReserved
	}
	return CodeCollision
}

func (t *tools) len() int { return len(t.ends) }

// name returns the name that a tool has or would have, or the empty string if its raw name is not
// legal.
func (t *tools) name(tool int) string {
	start := uint32(0)
	if tool > 0 {
		start = t.ends[tool-1]
	}
	return t.text[start:t.ends[tool]]
}

func (t *tools) addIrregular(tool int, raw string) {
	t.irregularTools = append(t.irregularTools, uint32(tool))
	t.irregularNames = append(t.irregularNames, raw)
}

func (t *tools) irregularName(tool int) string {
	at, _ := slices.BinarySearch(t.irregularTools, uint32(tool))
	return t.irregularNames[at]
}
