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

// path returns the term of a name or of names joined by dots. A path counts as one node, whatever
// its length.
func (c *checker) path(n ast.Node) *term {
	segments, inner := c.segments(n)
	if inner != nil {
		c.member(inner, n)
		return nil
	}
	return c.follow(segments)
}

// follow returns the term of the attribute or mapping at a path, or reports an error if there is
// none.
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

// segments returns the names of a path. If a part of the path is not a plain name, it returns the
// innermost access to such a part instead.
func (c *checker) segments(n ast.Node) ([]segment, *ast.MemberNode) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return []segment{{n.Value, c.tokenStart(n)}}, nil
	case *ast.MemberNode:
		before, inner := c.segments(n.Node)
		name, ok := n.Property.(*ast.StringNode)
		// After a dot, access and name are one token. In brackets they are two.
		if inner != nil || before == nil || !ok || name.Location() != n.Location() {
			if inner == nil {
				inner = n
			}
			return nil, inner
		}
		return append(before, segment{name.Value, c.tokenStart(name)}), nil
	}
	return nil, nil
}

// bracketed returns the names of a path that may have names in brackets, or nil if some part is not
// a name.
func (c *checker) bracketed(n ast.Node) []segment {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return []segment{{n.Value, c.tokenStart(n)}}
	case *ast.MemberNode:
		before := c.bracketed(n.Node)
		if name, ok := n.Property.(*ast.StringNode); ok && before != nil {
			return append(before, segment{name.Value, c.tokenStart(name)})
		}
	}
	return nil
}

// member reports an index, a name in brackets, or an access to a value that has no members. whole
// is the path that n is a part of.
func (c *checker) member(n *ast.MemberNode, whole ast.Node) {
	name, isName := n.Property.(*ast.StringNode)
	if isName && name.Location() == n.Location() {
		if t := c.term(n.Node); t != nil {
			c.noParts(segment{name.Value, c.tokenStart(name)}, c.spelling(t), t.typ)
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
		if c.follow(segments) != nil { // otherwise the name is unknown in any notation
			c.fail(NotAllowed, c.tokenStart(n), "write "+dotted(segments), "names in brackets are not supported")
		}
	case isName:
		c.fail(NotAllowed, c.tokenStart(n), "", "names in brackets are not supported")
	default:
		c.fail(NotAllowed, c.tokenStart(n), `write "x" in list, or any(list, condition)`, "lists and strings have no index")
	}
}

// noParts reports a name after a value that is not a mapping.
func (c *checker) noParts(seg segment, path string, t expr.Type) {
	hint := ""
	if path == "tool.arguments" {
		hint = argumentsHint
	}
	c.failAt(path+"."+seg.name, UnknownAttribute, seg.lo, hint, "%s is %s and has no %s", path, article(t), seg.name)
}

// unknownName reports a path that starts with neither tool nor ctx.
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
		hint = "variables are not supported: declare it under `context:` and read ctx.name; sets belong under tools: " + first.name
	case strings.HasPrefix(first.name, "$"):
		hint = "sets belong under tools, in an entry of the filter: tools: " + first.name
	case foreignRoots[first.name] == "ctx":
		name := segments[len(segments)-1].name
		hint = fmt.Sprintf("declare the attribute under `context:`, as in context: {%s: string}, and write ctx.%[1]s", name)
		if len(segments) == 1 {
			hint = "write ctx.name for an attribute that is declared under `context:`"
		}
	case foreignRoots[first.name] == "tool" && slices.ContainsFunc(segments, func(s segment) bool { return s.name == "arguments" }):
		hint = argumentsHint
	case foreignRoots[first.name] == "tool":
		hint = "write tool.server, tool.name or another attribute"
	default:
		hint = didYouMean(first.name, c.env.names.names, "%s")
		if hint == "" && len(segments) == 1 {
			hint = fmt.Sprintf("write %q for a string", first.name)
		}
	}
	c.fail(UnknownName, first.lo, hint, "unknown name %s; expected tool (%s) or ctx (%s)", first.name,
		quoted(c.env.names.items["tool"].scope.names), quoted(c.env.names.items["ctx"].scope.names))
}

// meantPath returns the attribute that a path with an unknown first name probably means, or "" if
// there is none: one that ends with the whole path, or with the part after a name that other
// languages use for a tool or a request. A path of a caller never matches an attribute of a tool:
// user.name is not tool.name.
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

// isWord reports whether word is an enum value of some attribute.
func (e *Env) isWord(word string) bool {
	return slices.ContainsFunc(slices.Concat(e.request, e.tool), func(a *attribute) bool {
		typ := a.Type
		if typ.Kind == expr.List && typ.Elem != nil {
			typ = *typ.Elem
		}
		return slices.Contains(typ.Words, word)
	})
}

// nearPath returns the shortest path among attributes that ends with the segments, or "" if there
// is none.
func nearPath(among []*attribute, segments []segment) string {
	best := ""
	for _, a := range among {
		if strings.HasSuffix(a.Path, "."+dotted(segments)) && (best == "" || strings.Count(a.Path, ".") < strings.Count(best, ".")) {
			best = a.Path
		}
	}
	return best
}

// misspelled returns the declared path whose last name is similar to that of segments, or "" if
// there is none.
func (e *Env) misspelled(segments []segment) string {
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

// find reports whether there is an attribute or a mapping at a path.
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

// unknownAttribute reports a name that a mapping does not have.
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
	case s.path == "ctx" && hint == "" && c.env.misspelled(rest) != "":
		hint = "did you mean " + c.env.misspelled(rest) + "?"
	case s.path != "tool" && hint == "":
		hint = "declare the attributes of requests under `context:`"
	}
	c.failAt(s.path+"."+name, UnknownAttribute, rest[0].lo, hint, "%s has no %s; it has %s", s.path, name, quoted(s.names))
}

// nearRequest returns the request attribute that ends with the path, with or without its first
// name, or "" if there is none.
func (c *checker) nearRequest(segments []segment) string {
	near := nearPath(c.env.request, segments)
	if near == "" && len(segments) > 1 {
		near = nearPath(c.env.request, segments[1:])
	}
	return near
}

// protocolHint returns the hint for a name that a tool attribute has in the protocol or in other
// languages.
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
		c.fail(NotAllowed, c.tokenStart(n), "write # for the element", "#%s is not supported", n.Name)
		return nil
	}
	if c.element == nil { // the error of the list has been reported
		return nil
	}
	return &term{kind: elementTerm, typ: *c.element}
}
