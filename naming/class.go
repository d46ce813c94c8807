package naming

// A class is the set of kinds of characters that a name has.
type class uint8

const (
	hyphen  class = 1 << iota
	dot           // legal in raw names only
	foreign       // ASCII, not legal in any name
	wide          // not ASCII

	illegal = foreign | wide
)

// A character is the class of a byte and its sanitized form. A table of them is faster than
// comparing ranges.
type character struct {
	class     class
	sanitized byte
}

var characters = func() (table [256]character) {
	for b := range table {
		table[b] = characterOf(byte(b))
	}
	return table
}()

func characterOf(b byte) character {
	switch {
	case b == '-':
		return character{hyphen, b}
	case isExposable(b):
		return character{0, b}
	case b == '.':
		return character{dot, '_'}
	case b < 0x80:
		return character{foreign, '_'}
	}
	return character{wide, '_'}
}

func classOf(name string) class {
	var all class
	for i := range len(name) {
		all |= characters[name[i]].class
	}
	return all
}
