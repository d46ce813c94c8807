package ruletest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// Run runs the test file at path with the rule file and the catalogs that it names. The error is [rules.Problems]: what keeps the cases
// from being run, in the test file, the rule file or a catalog. Whether the expectations are met is in the result.
func Run(path string) (*Result, error) {
	f, err := Load(path)
	if err != nil {
		return nil, err
	}
	e, err := engine.Load(f.RulesPath())
	if err != nil {
		return nil, err
	}
	servers, err := f.Servers()
	if err != nil {
		return nil, err
	}
	return f.Run(e, servers)
}

// RulesPath gives the path of the rule file, from the folder that the program runs in.
func (f *File) RulesPath() string { return f.path(f.Rules) }

func (f *File) path(relative string) string {
	if filepath.IsAbs(relative) || f.Name() == "" || f.Name() == "-" {
		return relative
	}
	return filepath.Join(filepath.Dir(f.Name()), relative)
}

// Servers reads the catalogs, in their order. The error is [rules.Problems]; what is no more than a warning is not told.
func (f *File) Servers() ([]engine.Server, error) {
	sources := make([]catalogfile.Source, len(f.Catalogs))
	for i, text := range f.Catalogs {
		sources[i] = catalogfile.ParseSource(text)
		if sources[i].Path != "-" { // which no file is, wherever the test file is
			sources[i].Path = f.path(sources[i].Path)
		}
	}
	catalogs, _, err := catalogfile.Load(sources, nil)
	if errs, ok := errors.AsType[catalogfile.Errors](err); ok {
		return nil, errs.Problems(rules.Error)
	}
	return catalogfile.Servers(catalogs), nil
}

// Run runs the cases against an engine, on the tools of servers; Rules and Catalogs are not looked at. The error is [rules.Problems]:
// requests that do not go with the rules, or servers that do not.
func (f *File) Run(e *engine.Engine, servers []engine.Server) (*Result, error) {
	return f.run(context.Background(), e, servers)
}

func (f *File) run(ctx context.Context, e *engine.Engine, servers []engine.Server) (*Result, error) {
	r := &Result{file: f}
	problems := f.checkRequests(e.Rules())
	if problems.Fatal() {
		return nil, problems
	}
	r.Warnings = slices.Concat(f.warnings, problems)
	sortByPlace(r.Warnings)
	var report *engine.Report
	var err error
	if r.Catalog, report, err = e.Catalog(servers); err != nil {
		return nil, rules.Problems{f.place("/catalog", &rules.Problem{Code: CodeCatalog, Message: err.Error(), Err: err})}
	}
	r.Warnings = append(r.Warnings, f.incomplete(report)...)
	sortByPlace(r.Warnings)
	for i := range f.Cases {
		if ctx.Err() != nil {
			return nil, rules.Problems{f.place("", &rules.Problem{Code: rules.CodeUnreadable,
				Message: "the tests were not run to the end: " + ctx.Err().Error(), Err: ctx.Err()})}
		}
		r.Cases = append(r.Cases, f.runCase(r.Catalog, i))
	}
	return r, nil
}

// incomplete warns of lists of tools that could not be used, or not as a whole: an expectation that holds for the others says nothing of
// the tools that lack.
func (f *File) incomplete(report *engine.Report) (ps rules.Problems) {
	for _, fault := range report.Faults {
		if fault.Index < 0 {
			ps = append(ps, f.place("/catalog", &rules.Problem{Code: "server_" + rules.Code(fault.Code), Severity: rules.Warning,
				Message: fmt.Sprintf("server %s: %s", fault.Key.Server, fault.Message)}))
		}
	}
	return ps
}

// checkRequests finds what requests carry that no rule can read.
func (f *File) checkRequests(r *rules.Rules) (ps rules.Problems) {
	for i := range f.Cases {
		req := f.Cases[i].Request
		at := fmt.Sprintf("/cases/%d/request", i)
		ps = append(ps, f.undeclared(at, "", req.Attrs, r.File().Context, r.File().Context)...)
		for _, bad := range r.Env().Request(expr.RequestValues{Attrs: req.Attrs}).Bad() {
			ps = append(ps, f.badAttribute(at, bad))
		}
	}
	sortByPlace(ps)
	return ps
}

// undeclared finds the attributes below a path that the rule file does not declare there, in the order of their names; all is what it
// declares anywhere.
func (f *File) undeclared(at, path string, attrs map[string]any, context, all []expr.Field) (ps rules.Problems) {
	known := make([]string, len(context))
	for i, field := range context {
		known[i] = field.Name
	}
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		pointer := at + jsontree.AppendToken("", name)
		if i := slices.Index(known, name); i >= 0 {
			if inner, ok := attrs[name].(map[string]any); ok && context[i].Type.Kind == expr.Object {
				ps = append(ps, f.undeclared(pointer, path+name+".", inner, context[i].Type.Fields, all)...)
			}
			continue
		}
		p := &rules.Problem{Code: CodeUndeclared,
			Message: fmt.Sprintf("the rule file does not declare %s%s, so no rule can read it", path, name)}
		if near, ok := suggest.Nearest(name, append(known, ownAttributes(path)...)); ok {
			p.Hint = fmt.Sprintf("did you mean %s%s?", path, near)
		} else if other, ok := declaredAs("", name, all); ok {
			names := strings.Split(other, ".")
			p.Hint = fmt.Sprintf("did you mean %s? write {%s: …%s", other, strings.Join(names, ": {"), strings.Repeat("}", len(names)))
		}
		ps = append(ps, f.placeKey(pointer, p))
	}
	return ps
}

// declaredAs gives the path of the first attribute, below a path, that is declared by a name.
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

// ownAttributes are what each request may carry, beside what is declared.
func ownAttributes(path string) []string {
	if path != "" {
		return nil
	}
	return []string{"runner", "model", "verbosity"}
}

// placeKey gives a problem the place of the key of the value at a pointer.
func (f *File) placeKey(pointer string, p *rules.Problem) *rules.Problem {
	f.place(pointer, p)
	if f.origin == nil {
		return p
	}
	for _, e := range entries(f.origin.Find(parent(pointer))) {
		if e.Value.Pointer == pointer {
			at := f.origin.KeyPosition(e)
			p.Line, p.Column = at.Line, at.Column
		}
	}
	return p
}

// badAttribute warns of an attribute that makes every rule fail that reads it. That may be what the case is about.
func (f *File) badAttribute(at string, bad expr.BadAttribute) *rules.Problem {
	pointer := at + pointerOf(bad.Path)
	p := f.place(pointer, &rules.Problem{Code: CodeBadAttribute, Severity: rules.Warning,
		Message: bad.Path + " " + bad.Detail + ", so every rule fails that reads it"})
	if f.origin == nil || bad.Reason != expr.ReasonWrongType {
		return p
	}
	if n := f.origin.Find(p.Pointer); n != nil && n.Plain && n.Kind != source.String && n.Kind != source.List && n.Kind != source.Map {
		p.Hint = "if it is to be a text, write " + f.origin.Quote(n.Text)
	}
	return p
}

// pointerOf gives the way to an attribute in a request: ctx.user.role is /user/role.
func pointerOf(path string) string {
	pointer := ""
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "ctx."), ".") {
		pointer = jsontree.AppendToken(pointer, name)
	}
	return pointer
}
