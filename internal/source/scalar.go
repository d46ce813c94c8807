package source

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A style is the way in which a scalar is written.
type style uint8

const (
	noStyle style = iota // not a scalar
	plainStyle
	singleStyle
	doubleStyle
	literalStyle // |
	foldedStyle  // >
	jsonStyle    // a JSON string
)

// exact returns the offset in the file of the byte at offset of n.Text. It decodes the scalar
// again, from the file, and uses the result only if it equals the text from the parser.
func (f *File) exact(n *Node, offset int) (int, bool) {
	if offset < 0 || offset > len(n.Text) {
		return 0, false
	}
	d := decoding{src: f.text.data, at: n.start}
	if !d.decode(n) || string(d.text) != n.Text {
		return 0, false
	}
	return d.places[offset], true
}

// A decoding is the state of decoding a scalar.
type decoding struct {
	src    []byte
	at     int
	text   []byte
	places []int // for each byte of text its offset in src, and the offset of the end
}

// decode decodes the scalar n and reports whether positions in its style are known.
func (d *decoding) decode(n *Node) bool {
	switch n.style {
	case plainStyle:
		return d.plain(len(n.Text))
	case singleStyle:
		return d.quoted('\'', d.singleChar)
	case doubleStyle:
		return d.quoted('"', d.doubleChar)
	case jsonStyle:
		return d.quoted('"', d.jsonChar)
	case literalStyle:
		return d.literal(n.Text)
	}
	return false
}

// put adds a piece of text that comes from an offset.
func (d *decoding) put(piece []byte, from int) {
	for range piece {
		d.places = append(d.places, from)
	}
	d.text = append(d.text, piece...)
}

// copyRune adds the next character unchanged.
func (d *decoding) copyRune() {
	_, size := utf8.DecodeRune(d.src[d.at:])
	d.put(d.src[d.at:d.at+size], d.at)
	d.at += size
}

// done marks the end of the text.
func (d *decoding) done() bool {
	d.places = append(d.places, d.at)
	return true
}

// more reports whether the line continues.
func (d *decoding) more() bool {
	return d.at < len(d.src) && d.src[d.at] != '\n' && d.src[d.at] != '\r'
}

// plain decodes size bytes unchanged, if they are all on one line.
func (d *decoding) plain(size int) bool {
	for end := d.at + size; d.at < end; d.copyRune() {
		if !d.more() {
			return false
		}
	}
	return d.done()
}

// quoted decodes a quoted scalar on one line. char decodes one character of it, and returns false
// if it can't.
func (d *decoding) quoted(quote byte, char func() bool) bool {
	if !d.more() || d.src[d.at] != quote {
		return false
	}
	for d.at++; d.more(); {
		if d.src[d.at] == quote && !d.doubled(quote) {
			return d.done()
		}
		if !char() {
			return false
		}
	}
	return false
}

// doubled reports whether a quote is the first of two that represent one.
func (d *decoding) doubled(quote byte) bool {
	return quote == '\'' && d.at+1 < len(d.src) && d.src[d.at+1] == quote
}

func (d *decoding) singleChar() bool {
	start := d.at
	if d.src[d.at] == '\'' {
		d.at++
	}
	d.copyRune()
	d.places[len(d.places)-1] = start
	return true
}

// yamlEscapes are the escapes of one character in YAML's double quotes (YAML 1.2, section 5.7).
var yamlEscapes = map[byte]rune{
	'0': 0, 'a': '\a', 'b': '\b', 't': '\t', '\t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', 'e': 0x1B,
	' ': ' ', '"': '"',
	'/': '/', '\\': '\\', 'N': 0x85, '_': 0xA0, 'L': 0x2028, 'P': 0x2029,
}

// yamlHex are those that are followed by a number of hex digits.
var yamlHex = map[byte]int{'x': 2, 'u': 4, 'U': 8}

func (d *decoding) doubleChar() bool {
	if d.src[d.at] != '\\' {
		d.copyRune()
		return true
	}
	start := d.at
	c, ok := d.escaped()
	if !ok {
		return false
	}
	if digits, ok := yamlHex[c]; ok {
		r, ok := d.hex(digits)
		d.put(utf8.AppendRune(nil, r), start)
		return ok
	}
	r, ok := yamlEscapes[c]
	d.put(utf8.AppendRune(nil, r), start)
	return ok
}

// jsonEscapes are the escapes of one character in JSON (RFC 8259, section 7).
var jsonEscapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (d *decoding) jsonChar() bool {
	if d.src[d.at] != '\\' {
		d.copyRune()
		return true
	}
	start := d.at
	c, ok := d.escaped()
	if !ok {
		return false
	}
	r, ok := jsonEscapes[c]
	if c == 'u' {
		if r, ok = d.hex(4); ok && utf16.IsSurrogate(r) {
			r, ok = d.lowHalf(r)
		}
	}
	d.put(utf8.AppendRune(nil, r), start)
	return ok
}

// lowHalf decodes the second half of a surrogate pair.
func (d *decoding) lowHalf(high rune) (rune, bool) {
	if !bytes.HasPrefix(d.src[d.at:], []byte(`\u`)) {
		return 0, false
	}
	d.at += len(`\u`)
	low, ok := d.hex(4)
	return utf16.DecodeRune(high, low), ok
}

// escaped skips a backslash and returns the character after it.
func (d *decoding) escaped() (byte, bool) {
	d.at++
	if !d.more() {
		return 0, false
	}
	c := d.src[d.at]
	d.at++
	return c, true
}

func (d *decoding) hex(digits int) (rune, bool) {
	if d.at+digits > len(d.src) {
		return 0, false
	}
	r, err := strconv.ParseUint(string(d.src[d.at:d.at+digits]), 16, 32)
	d.at += digits
	return rune(r), err == nil
}

// literal decodes a | scalar line by line, until the text is as long as want.
func (d *decoding) literal(want string) bool {
	d.skipLine()
	indent := blockIndent(d.src, d.at, want)
	for len(d.text) < len(want) {
		if d.at >= len(d.src) {
			return false
		}
		d.at += min(indent, countBlanks(d.src[d.at:]))
		for d.more() {
			d.copyRune()
		}
		if len(d.text) < len(want) {
			d.put([]byte{'\n'}, d.at)
			d.skipLine()
		}
	}
	// There is no position after the last line break: the end of the text is the end of its last
	// line.
	if i := len(strings.TrimRight(want, "\n")); i < len(d.places) {
		d.at = d.places[i]
	}
	return d.done() && want != ""
}

// skipLine skips the rest of the line and its line break.
func (d *decoding) skipLine() {
	d.at = lineEnd(d.src, d.at)
	if bytes.HasPrefix(d.src[d.at:], []byte("\r\n")) {
		d.at++
	}
	d.at = min(d.at+1, len(d.src))
}

// blockIndent returns the indentation of a block scalar whose lines start at an offset: the blanks
// before its first line that is not blank, less those with which its text starts that line.
func blockIndent(src []byte, at int, text string) int {
	d := decoding{src: src, at: at}
	for d.at < len(src) && isBlankLine(src[d.at:lineEnd(src, d.at)]) {
		d.skipLine()
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); !isBlankLine([]byte(line)) {
			return max(countBlanks(src[d.at:])-countBlanks([]byte(line)), 0)
		}
	}
	return countBlanks(src[d.at:])
}

func isBlankLine(line []byte) bool { return countBlanks(line) == len(line) }

func countBlanks(s []byte) int {
	return len(s) - len(bytes.TrimLeft(s, " "))
}

// lineEnd returns the offset of the next line break, or the end of src.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexAny(src[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(src)
}
