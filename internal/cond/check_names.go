package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A segment is one name of a path such as ctx.user.role.
type segment struct {
	name string
	lo   int
}

// path returns the term of a name or of names joined by dots. It is one node, however long.
func (c *checker) path(n ast.Node) *term {
	segments, inner := c.segments(n)
	if inner != nil {
		c.member(inner, n)
		return nil
	}
	return c.follow(segments)
}

// follow returns the term of what names lead to, or complains that they lead nowhere.
func (c *checker) follow(segments []segment) *term {
	names := c.env.names
	for i, seg := range segments {
		item, ok := names.items[seg.name]
		switch {
		case !ok && i == 0:
			c.unknownName(segments)
			return nil
		case !ok:
			c.unknownAttribute(names, segments[i:])
			return nil
		case item.attr == nil:
			names = item.scope
			continue
		case i < len(segments)-1:
			c.noParts(segments[i+1], item.attr.Path, item.attr.Type)
			return nil
		}
		return &term{kind: attrTerm, attr: item.attr, typ: item.attr.Type}
	}
	return &term{kind: scopeTerm, scope: names, typ: expr.Type{Kind: expr.Object}}
}

// segments takes a path apart. If something in it is no plain name, it gives the innermost access
// to such a thing instead.
func (c *checker) segments(n ast.Node) ([]segment, *ast.MemberNode) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return []segment{{n.Value, c.ownPlace(n)}}, nil
	case *ast.MemberNode:
		before, inner := c.segments(n.Node)
		name, ok := n.Property.(*ast.StringNode)
		// After a dot, access and name are one token; in brackets they are two.
		if inner != nil || before == nil || !ok || name.Location() != n.Location() {
			if inner == nil {
				inner = n
			}
			return nil, inner
		}
		return append(before, segment{name.Value, c.ownPlace(name)}), nil
	}
	return nil, nil
}

// bracketed takes a path apart in which names stand in brackets as well. It gives nil if not all of
// it are names.
func (c *checker) bracketed(n ast.Node) []segment {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return []segment{{n.Value, c.ownPlace(n)}}
	case *ast.MemberNode:
		before := c.bracketed(n.Node)
		if name, ok := n.Property.(*ast.StringNode); ok && before != nil {
			return append(before, segment{name.Value, c.ownPlace(name)})
		}
	}
	return nil
}

// member refuses an index, a name in brackets, and a part of what has none. The whole is the path
// that n is a part of.
func (c *checker) member(n *ast.MemberNode, whole ast.Node) {
	name, isName := n.Property.(*ast.StringNode)
	if isName && name.Location() == n.Location() {
		if t := c.term(n.Node); t != nil {
			c.noParts(segment{name.Value, c.ownPlace(name)}, c.spelling(t), t.typ)
		}
		return
	}
	t := c.term(n.Node)
	switch {
	case isName && t != nil && t.kind == scopeTerm:
		segments := c.bracketed(whole)
		if segments == nil {
			segments = c.bracketed(n)
		}
		if c.follow(segments) != nil { // else there is no such name, however it is written
			c.fail(NotAllowed, c.ownPlace(n), "write "+dotted(segments), "names are not written in brackets")
		}
	case isName:
		c.fail(NotAllowed, c.ownPlace(n), "", "names are not written in brackets")
	default:
		c.fail(NotAllowed, c.ownPlace(n), `write "x" in list, or any(list, condition)`, "lists and texts have no index")
	}
}

// noParts is for a name behind something that is no mapping.
func (c *checker) noParts(seg segment, path string, t expr.Type) {
	hint := ""
	if path == "tool.arguments" {
		hint = argumentsHint
	}
	c.failAt(path+"."+seg.name, UnknownAttribute, seg.lo, hint, "%s is %s and has no %s", path, article(t), seg.name)
}

// unknownName is for a path that starts with neither tool nor ctx.
func (c *checker) unknownName(segments []segment) {
	first := segments[0]
	hint := foreignNames[first.name]
	if near := c.meantPath(segments); near != "" && (hint == "" || len(segments) > 1) {
		hint = "did you mean " + near + "?"
	}
	switch {
	case hint != "":
	case len(segments) == 1 && c.env.isWord(first.name):
		hint = fmt.Sprintf("write %q", first.name)
	case strings.HasPrefix(first.name, "$") && strings.ToUpper(first.name) == first.name:
		hint = "there are no variables: declare it under `context:` and read ctx.name; a set stands under tools: " + first.name
	case strings.HasPrefix(first.name, "$"):
		hint = "a set stands under tools, in an entry of the filter: tools: " + first.name
	case foreignRoots[first.name] == "ctx":
		name := segments[len(segments)-1].name
		hint = fmt.Sprintf("declare what a request carries under `context:`, as in context: {%s: string}, and write ctx.%[1]s", name)
		if len(segments) == 1 {
			hint = "write ctx.name, for a name that is declared under `context:`"
		}
	case foreignRoots[first.name] == "tool" && slices.ContainsFunc(segments, func(s segment) bool { return s.name == "arguments" }):
		hint = argumentsHint
	case foreignRoots[first.name] == "tool":
		hint = "write tool.server, tool.name, or another of those"
	default:
		hint = didYouMean(first.name, c.env.names.names, "%s")
		if hint == "" && len(segments) == 1 {
			hint = fmt.Sprintf("write %q if it is a text", first.name)
		}
	}
	c.fail(UnknownName, first.lo, hint, "unknown name %s; there are tool (%s) and ctx (%s)", first.name,
		quoted(c.env.names.items["tool"].scope.names), quoted(c.env.names.items["ctx"].scope.names))
}

