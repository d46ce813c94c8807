package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
)

// A place is one title or description of a tool that rules can change: the title, the description,
// or the description of a schema inside the tool.
type place struct {
	kind    placeKind
	pointer string      // JSON Pointer into the tool: /title, /inputSchema/properties/body
	texts   []candidate // from most to least specific: the first that has an answer sets it
}

// A candidate is an entry's description that reaches a place.
type candidate struct {
	*placed
	class uint32 // of the tool, in its part, if the entry reads the tool
}

type placeKind uint8

const (
	placeTitle placeKind = iota
	placeDescription
	placeArgument
	placeResult
)

// members are the members of a tool that contain the places of a kind.
var members = [...]string{placeTitle: "title", placeDescription: "description", placeArgument: "inputSchema", placeResult: "outputSchema"}

// topPointers are the pointers of the places outside of schemas.
var topPointers = [...]string{placeTitle: "/title", placeDescription: "/description"}

// A description is a prepared entry of descriptions.
type description struct {
	entry              *ruleset.Description
	title, description *placed // nil if the entry has none
	arguments, results []*placed
}

// prepare prepares all entries. Package rules has checked their paths already.
func (e *Engine) prepare() error {
	s := newAnswerBuilder()
	e.descriptions = make([]description, 0, len(e.Rules.Descriptions()))
	for _, entry := range e.Rules.Descriptions() {
		d := description{entry: entry, title: s.place(entry.Title(), nil), description: s.place(entry.Description(), nil)}
		for _, part := range []struct {
			from []ruleset.Placed
			to   *[]*placed
		}{{entry.Arguments(), &d.arguments}, {entry.Results(), &d.results}} {
			for _, p := range part.from {
				path, err := schema.ParsePath(p.Path)
				if err != nil {
					return fmt.Errorf("%s: %w", p.Pointer, err)
				}
				*part.to = append(*part.to, s.place(p, &path))
			}
		}
		e.descriptions = append(e.descriptions, d)
	}
	e.shapes = len(s.shapes)
	var err error
	e.words, err = s.finish()
	return err
}
