package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// optionalReads finds excludes that read what a request may lack, and have no default for it: they
// fail, and hide what they are for. Entries whose order is reported are left out.
func (l *linter) optionalReads() {
	said := map[string]bool{}
	for _, p := range l.inFile {
		if p.Code == CodeCtxBeforeTool {
			said[p.Pointer] = true
		}
	}
	for _, e := range l.rules.Filter().Entries(ruleset.ExcludeSide) {
		pointer := "/filter" + e.Ref().Pointer + "/when"
		if e.When() == nil || said[l.rules.Pointer(pointer)] {
			continue
		}
		for _, f := range l.optionalFields(e.When()) {
			if at := l.failsWithout(e.When(), f.path); at != nil {
				l.reportIn(pointer, at.Offset(), &rules.Problem{Code: CodeOptionalRead,
					Message: fmt.Sprintf("a request may lack %s, and then this fails and hides what it is for", f.path),
					Hint: fmt.Sprintf("if that is not intended, write a default for it: (ctx.%s ?? %s)", f.path,
						f.standIn)})
				break
			}
		}
	}
}

// An optionalField is an attribute that a request may lack, and a literal that could be its
// default.
type optionalField struct{ path, standIn string }

// optionalFields returns what an expression reads that may be missing.
func (l *linter) optionalFields(p *cond.Program) (list []optionalField) {
	fields := append([]expr.Field{{Name: "runner", Optional: true}, {Name: "model", Optional: true}},
		l.rules.File().Context...)
	eachField("", fields, func(path string, f expr.Field) {
		if f.Optional && slices.Contains(p.Reads(), "ctx."+path) {
			list = append(list, optionalField{path, standIn(f.Type)})
		}
	})
	return list
}

// eachField calls yield for each declared value, with its path.
func eachField(path string, fields []expr.Field, yield func(path string, f expr.Field)) {
	for _, f := range fields {
		if f.Type.Kind == expr.Object {
			eachField(path+f.Name+".", f.Type.Fields, yield)
			continue
		}
		yield(path+f.Name, f)
	}
}

func standIn(t expr.Type) string {
	switch t.Kind {
	case expr.Bool:
		return "false"
	case expr.Int, expr.Float:
		return "0"
	case expr.List:
		return "[]"
	}
	return `"none"`
}

// failsWithout returns the first atom that is evaluated and fails if a request lacks one attribute
// and nothing else, or nil.
func (l *linter) failsWithout(p *cond.Program, missing string) *cond.Atom {
	env := l.rules.Env()
	request := env.Request(l.valuesWithout(missing))
	tool := env.Tool(expr.ToolInfo{})
	var failing *cond.Atom
	possibleOutcomes(p.Tree(), func(a *cond.Atom) possible {
		result := a.Eval(tool, request)
		if f := result.Failure; f != nil && f.Reason == expr.CodeMissing && f.Attribute == "ctx."+missing {
			if failing == nil {
				failing = a
			}
			return possible{}
		}
		if slices.Equal(a.Reads(), []string{"ctx." + missing}) && result.Outcome != cond.Failed {
			return possible{yes: result.Outcome == cond.True, no: result.Outcome == cond.False}
		}
		return possible{yes: true, no: true}
	})
	return failing
}

// possible holds which outcomes a part of an expression may have.
type possible struct{ yes, no bool }

// possibleOutcomes calls atom for the atoms of an expression that may be evaluated, given the
// possible outcomes of those before them.
func possibleOutcomes(n *cond.Node, atom func(*cond.Atom) possible) possible {
	if n.Op() == cond.OpAtom {
		return atom(n.Atom())
	}
	args := n.Args()
	first := possibleOutcomes(args[0], atom)
	switch n.Op() {
	case cond.OpNot:
		return possible{yes: first.no, no: first.yes}
	case cond.OpAnd:
		if !first.yes {
			return first
		}
		second := possibleOutcomes(args[1], atom)
		return possible{yes: second.yes, no: first.no || second.no}
	case cond.OpOr:
		if !first.no {
			return first
		}
		second := possibleOutcomes(args[1], atom)
		return possible{yes: first.yes || second.yes, no: second.no}
	}
	var both possible
	if first.yes {
		both = possibleOutcomes(args[1], atom)
	}
	if first.no {
		other := possibleOutcomes(args[2], atom)
		both = possible{yes: both.yes || other.yes, no: both.no || other.no}
	}
	return both
}

// valuesWithout returns a request that has everything but one attribute.
func (l *linter) valuesWithout(missing string) expr.RequestValues {
	v := expr.RequestValues{Runner: "any", Model: "any", Attrs: map[string]any{}}
	switch missing {
	case "runner":
		v.Runner = ""
	case "model":
		v.Model = ""
	}
	eachField("", l.rules.File().Context, func(path string, f expr.Field) {
		if path != missing {
			put(v.Attrs, strings.Split(path, "."), anyValue(f.Type))
		}
	})
	return v
}

func put(attrs map[string]any, path []string, value any) {
	for ; len(path) > 1; path = path[1:] {
		inner, ok := attrs[path[0]].(map[string]any)
		if !ok {
			inner = map[string]any{}
			attrs[path[0]] = inner
		}
		attrs = inner
	}
	attrs[path[0]] = value
}

// anyValue returns a value of a type.
func anyValue(t expr.Type) any {
	switch t.Kind {
	case expr.Bool:
		return false
	case expr.Int, expr.Float:
		return 0
	case expr.List:
		return []any{}
	case expr.Words:
		return t.Words[0]
	}
	return ""
}
