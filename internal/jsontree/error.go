package jsontree

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/goccy/go-json/jsontext"
)

// A Code says what is wrong with a document. Codes are stable.
type Code string

const (
	CodeSyntax        Code = "syntax"         // not JSON
	CodeTrailingData  Code = "trailing_data"  // something follows the value
	CodeDuplicateKey  Code = "duplicate_key"  // two members of one object have one name
	CodeNotUTF8       Code = "not_utf8"       // a byte in a string is no valid UTF-8
	CodeLoneSurrogate Code = "lone_surrogate" // \ud800 to \udfff that is no pair
	CodeTooDeep       Code = "too_deep"       // nested deeper than Options.MaxDepth
	CodeTooLarge      Code = "too_large"      // larger than Options.MaxBytes, or too many values for [Outline]
)

// An Error is what keeps a document from being read. Only the first is found, for what follows it means nothing.
type Error struct {
	Code    Code
	Offset  int    // the byte at fault, from 0, in the document; its length where the document ends too early
	Pointer string // JSON Pointer (RFC 6901) of the value at fault, or of the innermost one that holds the fault
	Message string // for people; it may change
	Err     error  // what the JSON library said; may be nil
}

// Error gives the place and the message in one line.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("byte %d, %s: %s", e.Offset, e.Pointer, e.Message)
}

// Unwrap gives what the JSON library said, or nil.
func (e *Error) Unwrap() error { return e.Err }

// newError turns what the decoder said into our own terms. base is the offset in data of the decoder's first byte, and data
// ends where its input ends.
func newError(err error, data []byte, base int) *Error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	if err == io.EOF {
		return &Error{Code: CodeSyntax, Offset: len(data), Message: "there is no value", Err: err}
	}
	bad, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok {
		return &Error{Code: CodeSyntax, Offset: base, Message: err.Error(), Err: err}
	}
	e := &Error{Offset: base + int(bad.ByteOffset), Pointer: string(bad.JSONPointer), Err: err}
	e.Code, e.Message = describe(bad, data, e.Offset)
	return e
}

// describe tells the kinds of error apart. The library has a value of its own only for duplicate names; the others are
// recognised by the bytes that they point at.
func describe(bad *jsontext.SyntacticError, data []byte, offset int) (Code, string) {
	switch {
	case errors.Is(bad, jsontext.ErrDuplicateName):
		return CodeDuplicateKey, fmt.Sprintf("the name %q is there twice", bad.JSONPointer.LastToken())
	case errors.Is(bad, io.ErrUnexpectedEOF):
		return CodeSyntax, "the text ends in the middle of a value"
	case startsInvalid(data[offset:]):
		return CodeNotUTF8, fmt.Sprintf("the byte 0x%02x is not valid UTF-8 here", data[offset])
	case startsSurrogate(data[offset:]):
		return CodeLoneSurrogate, fmt.Sprintf("%s is half of a surrogate pair, and the other half is missing", data[offset:offset+len(`\ud800`)])
	}
	return CodeSyntax, bad.Err.Error()
}

func startsInvalid(data []byte) bool {
	r, size := utf8.DecodeRune(data)
	return r == utf8.RuneError && size == 1
}

// startsSurrogate says whether data starts with an escape from \ud800 to \udfff.
func startsSurrogate(data []byte) bool {
	if len(data) < len(`\ud800`) || data[0] != '\\' || data[1] != 'u' {
		return false
	}
	unit, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	return err == nil && utf16.IsSurrogate(rune(unit))
}

func tooLarge(size, limit, start int) *Error {
	return &Error{Code: CodeTooLarge, Offset: start, Message: fmt.Sprintf("it has %d bytes; at most %d are read", size, limit)}
}
