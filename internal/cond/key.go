package cond

import (
	"encoding/binary"
	"math"
	"reflect"
)

// AppendKey appends the values of the attributes at the given paths ("ctx.user.role") to dst, and
// returns the extended slice. Two requests of one Env append the same bytes if and only if every
// expression that reads only these attributes has the same outcome for both. The reason why a value
// is unusable does not change the bytes. Whether a value is unusable or missing changes them only
// for attributes that may be missing. Paths of a tool and undeclared paths append nothing; a nil
// Request appends nothing at all.
func (r *Request) AppendKey(dst []byte, paths []string) []byte {
	if r == nil || r.env == nil {
		return dst
	}
	for _, path := range paths {
		for _, a := range r.env.request {
			if a.Path == path {
				dst = r.appendValue(dst, a)
			}
		}
	}
	return dst
}

// appendValue appends one attribute: a byte that states whether it is usable, and its value if it
// is.
func (r *Request) appendValue(dst []byte, a *attribute) []byte {
	const usable, unusable = 1, 0
	if r.cells[a.slot] == nil {
		_, bad := r.faults[a.slot]
		dst = append(dst, unusable)
		return appendBool(dst, !bad && a.Optional) // only ?? and nil distinguish missing from unusable
	}
	return appendValue(append(dst, usable), reflect.Indirect(reflect.ValueOf(r.cells[a.slot])))
}

func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return appendBool(dst, v.Bool())
	case reflect.Float64:
		return binary.BigEndian.AppendUint64(dst, math.Float64bits(v.Float()+0)) // converts -0 to 0, since they are equal
	case reflect.Slice:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		for i := range v.Len() {
			dst = appendValue(dst, v.Index(i))
		}
		return dst
	}
	return binary.AppendVarint(dst, v.Int())
}

func appendText(dst []byte, text string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}
