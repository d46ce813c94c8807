package naming

import "slices"

// The tools of a catalog, side by side by number. All names share one string, and so does the raw name of a tool where it is the end
// of the exposed one, which six of seven are. With its place in the index that makes 48 bytes a tool for names of 31; a struct of two
// strings and a pair would take more than that before the names themselves.
type tools struct {
	text  string   // the names, one behind the other
	ends  []uint32 // where a name ends; it starts where that of the tool before ends
	state []state

	apartTools []uint32 // the tools whose raw name stands apart, in their order
	apartNames []string // their raw names
}

// A state says what is special about a tool. The zero state is a tool that is exposed by a name which ends in its raw name.
type state uint8

const (
	apart     state = 1 << iota // the raw name is no part of the exposed one and stands apart
	truncated                   // the name is
	invalid                     // rejected, as are collided and reserved; a tool has one of the three at most
	collided
	reserved
)

// reason says why a tool is rejected, and is empty if it is not.
func (s state) reason() Reason {
	switch {
	case s&(invalid|collided|reserved) == 0:
		return ""
	case s&invalid != 0:
		return InvalidName
	case s&reserved != 0:
		return ReservedName
	}
	return Collided
}

func (t *tools) len() int { return len(t.ends) }

// name gives the name that a tool has or would have; empty if its raw name is not legal.
func (t *tools) name(tool int) string {
	start := uint32(0)
	if tool > 0 {
		start = t.ends[tool-1]
	}
	return t.text[start:t.ends[tool]]
}

func (t *tools) addApart(tool int, raw string) {
	t.apartTools = append(t.apartTools, uint32(tool))
	t.apartNames = append(t.apartNames, raw)
}

func (t *tools) rawApart(tool int) string {
	at, _ := slices.BinarySearch(t.apartTools, uint32(tool))
	return t.apartNames[at]
}
