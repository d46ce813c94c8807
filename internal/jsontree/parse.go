package jsontree

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-json/jsontext"
)

// DefaultMaxDepth is the nesting limit unless [Options] set another one. Tool schemas of real
// servers stay below 40.
const DefaultMaxDepth = 256

// libraryMaxDepth is the nesting limit of the decoder.
const libraryMaxDepth = 10_000

// Options define what [Parse] accepts. The zero value is the default.
type Options struct {
	// MaxDepth is the largest nesting of arrays and objects. Zero means [DefaultMaxDepth]; the
	// largest value that has an effect is 10,000.
	MaxDepth int
	// MaxBytes is the largest size of a value in bytes, including the white space around it. Zero
	// means no limit.
	MaxBytes int
	// DuplicateNames allows repeated names in one object. The tree then has all of them, and
	// [Node.Get] finds the first. It is for callers that report all of them at once.
	DuplicateNames bool
}

// Parse parses a whole document. The error is an *[Error].
func Parse(data []byte, opts Options) (Node, error) {
	return ParseRange(data, 0, len(data), opts)
}

// ParseRange parses data[start:end], which must hold one value and may have white space around it,
// as strictly as [Parse]. Offsets in nodes and errors count from data[0]; the Pointer of an error
// is relative to this value.
func ParseRange(data []byte, start, end int, opts Options) (Node, error) {
	return new(Parser).ParseRange(data, start, end, opts)
}

// A Parser parses many values in sequence and reuses its memory, which halves the time for small
// values. Equal member names share one string. Results stay valid. The zero Parser is ready to use;
// it is not safe for concurrent use.
//
// The children of open containers are kept on two stacks, so that each list of a finished tree is
// allocated once, in its final size.
type Parser struct {
	buffer  bytes.Buffer // the decoder's input
	decoder *jsontext.Decoder
	data    []byte
	opts    Options
	base    int // the offset in the document of the decoder's first byte
	items   []Node
	members []Member
	names   map[string]string // each distinct name, so that a thousand tools share one "description"

	at           int  // in data, where the next byte is read
	recycled     bool // the tree is good until the next one alone
	itemMemory   memory[Node]
	memberMemory memory[Member]
}

// Parse is like the function [Parse].
func (p *Parser) Parse(data []byte, opts Options) (Node, error) {
	return p.ParseRange(data, 0, len(data), opts)
}

// ParseRange is like the function [ParseRange].
func (p *Parser) ParseRange(data []byte, start, end int, opts Options) (Node, error) {
	start = skipMark(data[:end], start)
	if opts.MaxBytes > 0 && end-start > opts.MaxBytes {
		return Node{}, tooLarge(end-start, opts.MaxBytes, start)
	}
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = DefaultMaxDepth
	}
	opts.MaxDepth = min(opts.MaxDepth, libraryMaxDepth)
	p.data, p.opts = data[:end], opts
	if root, ok := p.fast(data, start, end); ok {
		p.data = nil
		return root, nil
	}
	return p.slow(data, start, end)
}

// slow reads a document token by token.
func (p *Parser) slow(data []byte, start, end int) (Node, error) {
	opts := p.opts
	p.begin(data[start:end:end], jsontext.AllowDuplicateNames(opts.DuplicateNames))
	p.data, p.opts, p.base = data, opts, start
	root, err := p.value()
	p.data = nil
	if err != nil {
		return Node{}, newError(err, data[:end], start)
	}
	if rest := skipSpace(data[:end], root.End); rest < end {
		return Node{}, trailingData(rest)
	}
	return root, nil
}

// begin prepares the decoder for a value. It reads from a bytes.Buffer without copying.
func (p *Parser) begin(value []byte, opts jsontext.Options) {
	p.buffer = *bytes.NewBuffer(value)
	p.items, p.members = p.items[:0], p.members[:0]
	if p.decoder != nil {
		p.decoder.Reset(&p.buffer, opts)
		return
	}
	p.decoder = jsontext.NewDecoder(&p.buffer, opts)
	if p.names == nil {
		p.names = make(map[string]string)
	}
}

// skipMark skips a UTF-8 byte order mark at the start of a document.
func skipMark(data []byte, start int) int {
	if start == 0 && bytes.HasPrefix(data, []byte("\uFEFF")) {
		return len("\uFEFF")
	}
	return start
}

