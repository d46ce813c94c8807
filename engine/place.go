package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/rules"
)

// A place is one text of one tool that rules may tailor: its title, its description, or the description of a schema inside it.
type place struct {
	kind    placeKind
	pointer string      // from the tool: /title, /inputSchema/properties/body
	texts   []candidate // the most specific entry first: the first one that has an answer gives it
}

// A candidate is a text that reaches a place.
type candidate struct {
	*placed
	class uint32 // of the tool, in its part, if the text reads the tool
}

type placeKind uint8

const (
	placeTitle placeKind = iota
	placeDescription
	placeArgument
	placeResult
)

// members are where the places of a kind are.
var members = [...]string{placeTitle: "title", placeDescription: "description", placeArgument: "inputSchema", placeResult: "outputSchema"}

// topPointers are the pointers of the places that are no schemas.
var topPointers = [...]string{placeTitle: "/title", placeDescription: "/description"}

// A description is an entry of descriptions with its texts ready.
type description struct {
	entry              *rules.Description
	title, description *placed // nil: none
	arguments, results []*placed
}

// prepare makes all entries ready. Package rules has checked their paths already.
func (e *Engine) prepare() error {
	s := newSpeller()
	e.descriptions = make([]description, 0, len(e.rules.Descriptions()))
	for _, entry := range e.rules.Descriptions() {
		d := description{entry: entry, title: s.place(entry.Title(), nil), description: s.place(entry.Description(), nil)}
		for _, part := range []struct {
			from []rules.Placed
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
