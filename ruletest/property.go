package ruletest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/prove"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// A Property is a statement about all requests. It has exactly one of Never, Always, Only,
// IndependentOf, NeverFails and AtMost.
type Property struct {
	Name string
	For  string // a condition: the requests that the property is about; empty for all

	Never  []rules.EntrySpec // no request sees a tool that one of them matches; names are compared as by exclude
	Always []rules.EntrySpec // each request sees all tools that they match; names are compared exactly
	Only   []rules.EntrySpec // no request sees a tool that none of them matches; names are compared exactly

	IndependentOf []string // paths of attributes: requests that differ only in these see the same tools
	NeverFails    bool     // no entry of the filter fails
	AtMost        *Size    // no request sees more

	// AnyTool makes Never, Only and NeverFails a statement about every tool that any server could
	// list, alone in its catalog, instead of the tools of the catalogs.
	AnyTool bool
}

// A Size is the maximum of a list. Zero is no limit.
type Size struct {
	Tools int // how many tools
	Bytes int // the sum of their JSON, as it is sent
}

// statements are the keys of a property of which it has one.
var statements = []string{"never", "always", "only", "independent_of", "never_fails", "at_most"}

// stated returns the keys of the statements that a property has.
func (p *Property) stated() (keys []string) {
	for i, has := range []bool{p.Never != nil, p.Always != nil, p.Only != nil, p.IndependentOf != nil, p.NeverFails, p.AtMost != nil} {
		if has {
			keys = append(keys, statements[i])
		}
	}
	return keys
}

// compile returns the property for rules. Pointers of problems start at the property.
func (p *Property) compile(r *ruleset.Rules) (*prove.Property, rules.Problems) {
	var ps rules.Problems
	keys := p.stated()
	if len(keys) != 1 {
		problem := &rules.Problem{Code: CodeNoStatement, Offset: -1, Message: "the property states nothing",
			Hint: "write one of " + strings.Join(statements, ", ")}
		if len(keys) > 1 {
			problem.Message = "the property states several things: " + strings.Join(keys, ", ")
			problem.Hint = "write a property for each of them"
		}
		return nil, rules.Problems{problem}
	}
	made := &prove.Property{Kind: prove.Kind(slices.Index(statements, keys[0])), Apart: p.IndependentOf}
	if made.AnyTool = p.AnyTool; made.AnyTool && made.Kind != prove.Never && made.Kind != prove.Only && made.Kind != prove.NeverFails {
		ps = append(ps, &rules.Problem{Code: CodeNoStatement, Pointer: "/any_tool", Offset: -1,
			Message: keys[0] + " can't be stated about any tool", Hint: "remove any_tool, or write never, only or never_fails"})
	}
	if p.AtMost != nil {
		made.Tools = p.AtMost.Tools
	}
	spec := rules.FilterSpec{Include: slices.Concat(p.Always, p.Only)}
	side := ruleset.IncludeSide
	if p.Never != nil {
		spec, side = rules.FilterSpec{Exclude: p.Never}, ruleset.ExcludeSide
	}
	filter, err := ruleset.CompileFilter(spec, r.Scope())
	ps = append(ps, below(err, "/"+side.String(), "/"+keys[0])...)
	made.Entries = filter
	if p.For != "" {
		selects, err := ruleset.CompileFilter(rules.FilterSpec{Include: []rules.EntrySpec{{When: p.For}}}, r.Scope())
		ps = append(ps, below(err, "/include/0/when", "/for")...)
		if err == nil {
			made.For = selects.Entries(ruleset.IncludeSide)[0].When()
		}
	}
	for i, path := range p.IndependentOf {
		if problem := unknownAttribute(r, path); problem != nil {
			problem.Pointer = fmt.Sprintf("/independent_of/%d", i)
			ps = append(ps, problem)
		}
	}
	return made, ps
}

// below returns the problems of an error with pointers below another key.
func below(err error, old, key string) (ps rules.Problems) {
	for _, p := range asProblems(err) {
		p.Pointer = key + strings.TrimPrefix(p.Pointer, old)
		ps = append(ps, p)
	}
	return ps
}

func asProblems(err error) rules.Problems {
	ps, _ := err.(rules.Problems)
	return ps
}

// unknownAttribute returns the problem of a path that is not an attribute of requests.
func unknownAttribute(r *ruleset.Rules, path string) *rules.Problem {
	var known []string
	for _, a := range r.Env().Attributes() {
		if strings.HasPrefix(a.Path, "ctx.") {
			known = append(known, a.Path)
		}
	}
	if slices.Contains(known, path) {
		return nil
	}
	return &rules.Problem{Code: CodeUndeclared, Offset: -1,
		Message: fmt.Sprintf("the rule file does not declare %s", path), Hint: "write one of " + strings.Join(known, ", ")}
}

// properties reads the list of properties.
func (r *reader) properties(items []*source.Node) {
	names := map[string]bool{}
	for _, n := range items {
		p := r.property(n)
		if p.Name != "" && names[p.Name] {
			r.report(n.Get("name"), &rules.Problem{Code: CodeDuplicateProperty, Offset: -1,
				Message: fmt.Sprintf("another property has the name %q", p.Name), Hint: "give each property its own name"})
		}
		names[p.Name] = true
		r.file.Properties = append(r.file.Properties, p)
	}
}

