package ruletest

import (
	"regexp"

	"github.com/toolrules/toolrules/internal/shape"
)

// format is the table of keys: everything that may stand in a test file.
var format = &shape.Format{
	Title: "toolrules test file",
	Doc:   "What requests are expected to see under a rule file.",
	Root: &shape.Shape{Kind: shape.Mapping, Name: "a test file", Empty: "write rules, catalog and cases", Keys: []shape.Key{
		shape.Need("rules", "The rule file, relative to this file.", &shape.Shape{Kind: shape.Text, Name: "the path of a rule file"}).
			Writing("rules: tools.rules.yaml"),
		shape.Need("catalog", "The tools: files, directories of files, or id=path, relative to this file.",
			textsShape("a catalog", "the list of catalogs", "name at least one catalog")).
			Writing("catalog: catalogs/"),
		shape.Need("cases", "What requests are expected to see.",
			&shape.Shape{Kind: shape.List, Name: "the list of cases", Empty: "write at least one case",
				Elem: caseShape}).Writing("cases: [{name: guests delete nothing, hides: '*/*delete*'}]"),
	}},
	Homes: []shape.Home{{Name: "request", Shape: requestShape}, {Name: "a case", Shape: caseShape}},
}

// JSONSchema gives the JSON Schema (draft-07, which editors know best) of test files, indented, with a final newline. It is printed
// from the table that the loader checks files against. Like every schema it knows shapes only.
func JSONSchema() []byte { return format.JSONSchema() }

var caseShape = &shape.Shape{Kind: shape.Mapping, Name: "a case", Empty: "write a name, and what is expected", Some: expectations,
	Keys: []shape.Key{
		shape.Need("name", "What the case is about, for people; unique in the file.",
			&shape.Shape{Kind: shape.Text, Name: "the name of a case"}).
			Writing("name: what the case is about"),
		shape.May("request", "What the request carries. Left out: nothing.", requestShape),
		shape.May("sees", "Patterns, each of which matches at least one visible tool, exactly.", patternsShape),
		shape.May("hides", "Patterns that match hidden tools only, loosely.", patternsShape),
		shape.May("only", "Patterns of which one matches each visible tool, exactly.",
			&shape.Shape{Kind: shape.Choice, Name: patternsShape.Name,
				Empty: "write hides: '*' where nothing is visible", OneOf: []*shape.Shape{patternsShape.OneOf[0],
					{Kind: shape.List, Name: "a list of patterns", Empty: "write hides: '*' where nothing is visible",
						Elem: patternsShape.OneOf[0]}}}),
		shape.May("names", "Exposed names by server/tool; null for a tool that has none.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of names", Empty: "leave names out", KeyIs: toolKey,
				Elem: &shape.Shape{Kind: shape.Text, Name: "an exposed name", Empty: "write null for a tool that has none", Null: true}}),
		shape.May("texts", "Texts by server/tool and place; null where there is no such key.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of texts", Empty: "leave texts out", KeyIs: toolKey,
				Elem: &shape.Shape{Kind: shape.Dictionary, Name: "the texts of a tool",
					Empty: "write a place and its text: description: Open an issue.",
					KeyIs: shape.KeyRule{Name: "a text", Match: regexp.MustCompile(`^(title|description|(arguments|results)\..+)$`),
						Hint: "write title, description, arguments.PATH or results.PATH"},
					Elem: &shape.Shape{Kind: shape.Text, Name: "a text", Empty: "write null where there is no such key", Null: true,
						Blank: shape.AnyText}}}),
		shape.May("decided_by", "By server/tool: the id or the JSON Pointer of the entry that decides, default or no_include.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of decisions", Empty: "leave decided_by out", KeyIs: toolKey,
				Elem: &shape.Shape{Kind: shape.Text, Name: "what decides", Empty: "write an id, a JSON Pointer, default or no_include"}}),
	}}

var toolKey = shape.KeyRule{Name: "a tool"}

var requestShape = &shape.Shape{Kind: shape.Mapping, Name: "a request", Empty: "leave request out for one that carries nothing",
	Hollow: true,
	Doc:    "runner, model, verbosity, and the attributes that the rule file declares under context.",
	Keys: []shape.Key{
		shape.May("runner", "The program that drives the model.",
			&shape.Shape{Kind: shape.Text, Name: "a runner", Empty: "leave it out where it is missing"}),
		shape.May("model", "The model.", &shape.Shape{Kind: shape.Text, Name: "a model", Empty: "leave it out where it is missing"}),
		shape.May("verbosity", "How many words are wanted: 0 to 9.", &shape.Shape{Kind: shape.Integer, Name: "a level", Min: 0, Max: 9}),
	},
	KeyIs:  shape.KeyRule{Name: "an attribute", Match: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)},
	Others: &shape.Shape{Kind: shape.Anything},
}

var patternsShape = textsShape("a pattern", "a list of patterns", "list at least one pattern")

// textsShape is a text or a list of texts.
func textsShape(one, list, empty string) *shape.Shape {
	text := &shape.Shape{Kind: shape.Text, Name: one, Empty: empty}
	return &shape.Shape{Kind: shape.Choice, Name: one + " or " + list, Empty: empty,
		OneOf: []*shape.Shape{text, {Kind: shape.List, Name: list, Empty: empty, Elem: text}}}
}
