package engine_test

import (
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// issues returns the catalog of one server. Guests see only tools that its server marks as
// read-only.
func issues() *engine.Catalog {
	eng, err := engine.Parse("tools.rules.yaml", []byte(`
version: 1
context: {role: string}
filter:
  exclude:
    - {id: guests-read, tools: "*", when: ctx.role == "guest" and not tool.readOnly}
descriptions:
  - {tools: github/list_issues, description: Issues of a repository.}
`), engine.Options{})
	if err != nil {
		panic(err)
	}
	catalog, err := eng.BuildCatalog([]engine.Server{{ID: "github", Lists: [][]byte{[]byte(`[
		{"name": "list_issues", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
		{"name": "create_issue", "inputSchema": {"type": "object"}}]`)}}})
	if err != nil {
		panic(err)
	}
	return catalog
}

// New compiles a file, here one that was built in Go. The error holds all problems of the file.
func ExampleNew() {
	file := &rules.File{Filter: rules.FilterSpec{
		Exclude: []rules.EntrySpec{{Tools: []string{"*/delete_*"}}, {Tools: []string{"fs/{write"}}},
	}}
	_, err := engine.New(file, engine.Options{})
	var problems rules.Problems
	if errors.As(err, &problems) {
		for _, p := range problems {
			fmt.Println(p.Pointer, p.Message)
		}
	}
	// Output:
	// /filter/exclude/1/tools/0 "{" has no "}"
}

// Invalid input affects only its own tool or server. The report lists all faults.
func ExampleEngine_BuildCatalog() {
	eng, err := engine.New(&rules.File{}, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog, err := eng.BuildCatalog([]engine.Server{
		{ID: "fs", Lists: [][]byte{[]byte(`[{"name": "read", "inputSchema": {"type": "object"}}, {"name": 7}]`)}},
		{ID: "github", Lists: [][]byte{[]byte(`not JSON`)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range catalog.Tools() {
		name, _ := catalog.Name(key)
		fmt.Println(key, name)
	}
	for _, fault := range catalog.Report().Faults {
		fmt.Println(fault.Key.Server, fault.Code)
	}
	// Output:
	// fs/read fs__read
	// fs no_name
	// github bad_list
}

// The filter hides tools that are not read-only from guests. A view holds what one request sees.
func ExampleView_Tools() {
	catalog := issues()
	for _, role := range []string{"guest", "member"} {
		for tool := range catalog.View(engine.Request{Attrs: map[string]any{"role": role}}).Tools() {
			fmt.Printf("%s: %s %q\n", role, tool.Name(), tool.Description())
		}
	}
	// Output:
	// guest: github__list_issues "Issues of a repository."
	// member: github__list_issues "Issues of a repository."
	// member: github__create_issue ""
}

// The filter hides create_issue from guests. The error is the same for hidden tools and for tools
// that do not exist. A host forwards a call only to the key that Resolve returns.
func ExampleView_Resolve() {
	view := issues().View(engine.Request{Attrs: map[string]any{"role": "guest"}})
	for _, name := range []string{"github__list_issues", "github__create_issue", "github__no_such_tool"} {
		key, err := view.Resolve(name)
		fmt.Println(name, "->", key, err, errors.Is(err, engine.ErrNotFound))
	}
	// Output:
	// github__list_issues -> github/list_issues <nil> false
	// github__create_issue -> / tool not found true
	// github__no_such_tool -> / tool not found true
}

// The filter hides create_issue from guests. Explain returns the entry that decides, with its
// position in the rule file. It is for operators, not for callers.
func ExampleCatalog_Explain() {
	key := engine.Key{Server: "github", Tool: "create_issue"}
	x := issues().Explain(engine.Request{Attrs: map[string]any{"role": "guest"}}, key)
	fmt.Println(x.Name, x.Visible, x.Basis)
	fmt.Println(x.Decider.EntryPlace, x.Decider.Spec.ID)
	// Output:
	// github__create_issue false exclude
	// tools.rules.yaml:6:7 guests-read
}
