package rules

import (
	"fmt"
	"regexp"

	"github.com/toolrules/toolrules/internal/source"
)

var (
	// variable matches what stands for a value in templates, shells and CI systems. Braces inside each other can be a pattern.
	variable = regexp.MustCompile(`\$\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{\{-?\s*[\w.$]+\s*-?\}\}`)
	// ownText matches a placeholder for something of the tool that a text is for. In a text, other braces can be meant.
	ownText = regexp.MustCompile(`(?i)(?:\$\{|\{\{-?\s*)\.?(?:tool\.|(?:original|server|upstream|default)[_. ]?)?` +
		`(?:description|title|summary|original|super)(?:\(\))?\s*-?\}\}?|\{(?:original_)?description\}`)
)

// placeholders warns of what looks like a variable, which rule files do not have: it is compared, or sent to the model, as it is.
func placeholders(root *source.Node) (ps []*Problem) {
	warn := func(n *source.Node, place *regexp.Regexp, format, hint string) {
		at := place.FindStringIndex(n.Text)
		if n.Kind != source.String || at == nil {
			return
		}
		ps = append(ps, &Problem{Code: CodePlaceholder, Severity: Warning, Pointer: n.Pointer, Offset: at[0],
			Message: fmt.Sprintf(format, n.Text[at[0]:at[1]]), Hint: hint})
	}
	each := func(n *source.Node) {
		warn(n, variable, "%q is compared as it is: there are no variables", "write the value itself")
	}
	condition := func(n *source.Node) {
		warn(n, variable, "%q is compared as it is: there are no variables",
			"write the value itself, or declare it under context and read ctx.name")
	}
	text := func(n *source.Node) {
		warn(n, ownText, "%q is sent as it is: a text replaces the server's own, and cannot include it", "write all of the text")
	}
	for _, side := range []string{"include", "exclude"} {
		for _, entry := range items(child(child(root, "filter"), side)) {
			scalars(entry, func(key string, n *source.Node) {
				switch key {
				case "when":
					condition(n)
				case "", "tools", "server":
					each(n)
				}
			})
		}
	}
	scalars(child(root, "sets"), func(_ string, n *source.Node) { each(n) })
	for _, entry := range items(child(root, "descriptions")) {
		scalars(child(entry, "tools"), func(_ string, n *source.Node) { each(n) })
		for _, part := range []string{"title", "description", "arguments", "results"} {
			scalars(child(entry, part), func(key string, n *source.Node) {
				if key == "when" {
					condition(n)
					return
				}
				text(n)
			})
		}
	}
	return ps
}

// scalars calls yield for each scalar below a node, with the key of the mapping in which it stands, itself or in a list.
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