// meantPath looks for the attribute that is meant by a path whose first name is unknown: one that
// ends with all of it, or with what stands behind names that elsewhere hold a tool or a request.
// What is said of a caller is never said of a tool: user.name is not tool.name.
func (c *checker) meantPath(segments []segment) string {
	if near := nearPath(slices.Concat(c.env.request, c.env.tool), segments); near != "" {
		return near
	}
	for len(segments) > 1 {
		root, known := foreignRoots[segments[0].name]
		if near, ok := suggest.Nearest(segments[0].name, c.env.names.names); ok && !known {
			root = near
		}
		segments = segments[1:]
		near := ""
		switch {
		case c.env.names.find(segments):
			near = dotted(segments)
		case root == "tool":
			near = nearPath(c.env.tool, segments)
		default:
			near = nearPath(c.env.request, segments)
		}
		if near != "" {
			return near
		}
	}
	return ""
}

// isWord reports whether something that can be read is declared to be one of several words, and
// this is one of them.
func (e *Env) isWord(word string) bool {
	return slices.ContainsFunc(slices.Concat(e.request, e.tool), func(a *attribute) bool {
		typ := a.Type
		if typ.Kind == expr.List && typ.Elem != nil {
			typ = *typ.Elem
		}
		return slices.Contains(typ.Words, word)
	})
}

// nearPath looks among attributes for one that ends with a path. Of several it takes the shortest.
func nearPath(among []*attribute, segments []segment) string {
	best := ""
	for _, a := range among {
		if strings.HasSuffix(a.Path, "."+dotted(segments)) && (best == "" || strings.Count(a.Path, ".") < strings.Count(best, ".")) {
			best = a.Path
		}
	}
	return best
}

// misspelt returns the declared path whose last name is close to that of a path; empty if none is.
func (e *Env) misspelt(segments []segment) string {
	var names, paths []string
	for _, a := range e.request {
		names = append(names, a.Path[strings.LastIndexByte(a.Path, '.')+1:])
		paths = append(paths, a.Path)
	}
	near, ok := suggest.Nearest(segments[len(segments)-1].name, names)
	if !ok {
		return ""
	}
	return paths[slices.Index(names, near)]
}

// find reports whether a path leads to something.
func (s *scope) find(segments []segment) bool {
	for i, seg := range segments {
		item, ok := s.items[seg.name]
		if !ok {
			return false
		}
		if item.attr != nil {
			return i == len(segments)-1
		}
		s = item.scope
	}
	return true
}

func dotted(segments []segment) string {
	names := make([]string, len(segments))
	for i, seg := range segments {
		names[i] = seg.name
	}
	return strings.Join(names, ".")
}

// unknownAttribute is for a name that a mapping does not have.
func (c *checker) unknownAttribute(s *scope, rest []segment) {
	name := rest[0].name
	hint := didYouMean(name, s.names, s.path+".%s")
	switch {
	case s.path == "ctx" && c.env.names.items["tool"].scope.find(rest):
		hint = "did you mean tool." + dotted(rest) + "?"
	case s.path == "tool" && c.env.names.items["ctx"].scope.find(rest):
		hint = "did you mean ctx." + dotted(rest) + "?"
	case s.path == "tool" && c.protocolHint(rest) != "":
		hint = c.protocolHint(rest)
	case s.path != "tool" && c.nearRequest(rest) != "":
		hint = "did you mean " + c.nearRequest(rest) + "?"
	case s.path == "ctx" && hint == "" && c.env.misspelt(rest) != "":
		hint = "did you mean " + c.env.misspelt(rest) + "?"
	case s.path != "tool" && hint == "":
		hint = "what a request carries is declared under `context:`"
	}
	c.failAt(s.path+"."+name, UnknownAttribute, rest[0].lo, hint, "%s has no %s; it has %s", s.path, name, quoted(s.names))
}

// nearRequest returns the attribute of a request that ends with a path, or with all of it but the
// first name; empty if none does.
func (c *checker) nearRequest(segments []segment) string {
	near := nearPath(c.env.request, segments)
	if near == "" && len(segments) > 1 {
		near = nearPath(c.env.request, segments[1:])
	}
	return near
}

// protocolHint is for what a tool's attributes are called in the protocol, and in other languages.
func (c *checker) protocolHint(rest []segment) string {
	if rest[0].name == "annotations" && len(rest) > 1 {
		rest = rest[1:]
	}
	name := strings.TrimSuffix(rest[0].name, "Hint")
	if c.env.names.items["tool"].scope.find([]segment{{name: name}}) {
		return "write tool." + name
	}
	return protocolNames[rest[0].name]
}

// pointer returns the term of #.
func (c *checker) pointer(n *ast.PointerNode) *term {
	if n.Name != "" {
		c.fail(NotAllowed, c.ownPlace(n), "write # for the element", "there is no #%s", n.Name)
		return nil
	}
	if c.element == nil { // the list has been complained of
		return nil
	}
	return &term{kind: elementTerm, typ: *c.element}
}
