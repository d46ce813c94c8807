package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/naming"
)

// The functions below return what to write for a value of an unexpected kind; empty if that is not
// clear.

// fileInstead is for a file that is not a mapping: another format.
func fileInstead(n *source.Node) string {
	text := strings.TrimSpace(n.Text)
	if n.Kind == source.String && (strings.Contains(text, "=") || strings.HasPrefix(text, "<") ||
		strings.HasPrefix(text, "[")) {
		return "a rule file is YAML or JSON: write version: 1, and the other keys below it"
	}
	return ""
}

// everyTool and noTool hold words that are written instead of a list of patterns.
var (
	everyTool = []string{"all", "any", "everything", "true", "yes", "on"}
	noTool    = []string{"none", "nothing", "no", "false", "off", "never"}
)

// sideInstead returns the function for the list of one side of the filter.
func sideInstead(none string) func(*source.Node) string {
	return func(n *source.Node) string {
		if n.Kind == source.Map {
			return patternsByServer(n)
		}
		if n.Kind != source.String && n.Kind != source.Bool {
			return ""
		}
		switch word := strings.ToLower(n.Text); {
		case slices.Contains(everyTool, word):
			return `write ["*"]`
		case slices.Contains(noTool, word):
			return none
		}
		return ""
	}
}

// patternsByServer returns what to write for a mapping from servers to tools where a list of
// patterns is expected, as in {fs: [read_file]}; empty if it is not one, or is long.
func patternsByServer(n *source.Node) string {
	const most = 8
	var patterns []string
	for _, e := range n.Entries {
		tools := e.Value.Items
		if e.Value.Kind == source.String {
			tools = []*source.Node{e.Value}
		}
		if len(tools) == 0 || filterEntryShape.Key(e.Key.Text) != nil || naming.CheckServerID(e.Key.Text) != nil {
			return ""
		}
		for _, tool := range tools {
			if tool.Kind != source.String || strings.Contains(tool.Text, "/") || len(patterns) == most {
				return ""
			}
			patterns = append(patterns, source.Quote(e.Key.Text+"/"+tool.Text))
		}
	}
	if len(patterns) == 0 {
		return ""
	}
	return "write [" + strings.Join(patterns, ", ") + "]"
}

// verbosityInstead is for a level alone instead of the mapping with default.
func verbosityInstead(n *source.Node) string {
	if n.Kind == source.Int {
		return "write {default: " + n.Text + "}"
	}
	return ""
}

// serverNameInstead is for the name alone instead of the mapping with as.
func serverNameInstead(n *source.Node) string {
	if n.Kind == source.String {
		return "write {as: " + source.Quote(n.Text) + "}"
	}
	return ""
}

// pairsInstead returns the function for a list where a mapping from one text to another is
// expected, as in [{from: a, to: b}]. The format string is for one pair.
func pairsInstead(format string) func(*source.Node) string {
	return func(n *source.Node) string {
		if n.Kind != source.List || len(n.Items) == 0 {
			return ""
		}
		var all []string
		for _, item := range n.Items {
			switch entries := item.Entries; {
			case item.Kind == source.String:
				all = append(all, fmt.Sprintf(format, item.Text, "string"))
			case len(entries) == 2 && entries[0].Value.Kind == source.String && entries[1].Value.Kind == source.String:
				all = append(all, fmt.Sprintf(format, entries[0].Value.Text, entries[1].Value.Text))
			default:
				return ""
			}
		}
		return "write {" + strings.Join(all, ", ") + "}"
	}
}

// entriesInstead returns the function for a mapping where a list of mappings is expected, as in
// {codex: a}. The format string is for one item.
func entriesInstead(elem *shape.Shape, format string) func(*source.Node) string {
	return func(n *source.Node) string {
		if n.Kind != source.Map || len(n.Entries) == 0 {
			return ""
		}
		for _, e := range n.Entries {
			if elem.Key(e.Key.Text) != nil || e.Value.Kind != source.String {
				return ""
			}
		}
		first := n.Entries[0]
		return "write " + fmt.Sprintf(format, source.InBraces(first.Key.Text), source.InBraces(first.Value.Text))
	}
}

// typeInstead is for a value instead of the name of a type: true for bool.
func typeInstead(n *source.Node) string {
	switch n.Kind {
	case source.Bool:
		return "write bool"
	case source.Int:
		return "write int"
	case source.Float:
		return "write float"
	}
	return ""
}

// conditionInstead is for a list or a mapping instead of a condition: with the operator that its
// key names, or with both possible operators for a list.
func conditionInstead(n *source.Node) string {
	general := `write one condition, as in when: tool.destructive and ctx.runner == "codex"`
	switch {
	case n.Kind == source.Map && len(n.Entries) == 1:
		inner := n.Entries[0].Value
		if inner.Kind == source.String {
			inner = &source.Node{Kind: source.List, Items: []*source.Node{inner}}
		}
		switch strings.ToLower(n.Entries[0].Key.Text) {
		case "any", "or", "anyof", "any_of", "some":
			if text := joined(inner, " or "); text != "" {
				return "write when: " + text
			}
		case "all", "and", "allof", "all_of", "every":
			if text := joined(inner, " and "); text != "" {
				return "write when: " + text
			}
		case "not", "none", "unless":
			if len(inner.Items) == 1 && inner.Items[0].Kind == source.String {
				return "write when: " + source.Quote("not ("+inner.Items[0].Text+")")
			}
		}
		return general
	case n.Kind == source.List && len(n.Items) == 1:
		if text := joined(n, ""); text != "" {
			return "write when: " + text
		}
	case n.Kind == source.List:
		and, or := joined(n, " and "), joined(n, " or ")
		if and != "" {
			return "write when: " + and + " if all must hold, or when: " + or + " if one is enough"
		}
	case n.Kind != source.Map:
		return ""
	}
	return general
}

// joined returns conditions with an operator between them, in quotes; empty if one is not a string.
func joined(list *source.Node, operator string) string {
	var all []string
	for _, item := range list.Items {
		if item.Kind != source.String && item.Kind != source.Bool {
			return ""
		}
		text := strings.TrimSpace(item.Text)
		if len(list.Items) > 1 && loose.MatchString(text) {
			text = "(" + text + ")"
		}
		all = append(all, text)
	}
	return source.Quote(strings.Join(all, operator))
}

// loose matches a condition that needs parentheses next to and and or.
var loose = regexp.MustCompile(`\bor\b|\band\b|\|\||&&|\?`)
