package schema_test

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

func ExampleSchema_Locate() {
	tool := []byte(`{"properties": {"labels": {"items": {"$ref": "#/$defs/Label"}}},
	"$defs": {"Label": {"properties": {"name": {"type": "string"}}}}}`)
	root, err := jsontree.Parse(tool, jsontree.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := schema.New(tool, &root)
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := schema.ParsePath("labels[].name")
	if err != nil {
		fmt.Println(err)
		return
	}
	var edits []schema.Edit
	for _, place := range s.Locate(path).Places {
		fmt.Println(place.Pointer)
		if edit, ok := place.Describe("The exact name of a label."); ok {
			edits = append(edits, edit)
		}
	}
	out, err := schema.Apply(nil, tool, edits)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out))
	// Output:
	// /$defs/Label/properties/name
	// {"properties": {"labels": {"items": {"$ref": "#/$defs/Label"}}},
	//	"$defs": {"Label": {"properties": {"name": {"type": "string","description":"The exact name of a label."}}}}}
}
