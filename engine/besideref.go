package engine

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/naming"
)

// refusingBesideRef maps the targets that refuse a schema with a description beside a $ref to their
// names in messages.
var refusingBesideRef = map[naming.Provider]string{naming.OpenAI: "OpenAI's strict mode"}

// besideRef reports the places of an entry that have a $ref, where setting or removing a
// description beside it does not have the intended effect.
func (f *placeFaults) besideRef(t *tool, text *placed, doc *schema.Schema, found []schema.Place) {
	if !slices.ContainsFunc(found, schema.Place.IsReference) {
		return
	}
	var refs []schema.Place
	for _, p := range found {
		if p.IsReference() {
			refs = append(refs, p)
		}
	}
	if text.sets {
		f.refused(t, text, doc, refs)
	}
	if text.removes {
		f.remains(t, text, doc, refs)
	}
}

// refused reports descriptions beside a $ref that a target refuses or the schema's draft ignores.
func (f *placeFaults) refused(t *tool, text *placed, doc *schema.Schema, refs []schema.Place) {
	code, why := CodePlaceRefused, ""
	for _, target := range f.engine.scheme.Targets {
		if who, ok := refusingBesideRef[target]; ok {
			why = "which " + who + " refuses"
		}
	}
	if draft := doc.IgnoresBesideRef(); draft != "" && why == "" {
		code, why = CodePlaceIgnored, "which "+draft+" ignores"
	} else if draft != "" {
		why += " and " + draft + " ignores"
	}
	if why == "" {
		return
	}
	few(refs, func(p schema.Place) {
		f.add(t, text, code, p.Pointer, fmt.Sprintf("is a $ref: the description stands beside it, %s%s", why, instead(doc, p)))
	}, func(rest int) {
		f.add(t, text, code, "", fmt.Sprintf("leads to %d more places that have a $ref", rest))
	})
}

// instead returns the end of a message: which path changes the definition that a $ref refers to.
// Returns "" if there is no such path.
func instead(doc *schema.Schema, p schema.Place) string {
	if pointer, ok := doc.Referenced(p); ok && len(pointer) <= schema.MaxPathBytes {
		return "; to change the definition for all who refer to it write " + pointer
	}
	return ""
}

// remains reports descriptions that are to be removed but are in the definition that a $ref refers
// to.
func (f *placeFaults) remains(t *tool, text *placed, doc *schema.Schema, refs []schema.Place) {
	refs = slices.DeleteFunc(slices.Clone(refs), func(p schema.Place) bool {
		_, ok := doc.Referenced(p)
		return !ok
	})
	few(refs, func(p schema.Place) {
		what := "is a $ref without a description of its own: removing it changes nothing, the description stands in the definition"
		if p.Description() != nil {
			what = "is a $ref: its own description is removed, and that of the definition stays"
		}
		f.add(t, text, CodePlaceRemains, p.Pointer, what+instead(doc, p))
	}, func(rest int) {
		f.add(t, text, CodePlaceRemains, "", fmt.Sprintf("leads to %d more places that have a $ref to a definition with a description", rest))
	})
}
