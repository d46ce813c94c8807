package naming

import "encoding/binary"

// A word is eight characters, the first in the lowest byte. All eight are sanitized at once,
// without a branch.
type word uint64

const (
	wordLen = 8

	each word = 0x01_01_01_01_01_01_01_01 // times a byte: that byte eight times
	high      = each * 0x80
)

func wordAt(name string, at int) word {
	s := name[at : at+wordLen]
	return word(s[0]) | word(s[1])<<8 | word(s[2])<<16 | word(s[3])<<24 | // the compiler makes this one load
		word(s[4])<<32 | word(s[5])<<40 | word(s[6])<<48 | word(s[7])<<56
}

func (w word) put(dst []byte) { binary.LittleEndian.PutUint64(dst, uint64(w)) }

func (w word) isWide() bool { return w&high != 0 }

// sanitized returns the word with an underscore for each character that is not a letter, a digit or
// a hyphen. The word must be ASCII.
func (w word) sanitized() word {
	const lower = each * ('a' - 'A')
	keep := (w|lower).between('a', 'z') | w.between('0', '9') | w.between('-', '-')
	keep &= high
	keep |= keep - keep>>7 // from the highest bit of each byte to all of them
	return w&keep | each*'_'&^keep
}

// between sets the highest bit of each byte between first and last, both below 0x80. Other bits are
// undefined. No byte carries into the next.
func (w word) between(first, last word) word {
	atLeast, above := w+each*(0x80-first), w+each*(0x7F-last)
	return atLeast &^ above
}
