package jsontree

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/goccy/go-json/jsontext"
	"github.com/toolrules/toolrules/internal/fault"
)

// A Code identifies a fault of a document.
type Code = fault.Code

// An Error describes the first fault of a document. What follows a fault has no meaning.
type Error = fault.Error

const (
	CodeSyntax        Code = "syntax"         // not JSON
	CodeTrailingData  Code = "trailing_data"  // something follows the value
	CodeDuplicateKey  Code = "duplicate_key"  // two members of one object have the same name
	CodeNotUTF8       Code = "not_utf8"       // a byte in a string is not valid UTF-8
	CodeLoneSurrogate Code = "lone_surrogate" // \ud800 to \udfff without the other half of the pair
	CodeTooDeep       Code = "too_deep"       // nested deeper than Options.MaxDepth
	CodeTooLarge      Code = "too_large"      // larger than Options.MaxBytes, or too many values for [Outline]
)

// newError converts an error of the decoder. base is the offset in data of the decoder's first
// byte; data ends where the decoder's input ends.
func newError(err error, data []byte, base int) *Error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	if err == io.EOF {
		return &Error{Code: CodeSyntax, Offset: len(data), Message: "expected a value", Err: err}
	}
	bad, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok {
		return &Error{Code: CodeSyntax, Offset: base, Message: err.Error(), Err: err}
	}
	e := &Error{Offset: base + int(bad.ByteOffset), Path: string(bad.JSONPointer), Err: err}
	e.Code, e.Message = describe(bad, data, e.Offset)
	return e
}

// describe returns code and message of a syntax error. The library has a distinct error value only
// for duplicate names; the others are recognized by the bytes at their offset.
func describe(bad *jsontext.SyntacticError, data []byte, offset int) (Code, string) {
	switch {
	case errors.Is(bad, jsontext.ErrDuplicateName):
		return CodeDuplicateKey, duplicateName(bad.JSONPointer.LastToken())
	case errors.Is(bad, io.ErrUnexpectedEOF):
		return CodeSyntax, "the document ends inside a value"
	case startsInvalid(data[offset:]):
		return CodeNotUTF8, fmt.Sprintf("invalid UTF-8: byte 0x%02x", data[offset])
	case startsSurrogate(data[offset:]):
		return CodeLoneSurrogate, fmt.Sprintf("%s is half of a surrogate pair without the other half",
			data[offset:offset+len(`\ud800`)])
	}
	return CodeSyntax, bad.Err.Error()
}

func startsInvalid(data []byte) bool {
	r, size := utf8.DecodeRune(data)
	return r == utf8.RuneError && size == 1
}

// startsSurrogate reports whether data starts with an escape from \ud800 to \udfff.
func startsSurrogate(data []byte) bool {
	if len(data) < len(`\ud800`) || data[0] != '\\' || data[1] != 'u' {
		return false
	}
	unit, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	return err == nil && utf16.IsSurrogate(rune(unit))
}

func duplicateName[T ~string](name T) string { return fmt.Sprintf("duplicate name %q", string(name)) }

func trailingData(offset int) *Error {
	return &Error{Code: CodeTrailingData, Offset: offset, Message: "unexpected data after the value"}
}

func tooLarge(size, limit, start int) *Error {
	return &Error{Code: CodeTooLarge, Offset: start, Message: fmt.Sprintf("%d bytes, more than the limit of %d", size,
		limit)}
}
