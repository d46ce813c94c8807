package ruleset_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

func TestFilterCorpus(t *testing.T) {
	type visibility struct {
		Server, Tool    string
		Static, Visible bool
	}
	type filterCase struct {
		ID               string
		Include, Exclude json.RawMessage
		Cases            []visibility
		Error            string
		Option           string
		Index            *int
	}
	spectest.Each(t, "filter.jsonl", func(t *testing.T, _ string, c filterCase) {
		d := seedDecoder{}
		spec := rules.FilterSpec{Include: d.side("include", c.Include), Exclude: d.side("exclude", c.Exclude)}
		filter, err := ruleset.CompileFilter(spec, ruleset.Scope{})
		d.add(err)
		if c.Error != "" {
			want := seedFault{c.Error, c.Option, -1}
			if c.Index != nil {
				want.Index = *c.Index
			}
			if len(d.faults) == 0 || d.first() != want {
				t.Errorf("got %v; want first %v", d.faults, want)
			}
			return
		}
		if len(d.faults) > 0 {
			t.Fatal(d.faults, err)
		}
		if len(c.Cases) == 0 {
			t.Fatal("neither cases nor an error")
		}
		for _, v := range c.Cases {
			checkVisibility(t, filter, newTool(v.Server, v.Tool), nil, v.Static, v.Visible)
		}
	})
}

// checkVisibility checks that all functions for visibility agree.
func checkVisibility(t *testing.T, f *ruleset.Filter, tool *cond.Tool, r *cond.Request, static, visible bool) {
	t.Helper()
	name := fmt.Sprintf("%q, %q", tool.Info().Server, tool.Info().Name)
	if got := f.StaticVisible(tool); got != static {
		t.Errorf("%s: StaticVisible is %t", name, got)
	}
	if got := f.Visible(tool, r); got != visible {
		t.Errorf("%s: Visible is %t", name, got)
	}
	if got := f.Decide(tool, r); got.Visible != visible {
		t.Errorf("%s: decided %t by %s", name, got.Visible, got.Basis)
	}
	if visible && !static {
		t.Errorf("%s: the case itself hides statically what is visible", name)
	}
}

// defaultEnv is what expressions and requests use where nothing is declared.
var defaultEnv *cond.Env

func newTool(server, name string) *cond.Tool {
	return defaultEnv.Tool(expr.ToolInfo{Server: server, Name: name})
}

// A seedFault is an error as the corpus has it. Index is -1 where the whole list is at fault.
type seedFault struct {
	Error, Option string
	Index         int
}

// A seedDecoder reads the lists of the corpus, which may hold what no Go program can write.
type seedDecoder struct{ faults []seedFault }

func (d *seedDecoder) side(option string, raw json.RawMessage) []rules.EntrySpec {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		d.faults = append(d.faults, seedFault{"not_a_list", option, -1})
		return nil
	}
	specs := make([]rules.EntrySpec, len(list))
	for i, item := range list {
		spec, ok := seedEntry(item)
		if !ok {
			d.faults = append(d.faults, seedFault{"unrecognized_pattern", option, i})
			spec = rules.EntrySpec{Tools: []string{"*"}}
		}
		specs[i] = spec
	}
	return specs
}

func seedEntry(raw json.RawMessage) (spec rules.EntrySpec, ok bool) {
	var text *string
	if json.Unmarshal(raw, &text) == nil && text != nil {
		return rules.EntrySpec{Tools: []string{*text}}, true
	}
	var entry struct {
		Server, Regex *string
		Predicate     *string
	}
	if spectest.Decode(raw, &entry) != nil || string(raw) == "null" {
		return spec, false
	}
	spec.Server, spec.Regex = entry.Server, entry.Regex
	if entry.Predicate != nil {
		spec.Func, ok = predicates[*entry.Predicate]
		return spec, ok
	}
	return spec, true
}

// predicates are the functions that corpora name.
var predicates = map[string]rules.Predicate{
	"true":  func(expr.Tool, expr.Request) (bool, error) { return true, nil },
	"false": func(expr.Tool, expr.Request) (bool, error) { return false, nil },
	"error": func(expr.Tool, expr.Request) (bool, error) { return false, errors.New("no answer") },
	"nonbool": func(expr.Tool, expr.Request) (bool, error) {
		var answer any = "yes"
		return answer.(bool), nil
	},
}

// seedCodes are the corpus's names of codes.
var seedCodes = map[rules.Code]string{
	rules.CodePatternEmptySegment: "empty_segment",
	rules.CodePatternServerColon:  "server_colon",
	rules.CodePatternExtraSlash:   "unrecognized_pattern",
	rules.CodeNothingToMatch:      "unrecognized_pattern",
	rules.CodeServerWithoutRegex:  "unrecognized_pattern",
	rules.CodeRegexWithoutServer:  "unrecognized_pattern",
	rules.CodeBadRegex:            "bad_regex",
}

