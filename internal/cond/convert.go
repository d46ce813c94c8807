package cond

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/expr"
)

// maxWhole is the limit up to which a float64 represents every integer exactly.
const maxWhole = 1 << 53

// plain unwraps interfaces and one pointer. The result is the zero Value for nil of any type.
func plain(v reflect.Value) reflect.Value {
	for range 2 {
		if v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
	}
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		if v.IsNil() {
			return reflect.Value{}
		}
	}
	return v
}

// convert stores a value of any Go type in dst, whose Go type is that of t. It returns the number
// of bytes of the strings in the value.
func convert(dst reflect.Value, t expr.Type, v reflect.Value) (size int, f badValue) {
	switch t.Kind {
	case expr.Bool:
		if v.Kind() != reflect.Bool {
			return 0, wrongType(t, v)
		}
		dst.SetBool(v.Bool())
	case expr.Int:
		n, f := toInt(v)
		if f.reason != "" {
			return 0, f
		}
		if dst.OverflowInt(n) {
			return 0, overLimit("does not fit into an int of %d bits", dst.Type().Bits())
		}
		dst.SetInt(n)
	case expr.Float:
		x, f := toFloat(v)
		if f.reason != "" {
			return 0, f
		}
		dst.SetFloat(x)
	case expr.List:
		return convertList(dst, t, v)
	default:
		return convertText(dst, t, v)
	}
	return 0, badValue{}
}

func convertText(dst reflect.Value, t expr.Type, v reflect.Value) (size int, f badValue) {
	if v.Kind() != reflect.String || isJSONNumber(v) {
		return 0, wrongType(t, v)
	}
	text := v.String()
	if len(text) > MaxString {
		return 0, tooLong(text)
	}
	if !utf8.ValidString(text) {
		return 0, notUTF8
	}
	if t.Kind == expr.Words && !slices.Contains(t.Words, text) {
		return 0, badValue{expr.CodeWord, "is not one of " + quoted(t.Words)}
	}
	dst.SetString(text)
	return len(text), badValue{}
}

// notUTF8 is why a string that is not valid UTF-8 can't be used: patterns and comparisons would
// disagree about it.
var notUTF8 = badValue{expr.CodeWrongType, "is not valid UTF-8"}

func tooLong(text string) badValue {
	return overLimit("has %d bytes; at most %d are allowed", len(text), MaxString)
}

func convertList(dst reflect.Value, t expr.Type, v reflect.Value) (size int, f badValue) {
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array || v.Type().Elem().Kind() == reflect.Uint8 { // []byte is not a list of numbers
		return 0, wrongType(t, v)
	}
	if v.Len() > MaxList {
		return 0, overLimit("has %d elements; at most %d are allowed", v.Len(), MaxList)
	}
	list := reflect.MakeSlice(dst.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		elem := plain(v.Index(i))
		n, f := 0, badValue{expr.CodeWrongType, "is null"}
		if elem.IsValid() {
			n, f = convert(list.Index(i), *t.Elem, elem)
		}
		if f.reason != "" {
			return 0, badValue{f.reason, fmt.Sprintf("can't be used: element %d %s", i, f.detail)}
		}
		size += n
	}
	dst.Set(list)
	return size, badValue{}
}

// toInt converts Go integers of any size, json.Number, and integral floats up to 2^53.
func toInt(v reflect.Value) (int64, badValue) {
	switch {
	case v.CanInt():
		return v.Int(), badValue{}
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return int64(v.Uint()), badValue{}
	case v.CanUint():
		return 0, overLimit("does not fit into 64 bits")
	case v.CanFloat():
		return wholeFloat(v.Float())
	case !isJSONNumber(v):
		return 0, wrongType(expr.Type{Kind: expr.Int}, v)
	}
	if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil && validNumber(v.String()) {
		return n, badValue{}
	}
	x, f := numberFloat(v.String())
	if f.reason != "" {
		return 0, f
	}
	return wholeFloat(x)
}

func wholeFloat(x float64) (int64, badValue) {
	switch {
	case !isFinite(x):
		return 0, notFinite
	case x != math.Trunc(x):
		return 0, badValue{expr.CodeWrongType, "is not a whole number"}
	case math.Abs(x) > maxWhole:
		return 0, overLimit("is a floating point number above 2^53, which may be inexact")
	}
	return int64(x), badValue{}
}

// toFloat converts any finite number.
func toFloat(v reflect.Value) (float64, badValue) {
	switch {
	case v.CanInt():
		return float64(v.Int()), badValue{}
	case v.CanUint():
		return float64(v.Uint()), badValue{}
	case v.CanFloat():
		if x := v.Float(); isFinite(x) {
			return x, badValue{}
		}
		return 0, notFinite
	case isJSONNumber(v):
		return numberFloat(v.String())
	}
	return 0, wrongType(expr.Type{Kind: expr.Float}, v)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

var notFinite = badValue{expr.CodeNotFinite, "is not a finite number"}

// isJSONNumber reports whether v is a json.Number, whose Go kind is string.
func isJSONNumber(v reflect.Value) bool { return v.Type() == reflect.TypeFor[json.Number]() }

// numberFloat parses a json.Number.
func numberFloat(text string) (float64, badValue) {
	if !validNumber(text) {
		return 0, badValue{expr.CodeWrongType, "is an invalid json.Number"}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, notFinite
	}
	return x, badValue{}
}

// validNumber reports whether text is a JSON number. Go's parsers accept more, such as "inf" and
// "0x1p4".
func validNumber(text string) bool {
	if len(text) > MaxString || strings.Trim(text, "+-.0123456789eE") != "" {
		return false
	}
	return json.Valid([]byte(text))
}

func wrongType(t expr.Type, v reflect.Value) badValue {
	return badValue{expr.CodeWrongType, fmt.Sprintf("is a %s, not %s", givenType(v), article(t))}
}

// givenType returns the name of a value's type: the JSON name for values decoded from JSON, and
// otherwise the Go name.
func givenType(v reflect.Value) string {
	switch v.Type() {
	case reflect.TypeFor[json.Number]():
		return "number"
	case reflect.TypeFor[[]any]():
		return "list"
	case reflect.TypeFor[map[string]any]():
		return "mapping"
	}
	return v.Type().String()
}