// property reads a property.
func (r *reader) property(n *source.Node) Property {
	p := Property{Name: textOf(n.Get("name")), For: textOf(n.Get("for"))}
	p.Never, p.Always, p.Only = entriesOf(n.Get("never")), entriesOf(n.Get("always")), entriesOf(n.Get("only"))
	p.IndependentOf = stringsOf(n.Get("independent_of"))
	if fails := n.Get("never_fails"); fails != nil {
		p.NeverFails = strings.EqualFold(fails.Text, "true")
	}
	if any := n.Get("any_tool"); any != nil {
		p.AnyTool = strings.EqualFold(any.Text, "true")
	}
	p.AtMost = sizeOf(n.Get("at_most"))
	return p
}

// sizeOf reads a size; n may be nil.
func sizeOf(n *source.Node) *Size {
	if n == nil {
		return nil
	}
	size := &Size{}
	for key, to := range map[string]*int{"tools": &size.Tools, "bytes": &size.Bytes} {
		if value := n.Get(key); value != nil {
			*to, _ = shape.Decimal(value.Text)
		}
	}
	return size
}

// entriesOf reads an entry, or a list of entries, as a filter has them.
func entriesOf(n *source.Node) (list []rules.EntrySpec) {
	for _, item := range itemsOrSelf(n) {
		if item.Kind == source.String {
			list = append(list, rules.EntrySpec{Tools: []string{item.Text}})
			continue
		}
		e := rules.EntrySpec{Tools: stringsOf(item.Get("tools")), When: textOf(item.Get("when"))}
		for key, to := range map[string]**string{"server": &e.Server, "regex": &e.Regex} {
			if value := item.Get(key); value != nil {
				*to = &value.Text
			}
		}
		list = append(list, e)
	}
	return list
}

func textOf(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// propertyShape is the form of a property.
var propertyShape = &shape.Shape{
	Kind: shape.Mapping, Name: "a property", Empty: "write a name and a statement", Some: statements,
	Keys: []shape.Key{
		shape.Need("name", "What the property states, for people; unique in the file.",
			&shape.Shape{Kind: shape.Text, Name: "the name of a property"}).
			Writing("name: what the property states"),
		shape.May("for", "A condition: the requests that the property is about. If it is left out, all.",
			&shape.Shape{Kind: shape.Text, Name: "a condition", Empty: "leave it out for all requests"}),
		shape.May("never", "Entries as in a filter, loosely matched: no request sees a tool that one of them matches.", entriesShape),
		shape.May("always", "Entries as in a filter, exactly matched: each request sees all tools that they match.", entriesShape),
		shape.May("only", "Entries as in a filter, exactly matched: each tool that a request sees matches one of them.", entriesShape),
		shape.May("independent_of", "Paths of attributes, as ctx.model: requests that differ only in these see the same tools.",
			stringsShape("a path", "a list of paths", "write a path, as ctx.model")),
		shape.May("never_fails", "true: no entry of the filter fails for a well-formed request.",
			&shape.Shape{Kind: shape.Boolean, Name: "true"}),
		shape.May("any_tool", "true: about every tool that any server could list. With never, only and never_fails.",
			&shape.Shape{Kind: shape.Boolean, Name: "true"}),
		shape.May("at_most", "No request sees more than this.",
			&shape.Shape{Kind: shape.Mapping, Name: "a size", Empty: "write a number of tools or bytes", Some: []string{"tools", "bytes"}, Keys: []shape.Key{
				shape.May("tools", "The number of tools.", &shape.Shape{Kind: shape.Integer, Name: "a number of tools", Min: 1, Max: 1_000_000}),
				shape.May("bytes", "The size of their JSON, as it is sent.", &shape.Shape{Kind: shape.Integer, Name: "a number of bytes", Min: 1, Max: 1_000_000_000}),
			}}),
	},
}

// entriesShape is the form of entries as a filter has them.
var entriesShape = &shape.Shape{Kind: shape.Choice, Name: "an entry or a list of entries", Empty: noEntries, OneOf: []*shape.Shape{
	entryShape.OneOf[0], entryShape.OneOf[1],
	{Kind: shape.List, Name: "a list of entries", Empty: noEntries, Elem: entryShape},
}}

// noEntries is what to write instead of nothing.
const noEntries = "write a pattern, $set, or a mapping with tools, regex or when"

var entryShape = &shape.Shape{Kind: shape.Choice, Name: "an entry", Empty: noEntries, OneOf: []*shape.Shape{
	{Kind: shape.Text, Name: "a pattern or $set", Empty: noEntries},
	{Kind: shape.Mapping, Name: "an entry", Empty: noEntries, Some: []string{"tools", "regex", "when"}, Keys: []shape.Key{
		shape.May("tools", "One pattern or $set, or a list of them.", patternsShape),
		shape.May("server", "The server segment that goes with regex.",
			&shape.Shape{Kind: shape.Text, Name: "a server pattern", Blank: shape.AnyText}).With("regex"),
		shape.May("regex", "A regular expression (RE2) over the tool name, not anchored. Needs server.",
			&shape.Shape{Kind: shape.Text, Name: "a regular expression", Blank: shape.AnyText}).With("server"),
		shape.May("when", "A condition that must be true as well. It reads tool.* and ctx.*.",
			&shape.Shape{Kind: shape.Text, Name: "a condition", Empty: "leave when out"}),
	}},
}}