// add adds the errors of Compile.
func (d *seedDecoder) add(err error) {
	ps, _ := errors.AsType[rules.Problems](err)
	for _, p := range ps {
		if p.Severity != rules.SeverityError {
			continue
		}
		f := seedFault{Error: seedCodes[p.Code]}
		if f.Error == "" {
			f.Error = string(p.Code)
		}
		if _, err := fmt.Sscanf(p.Pointer, "/include/%d", &f.Index); err == nil {
			f.Option = "include"
		} else if _, err := fmt.Sscanf(p.Pointer, "/exclude/%d", &f.Index); err == nil {
			f.Option = "exclude"
		}
		d.faults = append(d.faults, f)
	}
}

// first is the one fault that the seed reports: it stops there.
func (d *seedDecoder) first() seedFault {
	return slices.MinFunc(d.faults, func(a, b seedFault) int {
		return cmp.Or(-cmp.Compare(a.Option, b.Option), cmp.Compare(a.Index, b.Index))
	})
}

// The corpus of what goes beyond the seed: sets, ids, expressions, and what decided.
func TestFilterBeyondCorpus(t *testing.T) {
	spectest.Each(t, "filter_beyond.jsonl", func(t *testing.T, _ string, c beyondCase) {
		scope, env := c.scope(t)
		filter, err := ruleset.CompileFilter(rules.FilterSpec{Include: specsOf(t, c.Include), Exclude: specsOf(t, c.Exclude)}, scope)
		ps, _ := errors.AsType[rules.Problems](err)
		if err == nil {
			ps = filter.Warnings()
		}
		if diff := gocmp.Diff(c.Problems, placesOf(ps)); diff != "" {
			t.Error(diff)
		}
		if err != nil {
			if len(c.Cases) > 0 {
				t.Fatal(err)
			}
			return
		}
		if len(c.Cases) == 0 && len(c.Problems) == 0 {
			t.Fatal("neither cases nor problems")
		}
		for _, v := range c.Cases {
			v.check(t, filter, env)
		}
	})
}

type beyondCase struct {
	ID      string
	Context []struct {
		Name, Type string
		Optional   bool
	}
	Servers          []string
	Sets             map[string][]string
	Include, Exclude []beyondEntry
	Cases            []beyondVisibility
	Problems         []problemPlace
}

type problemPlace struct {
	Code    rules.Code
	Pointer string
	Offset  int
	Warning bool
}

func placesOf(ps rules.Problems) []problemPlace {
	var places []problemPlace
	for _, p := range ps {
		places = append(places, problemPlace{p.Code, p.Pointer, p.Offset, p.Severity == rules.SeverityWarning})
	}
	return places
}

type beyondEntry struct {
	ID, Reason    string
	Tools         []string
	Server, Regex *string
	When          string
	Predicate     string
}

func specsOf(t *testing.T, entries []beyondEntry) []rules.EntrySpec {
	t.Helper()
	var specs []rules.EntrySpec
	for _, e := range entries {
		spec := rules.EntrySpec{ID: e.ID, Reason: e.Reason, Tools: e.Tools, Server: e.Server, Regex: e.Regex, When: e.When}
		if e.Predicate != "" {
			if spec.Func = predicates[e.Predicate]; spec.Func == nil {
				t.Fatalf("no predicate %q", e.Predicate)
			}
		}
		specs = append(specs, spec)
	}
	return specs
}

func (c *beyondCase) scope(t *testing.T) (ruleset.Scope, *cond.Env) {
	t.Helper()
	var fields []expr.Field
	for _, f := range c.Context {
		kind, err := cond.ParseType(f.Type)
		if err != nil {
			t.Fatal(err)
		}
		fields = append(fields, expr.Field{Name: f.Name, Type: kind, Optional: f.Optional})
	}
	env, err := cond.NewEnv(fields, cond.EnvOptions{Servers: c.Servers})
	if err != nil {
		t.Fatal(err)
	}
	return ruleset.Scope{Env: env, Sets: c.Sets, Servers: c.Servers}, env
}

// A beyondVisibility is a tool and a request, and what a filter is to say of them. By is the
// pointer of the entry that decided, or else the basis; Matched and Failed are where entries
// matched and failed, in order.
type beyondVisibility struct {
	Server, Tool    string
	Destructive     bool
	Runner          string
	Attrs           map[string]any
	Static, Visible bool
	By              string
	Matched, Failed []string
}

func (v *beyondVisibility) check(t *testing.T, f *ruleset.Filter, env *cond.Env) {
	t.Helper()
	tool := env.Tool(expr.ToolInfo{Server: v.Server, Name: v.Tool, Destructive: v.Destructive})
	request := env.Request(expr.RequestValues{Runner: v.Runner, Verbosity: 5, Attrs: v.Attrs})
	checkVisibility(t, f, tool, request, v.Static, v.Visible)

	d := f.Decide(tool, request)
	by := d.Basis.String()
	if d.By != nil {
		by = d.By.Pointer
	}
	if by != v.By {
		t.Errorf("%s %s: decided by %s; want %s", v.Server, v.Tool, by, v.By)
	}
	var matched, failed []string
	for _, m := range d.Matches {
		if m.Failure == nil {
			matched = append(matched, m.At)
		} else {
			failed = append(failed, m.At)
		}
	}
	if !slices.Equal(matched, v.Matched) || !slices.Equal(failed, v.Failed) {
		t.Errorf("%s %s: matched %q, failed %q; want %q, %q", v.Server, v.Tool, matched, failed, v.Matched, v.Failed)
	}
}
