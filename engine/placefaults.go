package engine

import (
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/internal/schema"
)

// Limits of what is reported about descriptions and schemas, so that neither a list of 100,000
// tools nor a schema with as many branches makes a report that nobody can read. Real servers stay
// far below: of 63 servers with 3,119 tools none has 1,000 tools, and no path selects more than 9
// places of a tool.
const (
	maxPlaceFaults = 1000 // for one description and code, in all tools of a server
	maxToolFaults  = 32   // for one description and code, in one tool
	maxPartFaults  = 2000 // in all tools of a server; after that only the first of each description and code is listed
)

// placeFaults records the descriptions that can't be written to a schema, for the tools of a part.
type placeFaults struct {
	engine *Engine
	part   *part
	left   int // how many tools are still to come
	noted  map[faultKind]notedFaults
}

// A faultKind is the key by which faults are counted.
type faultKind struct {
	text *placed
	code PlaceCode
}

// notedFaults is how many faults of a kind there are, how many are listed, and the index of the
// last listed one in the part.
type notedFaults struct{ count, listed, last int }

// lists reports whether one more fault of the kind is listed.
func (f *placeFaults) lists(n notedFaults) bool {
	return n.count == 0 || n.count < maxPlaceFaults && len(f.part.places) < maxPartFaults
}

func newPlaceFaults(e *Engine, p *part, tools int) placeFaults {
	return placeFaults{engine: e, part: p, left: tools, noted: map[faultKind]notedFaults{}}
}

// add records a fault, and lists it unless there are too many of its kind.
func (f *placeFaults) add(t *tool, text *placed, code PlaceCode, pointer, message string) {
	kind := faultKind{text, code}
	n := f.noted[kind]
	if f.lists(n) {
		n.last = len(f.part.places)
		n.listed++
		f.part.places = append(f.part.places, PlaceFault{
			Key: t.key, Rule: f.engine.Rules.Pointer(text.rule), Path: text.pathText(), Code: code, Pointer: pointer, Message: message,
		})
	}
	n.count++
	f.noted[kind] = n
}

// full reports whether another fault of this kind would only be counted.
func (f *placeFaults) full(text *placed, code PlaceCode) bool {
	return !f.lists(f.noted[faultKind{text, code}])
}

// endTool counts down the tools. After the last one, it adds to the last fault of each kind the
// number of faults that are not listed.
func (f *placeFaults) endTool() {
	if f.left--; f.left > 0 {
		return
	}
	for _, n := range f.noted {
		if rest := n.count - n.listed; rest > 0 {
			f.part.places[n.last].Message += fmt.Sprintf("; %d more faults of this kind are not listed", rest)
		}
	}
}

// report records the locations that a path selects and that can't be described.
func (f *placeFaults) report(t *tool, text *placed, found schema.Result) {
	few(found.Shared, func(s schema.Shared) { f.add(t, text, CodePlaceShared, s.Pointer, sharedMessage(s)) },
		func(rest int) {
			f.add(t, text, CodePlaceShared, "", fmt.Sprintf("is shared in %d more places, and left alone", rest))
		})
	few(found.Boolean, func(pointer string) {
		f.add(t, text, CodePlaceBoolean, pointer, "leads to a boolean schema, which has no description")
	}, func(rest int) {
		f.add(t, text, CodePlaceBoolean, "", fmt.Sprintf("leads to %d more boolean schemas", rest))
	})
	few(found.NotString, func(pointer string) {
		f.add(t, text, CodePlaceNotText, pointer, "has a description that is not a string, and is left alone")
	}, func(rest int) {
		f.add(t, text, CodePlaceNotText, "", fmt.Sprintf("has %d more descriptions that are not strings", rest))
	})
	if found.TooLong > 0 {
		message := fmt.Sprintf("leads to %d places whose JSON Pointers are too long; they are left alone", found.TooLong)
		f.add(t, text, CodePlaceNoSchema, "", message)
	}
	switch {
	case found.NotSchema:
		f.add(t, text, CodePlaceNotSchema, text.pathText(), "leads to something that is not a schema")
	case found.Missing:
		message := "leads nowhere"
		if found.Hint != "" {
			message += "; did you mean " + found.Hint + "?"
		} else if found.Lost != "" {
			message += ": the schema refers to " + found.Lost + ", which it does not hold"
		}
		f.add(t, text, CodePlaceMissing, "", message)
	}
}

// few calls each for the first maxToolFaults items of a list, and more with the number of the
// others.
func few[T any](list []T, each func(T), more func(rest int)) {
	shown := list[:min(len(list), maxToolFaults)]
	for _, item := range shown {
		each(item)
	}
	if rest := len(list) - len(shown); rest > 0 {
		more(rest)
	}
}

func sharedMessage(s schema.Shared) string {
	if len(s.Pointer) > schema.MaxPathBytes {
		return fmt.Sprintf("is shared with %s and left alone", s.Other)
	}
	return fmt.Sprintf("is shared with %s and left alone; to change it for all write %s", s.Other, s.Pointer)
}

// noSchema returns the message for a tool without a usable schema.
func noSchema(member string, err error) string {
	if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.CodeTooLarge {
		return fmt.Sprintf("can't be applied: the tool's %s is not read, since %s", member, e.Message)
	}
	return fmt.Sprintf("can't be applied: the tool's %s is missing or not a schema", member)
}