// skipSpace returns the first offset from i on that is not white space, or the length of data.
func skipSpace(data []byte, i int) int {
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// value parses the next value and everything in it.
func (p *Parser) value() (Node, error) {
	switch p.decoder.PeekKind() {
	case jsontext.KindBeginObject:
		return p.object()
	case jsontext.KindBeginArray:
		return p.array()
	}
	return p.scalar()
}

// scalar parses a string, number or literal. It returns an error at the end of the input and for a
// syntax error.
func (p *Parser) scalar() (Node, error) {
	raw, err := p.decoder.ReadValue()
	if err != nil {
		return Node{}, err
	}
	end := p.offset()
	return Node{Kind: kindOf(raw[0]), Start: end - len(raw), End: end}, nil
}

func (p *Parser) array() (Node, error) {
	n, err := p.open(Array)
	if err != nil {
		return Node{}, err
	}
	mark := len(p.items)
	for p.decoder.PeekKind() != jsontext.KindEndArray {
		item, err := p.value()
		if err != nil {
			return Node{}, err
		}
		p.items = push(p.items, item)
	}
	n.Items, p.items = cut(p.items, mark)
	return p.close(n)
}

func (p *Parser) object() (Node, error) {
	n, err := p.open(Object)
	if err != nil {
		return Node{}, err
	}
	mark := len(p.members)
	for p.decoder.PeekKind() != jsontext.KindEndObject {
		m, err := p.member()
		if err != nil {
			return Node{}, err
		}
		p.members = push(p.members, m)
	}
	n.Members, p.members = cut(p.members, mark)
	return p.close(n)
}

func (p *Parser) member() (Member, error) {
	if p.decoder.PeekKind() != jsontext.KindString {
		return Member{}, p.noName()
	}
	raw, err := p.decoder.ReadValue()
	if err != nil {
		return Member{}, err
	}
	end := p.offset()
	m := Member{Name: p.name(raw), Key: Span{end - len(raw), end}}
	m.Value, err = p.value()
	return m, err
}

// noName returns the error for a token that stands where a member name is expected. Reading it as a
// value would report the faults inside it instead.
func (p *Parser) noName() error {
	if _, err := p.decoder.ReadToken(); err != nil {
		return err
	}
	return jsontext.ErrNonStringName
}

// open consumes the token that opens a container.
func (p *Parser) open(kind Kind) (Node, error) {
	if p.decoder.StackDepth() >= p.opts.MaxDepth {
		return Node{}, p.tooDeep()
	}
	if _, err := p.decoder.ReadToken(); err != nil {
		return Node{}, err
	}
	return Node{Kind: kind, Start: p.offset() - 1}, nil
}

// close consumes the token that closes n.
func (p *Parser) close(n Node) (Node, error) {
	_, err := p.decoder.ReadToken()
	n.End = p.offset()
	return n, err
}

// tooDeep returns the error for the next container.
func (p *Parser) tooDeep() *Error {
	pointer := p.decoder.StackPointer()
	if kind, count := p.decoder.StackIndex(p.decoder.StackDepth()); kind == jsontext.KindBeginArray {
		if count > 0 {
			pointer = pointer.Parent()
		}
		pointer = pointer.AppendToken(strconv.FormatInt(count, 10))
	}
	next := p.offset()
	next += bytes.IndexAny(p.data[next:], "[{")
	return &Error{Code: CodeTooDeep, Offset: next, Path: string(pointer),
		Message: fmt.Sprintf("nested more than %d levels deep", p.opts.MaxDepth)}
}

func (p *Parser) offset() int { return p.base + int(p.decoder.InputOffset()) }

// name decodes a member name, once for all members with that name.
func (p *Parser) name(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if name, ok := p.names[string(inner)]; ok {
		return name
	}
	name := unquote(raw)
	p.names[string(inner)] = name
	return name
}

// push appends v and doubles the capacity of a full stack. append grows long slices so little that
// copying them takes longer than parsing the document.
func push[T any](stack []T, v T) []T {
	if len(stack) == cap(stack) {
		stack = slices.Grow(stack, max(len(stack), 16))
	}
	return append(stack, v)
}

// cut removes the elements from mark on from the stack and returns them as a new slice, nil if
// there are none.
func cut[T any](stack []T, mark int) (list, rest []T) {
	if len(stack) > mark {
		list = append(make([]T, 0, len(stack)-mark), stack[mark:]...)
	}
	clear(stack[mark:])
	return list, stack[:mark]
}

func kindOf(first byte) Kind {
	switch first {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	}
	return Invalid
}
