package ruletest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// checkRequests finds attributes of requests that no rule can read.
func (f *File) checkRequests(r *ruleset.Rules) (ps rules.Problems) {
	for i := range f.Cases {
		req := f.Cases[i].Request
		at := fmt.Sprintf("/cases/%d/request", i)
		ps = append(ps, f.undeclared(at, "", req.Attrs, r.File().Context, r.File().Context)...)
		for _, bad := range r.Env().Request(expr.RequestValues{Attrs: req.Attrs}).Bad() {
			ps = append(ps, f.badAttribute(at, bad))
		}
	}
	sortByPosition(ps)
	return ps
}

// undeclared finds attributes below a path that the rule file does not declare there, sorted by
// name. all is the whole declaration.
func (f *File) undeclared(at, path string, attrs map[string]any, context, all []expr.Field) (ps rules.Problems) {
	known := make([]string, len(context))
	for i, field := range context {
		known[i] = field.Name
	}
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		pointer := jsontree.AppendToken(at, name)
		if i := slices.Index(known, name); i >= 0 {
			if inner, ok := attrs[name].(map[string]any); ok && context[i].Type.Kind == expr.Object {
				ps = append(ps, f.undeclared(pointer, path+name+".", inner, context[i].Type.Fields, all)...)
			}
			continue
		}
		p := &rules.Problem{Code: CodeUndeclared,
			Message: fmt.Sprintf("the rule file does not declare %s%s, so no rule can read it", path, name)}
		candidates := known
		if path == "" {
			candidates = append(slices.Clone(known), "runner", "model", "verbosity")
		}
		if near, ok := suggest.Nearest(name, candidates); ok {
			p.Hint = fmt.Sprintf("did you mean %s%s?", path, near)
		} else if other, ok := declaredAs("", name, all); ok {
			names := strings.Split(other, ".")
			p.Hint = fmt.Sprintf("did you mean %s? write {%s: …%s",
				other, strings.Join(names, ": {"), strings.Repeat("}", len(names)))
		}
		ps = append(ps, f.locateKey(pointer, p))
	}
	return ps
}

// declaredAs returns the path of the first attribute below path that is declared under name.
func declaredAs(path, name string, context []expr.Field) (string, bool) {
	for _, field := range context {
		if field.Name == name {
			return path + name, true
		}
		if found, ok := declaredAs(path+field.Name+".", name, field.Type.Fields); ok {
			return found, true
		}
	}
	return "", false
}

// badAttribute returns a warning about an attribute that makes each rule fail that reads it. The
// case may be about that.
func (f *File) badAttribute(at string, bad expr.AttributeError) *rules.Problem {
	for name := range strings.SplitSeq(strings.TrimPrefix(bad.Path, "ctx."), ".") {
		at = jsontree.AppendToken(at, name)
	}
	p := f.locate(at, &rules.Problem{Code: CodeBadAttribute, Severity: rules.SeverityWarning,
		Message: bad.Path + " " + bad.Detail + ", so each rule that reads it fails"})
	if f.origin == nil || bad.Reason != expr.CodeWrongType {
		return p
	}
	n := f.origin.Find(p.Pointer)
	if n != nil && n.Plain && n.Kind != source.String && n.Kind != source.List && n.Kind != source.Map {
		p.Hint = "for a string, write " + f.origin.Quote(n.Text)
	}
	return p
}
