package ruletest

import (
	"regexp"

	"github.com/toolrules/toolrules/internal/shape"
)

// format is the table of all keys of a test file.
var format = &shape.Format{
	Title: "toolrules test file",
	Doc:   "What requests are expected to see with a rule file.",
	Root: &shape.Shape{
		Kind: shape.Mapping, Name: "a test file", Empty: "write rules, catalog and cases", Some: []string{"cases", "properties"},
		Keys: []shape.Key{
			shape.Need("rules", "The rule file, relative to this file.",
				&shape.Shape{Kind: shape.Text, Name: "the path of a rule file"}).
				Writing("rules: tools.rules.yaml"),
			shape.Need("catalog", "The tools: files, directories of files, or id=path, relative to this file.",
				stringsShape("a catalog", "the list of catalogs", "name at least one catalog")).
				Writing("catalog: catalogs/"),
			shape.May("cases", "What requests are expected to see.",
				&shape.Shape{Kind: shape.List, Name: "the list of cases", Empty: "write at least one case", Elem: caseShape}),
			shape.May("properties", "What holds for all requests.",
				&shape.Shape{Kind: shape.List, Name: "the list of properties", Empty: "write at least one property", Elem: propertyShape}),
		},
	},
	Owners: []shape.Owner{{Name: "request", Shape: requestShape}, {Name: "a case", Shape: caseShape}, {Name: "a property", Shape: propertyShape}},
}

// JSONSchema returns the JSON Schema of test files, indented, with a final newline. It uses
// draft-07, which editors support best, and is generated from the table that [Parse] checks files
// with. It describes the form of a file only.
func JSONSchema() []byte { return format.JSONSchema() }

var caseShape = &shape.Shape{
	Kind: shape.Mapping, Name: "a case", Empty: "write a name and expectations", Some: expectations,
	Keys: []shape.Key{
		shape.Need("name", "What the case tests, for people; unique in the file.",
			&shape.Shape{Kind: shape.Text, Name: "the name of a case"}).
			Writing("name: what the case tests"),
		shape.May("request", "The request. If it is left out, it is empty.", requestShape),
		shape.May("sees", "Patterns, exactly matched: each matches at least one visible tool.", patternsShape),
		shape.May("hides", "Patterns, loosely matched: all tools that they match are hidden.", patternsShape),
		shape.May("only", "Patterns, exactly matched: each visible tool matches one of them.",
			&shape.Shape{
				Kind: shape.Choice, Name: patternsShape.Name, Empty: onlyNothing,
				OneOf: []*shape.Shape{
					patternsShape.OneOf[0],
					{Kind: shape.List, Name: "a list of patterns", Empty: onlyNothing, Elem: patternsShape.OneOf[0]},
				},
			}),
		shape.May("names", "Exposed names by server/tool; null for a tool without one.",
			byTool("the mapping of names", "leave names out", &shape.Shape{
				Kind: shape.Text, Name: "an exposed name", Empty: "write null for a tool without a name", Null: true,
			})),
		shape.May("texts", "Titles and descriptions by server/tool and location; null if the key is absent.",
			byTool("the mapping under texts", "leave texts out", &shape.Shape{
				Kind: shape.Dictionary, Name: "the texts of a tool",
				Empty: "write a location and its text: description: Open an issue.",
				KeyIs: shape.KeyRule{Name: "a text", Match: regexp.MustCompile(`^(title|description|(arguments|results)\..+)$`),
					Hint: "write title, description, arguments.PATH or results.PATH"},
				Elem: &shape.Shape{Kind: shape.Text, Name: "a text", Empty: "write null if the key is absent", Null: true,
					Blank: shape.AnyText},
			})),
		shape.May("decided_by",
			"What decides, by server/tool: the id or the JSON Pointer of an entry, default or no_include.",
			byTool("the mapping of decisions", "leave decided_by out", &shape.Shape{
				Kind: shape.Text, Name: "what decides", Empty: "write an id, a JSON Pointer, default or no_include",
			})),
		shape.May("listed", "Patterns, exactly matched: each matches at least one tool in the list.", patternsShape),
		shape.May("deferred", "Patterns, exactly matched: each matches at least one visible tool that is not in the list.", patternsShape),
		shape.May("finds", "By query: patterns, exactly matched, of which each matches at least one tool that a search finds.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of queries", Empty: "leave finds out",
				KeyIs: shape.KeyRule{Name: "a query"}, Elem: patternsShape}),
		shape.May("at_most", "The list has at most this, the tools that search and call included.",
			&shape.Shape{Kind: shape.Mapping, Name: "a size", Empty: "write tools or bytes", Keys: []shape.Key{
				shape.May("tools", "The number of tools.", &shape.Shape{Kind: shape.Integer, Name: "a number of tools", Min: 1, Max: 1_000_000}),
				shape.May("bytes", "The size of the list as JSON.", &shape.Shape{Kind: shape.Integer, Name: "a number of bytes", Min: 2, Max: 1 << 30}),
			}}),
	},
}

// onlyNothing is what to write instead of an empty list under only.
const onlyNothing = "write hides: '*' if nothing is visible"

// byTool returns the shape of a mapping whose keys name tools.
func byTool(name, empty string, elem *shape.Shape) *shape.Shape {
	return &shape.Shape{Kind: shape.Dictionary, Name: name, Empty: empty, KeyIs: shape.KeyRule{Name: "a tool"}, Elem: elem}
}

var requestShape = &shape.Shape{
	Kind: shape.Mapping, Name: "a request", Empty: "leave request out for an empty one", Hollow: true,
	Doc: "runner, model, verbosity, and the attributes that the rule file declares under context.",
	Keys: []shape.Key{
		shape.May("runner", "The program that drives the model.",
			&shape.Shape{Kind: shape.Text, Name: "a runner", Empty: "leave it out if it is missing"}),
		shape.May("model", "The model.",
			&shape.Shape{Kind: shape.Text, Name: "a model", Empty: "leave it out if it is missing"}),
		shape.May("verbosity", "How detailed descriptions should be: 0 to 9.",
			&shape.Shape{Kind: shape.Integer, Name: "a level", Min: 0, Max: 9}),
	},
	KeyIs:  shape.KeyRule{Name: "an attribute", Match: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)},
	Others: &shape.Shape{Kind: shape.Anything},
}

var patternsShape = stringsShape("a pattern", "a list of patterns", "list at least one pattern")

// stringsShape is the shape of a string or a list of strings.
func stringsShape(one, list, empty string) *shape.Shape {
	item := &shape.Shape{Kind: shape.Text, Name: one, Empty: empty}
	return &shape.Shape{Kind: shape.Choice, Name: one + " or " + list, Empty: empty,
		OneOf: []*shape.Shape{item, {Kind: shape.List, Name: list, Empty: empty, Elem: item}}}
}
