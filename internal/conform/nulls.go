package conform

import (
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

var (
	toolNulls   = []string{"title", "description", "outputSchema", "annotations", "icons", "execution", "_meta"}
	schemaNulls = []string{"properties", "required"}
)

// DropNulls returns the JSON of a tool without the nulls that count as not sent, and reports
// whether there were any. If there were none it returns raw itself. The tool must be an object, and
// raw the document that it was parsed from; neither is changed.
func DropNulls(raw []byte, tool *jsontree.Node) (clean []byte, dropped bool) {
	var edits []schema.Edit
	edits = dropFrom(edits, tool, toolNulls)
	edits = dropFrom(edits, tool.Get("annotations"), nil)
	edits = dropFrom(edits, tool.Get("inputSchema"), schemaNulls)
	edits = dropFrom(edits, tool.Get("outputSchema"), schemaNulls)
	if len(edits) == 0 {
		return raw, false
	}
	clean, err := schema.Apply(make([]byte, 0, len(raw)), raw, edits)
	if err != nil {
		return raw, false // edits of different members never overlap
	}
	return clean, true
}

// dropFrom appends the edits that remove the null members of an object with one of the names. No
// names means all names.
func dropFrom(edits []schema.Edit, object *jsontree.Node, names []string) []schema.Edit {
	if object == nil {
		return edits
	}
	drops := func(m jsontree.Member) bool {
		return m.Value.Kind == jsontree.Null && (len(names) == 0 || slices.Contains(names, m.Name))
	}
	if !slices.ContainsFunc(object.Members, drops) {
		return edits
	}
	keep := slices.IndexFunc(object.Members, func(m jsontree.Member) bool { return !drops(m) })
	if keep < 0 {
		return append(edits, schema.Edit{Start: object.Start + 1, End: object.End - 1})
	}
	for i, m := range object.Members {
		if drops(m) {
			edits = append(edits, schema.RemoveBeside(object, i, keep))
		}
	}
	return edits
}
