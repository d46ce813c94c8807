package ruleset

import (
	"fmt"
	"regexp"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

var (
	// variable matches a placeholder of templates, shells and CI systems. Nested braces can be a
	// pattern.
	variable = regexp.MustCompile(`\$\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{\{-?\s*[\w.$]+\s*-?\}\}`)
	// ownText matches a placeholder for a property of the tool that a text is for. In a text, other
	// braces can be intended.
	ownText = regexp.MustCompile(`(?i)(?:\$\{|\{\{-?\s*)\.?(?:tool\.|(?:original|server|upstream|default)[_. ]?)?` +
		`(?:description|title|summary|original|super)(?:\(\))?\s*-?\}\}?|\{(?:original_)?description\}`)
)

const noVariables = "there are no variables: write the value itself"

// variableHint returns what to write for a pattern with a variable in it; empty for others.
func variableHint(text string) string {
	if variable.MatchString(text) {
		return noVariables
	}
	return ""
}

// variableIn warns of a variable in a pattern; nil if there is none.
func variableIn(pointer, text string) *rules.Problem {
	at := variable.FindStringIndex(text)
	if at == nil {
		return nil
	}
	return &rules.Problem{Code: rules.CodePlaceholder, Severity: rules.SeverityWarning, Pointer: pointer, Offset: at[0],
		Hint:    noVariables,
		Message: fmt.Sprintf("%q in a pattern is compared as it is", text[at[0]:at[1]])}
}

// placeholders warns of variables in conditions and texts: they are compared, or sent to the model,
// unchanged.
func placeholders(origin *source.File) (ps []*rules.Problem) {
	if origin == nil || origin.Root() == nil {
		return nil
	}
	root := origin.Root()
	look := func(key string, n *source.Node) {
		like, format, hint := ownText, "%q is sent as it is: a text replaces the server's own, and cannot include it", "write all of the text"
		if key == "when" {
			like, format = variable, "%q in a condition is compared as it is"
			hint = noVariables + ", or declare it under context and read ctx.name"
		}
		at := like.FindStringIndex(n.Text)
		if n.Kind != source.String || at == nil {
			return
		}
		ps = append(ps, &rules.Problem{Code: rules.CodePlaceholder, Severity: rules.SeverityWarning, Pointer: n.Pointer,
			Offset:  at[0],
			Message: fmt.Sprintf(format, n.Text[at[0]:at[1]]), Hint: hint})
	}
	for _, side := range []string{"include", "exclude"} {
		for _, entry := range itemsOf(root.Get("filter").Get(side)) {
			if when := entry.Get("when"); when != nil {
				look("when", when)
			}
		}
	}
	for _, entry := range itemsOf(root.Get("descriptions")) {
		for _, part := range []string{"title", "description", "arguments", "results"} {
			scalars(entry.Get(part), look)
		}
	}
	return ps
}

// scalars calls yield for each scalar below a node, with the key of the mapping that contains it,
// directly or in a list.
func scalars(n *source.Node, yield func(key string, n *source.Node)) {
	var walk func(key string, n *source.Node)
	walk = func(key string, n *source.Node) {
		switch {
		case n == nil:
		case n.Kind == source.Map:
			for _, e := range n.Entries {
				walk(e.Key.Text, e.Value)
			}
		case n.Kind == source.List:
			for _, item := range n.Items {
				walk(key, item)
			}
		default:
			yield(key, n)
		}
	}
	walk("", n)
}

// itemsOf returns the items of a node; nil if the node is nil.
func itemsOf(n *source.Node) []*source.Node {
	if n == nil {
		return nil
	}
	return n.Items
}
