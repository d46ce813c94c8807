package schema_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestReferenced follows a $ref to the next definition that has a description.
func TestReferenced(t *testing.T) {
	const doc = `{"properties":{
		"a":{"$ref":"#/$defs/described"}, "b":{"$ref":"#/$defs/through"}, "c":{"$ref":"#/$defs/silent"},
		"d":{"$ref":"#/$defs/loop"}, "e":{"$ref":"#/$defs/gone"}, "f":{"type":"string"}, "g":{"$ref":"#/$defs/number"}},
		"$defs":{"described":{"description":"x"}, "through":{"$ref":"#/$defs/described"}, "silent":{"type":"string"},
		"loop":{"$ref":"#/$defs/loop"}, "number":{"description":1}}}`
	s := newSchema(t, []byte(doc))
	for path, want := range map[string]string{
		"a": "/$defs/described", "b": "/$defs/described", "c": "", "d": "", "e": "", "f": "", "g": "",
	} {
		found := s.Locate(parsePath(t, path))
		if len(found.Places) != 1 {
			t.Fatalf("%s: got %+v", path, found)
		}
		if pointer, ok := s.Referenced(found.Places[0]); pointer != want || ok != (want != "") {
			t.Errorf("%s: got %q, %t; want %q", path, pointer, ok, want)
		}
	}
}

// TestReferencesThatAreNoURI lead nowhere, and never to the document itself.
func TestReferencesThatAreNoURI(t *testing.T) {
	for _, doc := range []string{
		`{"properties":{"a":{"$ref":"%zz"},"x":{}}}`,
		`{"$id":"http://example.com/","properties":{"a":{"$ref":"http://[bad"},"x":{}}}`,
	} {
		if found := newSchema(t, []byte(doc)).Locate(parsePath(t, "a.x")); !found.Missing {
			t.Errorf("%s: got %+v", doc, found)
		}
	}
}

// TestOtherWaysAreBound has many locations of one path, each with another long route.
func TestOtherWaysAreBound(t *testing.T) {
	const n = 500
	inner := `{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"properties":{"p":{}}},`, n), ",") + `]}`
	pointer := ""
	for i := range 15 {
		name := fmt.Sprintf("%02d%s", i, strings.Repeat("n", 60))
		inner = `{"properties":{"` + name + `":` + inner + `}}`
		pointer = "/properties/" + name + pointer
	}
	doc := `{"properties":{"short":{"$ref":"#` + pointer + `"},` + strings.TrimPrefix(inner, `{"properties":{`)
	found := newSchema(t, []byte(doc)).Locate(parsePath(t, "short.p"))
	size := 0
	for _, s := range found.Shared {
		size += len(s.Pointer) + len(s.Other)
	}
	if len(found.Shared) == 0 || len(found.Shared)+found.TooLong != n || size > 8*len(doc)+4096+2000 {
		t.Errorf("%d shared with %d bytes, %d too long; the document has %d bytes", len(found.Shared), size, found.TooLong, len(doc))
	}
}
