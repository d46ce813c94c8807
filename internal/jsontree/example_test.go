package jsontree_test

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// An invalid tool does not affect the others.
func ExampleOutline() {
	data := []byte(`{"tools": [{"name": "a"}, {"name": "b", "name": "c"}, 5, {"name": "d"}], "nextCursor": ""}`)

	result, err := jsontree.Outline(data, 0, len(data))
	if err != nil {
		fmt.Println(err)
		return
	}
	tools := result.Get("tools")
	list, err := jsontree.Outline(data, tools.Start, tools.End)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, item := range list.Items {
		tool, err := jsontree.ParseRange(data, item.Start, item.End, jsontree.Options{})
		switch {
		case err != nil:
			fmt.Println(i, err)
		case tool.Kind != jsontree.Object:
			fmt.Printf("%d byte %d: a tool can't be a %s\n", i, tool.Start, tool.Kind)
		default:
			fmt.Println(i, tool.Get("name").Text(data))
		}
	}
	// Output:
	// 0 a
	// 1 byte 40, /name: duplicate name "name"
	// 2 byte 54: a tool can't be a number
	// 3 d
}
