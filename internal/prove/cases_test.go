package prove

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// A propertyCase is a line of testdata/spec/properties.jsonl.
type propertyCase struct {
	ID, Title, Kind string
	Rules           string
	RulesNew        string `json:"rules_new"`
	Catalog         json.RawMessage
	Property        *statement
	Tools           []string
	Answer          string
	AnswerAll       string `json:"answer_all"`
	Texts           string
	Region          *string
	Groups          []struct {
		Tools  []string
		Region string
	}
	RegionMore        *string `json:"region_more"`
	RegionLess        *string `json:"region_less"`
	RegionTexts       *string `json:"region_texts"`
	Witness, Witness2 map[string]any
	WitnessMore       map[string]any    `json:"witness_more"`
	WitnessLess       map[string]any    `json:"witness_less"`
	WitnessTexts      map[string]any    `json:"witness_texts"`
	WitnessAll        map[string]any    `json:"witness_all"`
	ToolsMore         []string          `json:"tools_more"`
	ToolsLess         []string          `json:"tools_less"`
	WitnessTools      []string          `json:"witness_tools"`
	BreakingTools     []string          `json:"breaking_tools"`
	WitnessTool       json.RawMessage   `json:"witness_tool"`
	DecidedBy         map[string]string `json:"decided_by"`
	UnknownAllowed    bool              `json:"unknown_allowed"`
	Why, Notes        string
	Topics            []string
	World             json.RawMessage
	Checked           json.RawMessage
}

// A statement is a property as a test file has it.
type statement struct {
	Name, For           string
	Never, Always, Only any
	IndependentOf       any                         `json:"independent_of"`
	NeverFails          bool                        `json:"never_fails"`
	AtMost              *struct{ Tools, Bytes int } `json:"at_most"`
	AnyTool             bool                        `json:"any_tool"`
}

// serversOf returns the tools of a case.
func serversOf(t testing.TB, raw json.RawMessage) []engine.Server {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		list = []json.RawMessage{raw}
	}
	var sources []catalogfile.Source
	for i, one := range list {
		var name string
		if json.Unmarshal(one, &name) == nil {
			sources = append(sources, catalogfile.Source{Path: "../../testdata/catalogs/" + strings.TrimPrefix(name, "file:")})
			continue
		}
		path := filepath.Join(t.TempDir(), fmt.Sprintf("c%d.json", i))
		if err := os.WriteFile(path, one, 0o600); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, catalogfile.Source{Path: path})
	}
	catalogs, _, err := catalogfile.Load(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	return catalogfile.Servers(catalogs)
}

func catalogOf(t testing.TB, source string, servers []engine.Server) *engine.Catalog {
	e, err := engine.Parse("x.rules.yaml", []byte(source), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// specs reads entries as a rule file has them.
func specs(t testing.TB, v any) (all []rules.EntrySpec) {
	switch x := v.(type) {
	case string:
		return []rules.EntrySpec{{Tools: []string{x}}}
	case []any:
		for _, item := range x {
			all = append(all, specs(t, item)...)
		}
		return all
	case map[string]any:
		var e rules.EntrySpec
		for key, value := range x {
			switch key {
			case "when":
				e.When = value.(string)
			case "tools":
				if one, ok := value.(string); ok {
					e.Tools = []string{one}
				} else {
					for _, item := range value.([]any) {
						e.Tools = append(e.Tools, item.(string))
					}
				}
			case "server":
				e.Server = new(value.(string))
			case "regex":
				e.Regex = new(value.(string))
			default:
				t.Fatalf("unknown key %s", key)
			}
		}
		return []rules.EntrySpec{e}
	}
	t.Fatalf("no entry: %v", v)
	return nil
}

func compile(t testing.TB, env *cond.Env, source string) *cond.Program {
	if source == "" {
		return nil
	}
	p, err := env.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func propertyOf(t testing.TB, r *ruleset.Rules, s *statement) *Property {
	p := &Property{For: compile(t, r.Env(), s.For), AnyTool: s.AnyTool}
	var spec rules.FilterSpec
	switch {
	case s.Never != nil:
		p.Kind, spec.Exclude = Never, specs(t, s.Never)
	case s.Always != nil:
		p.Kind, spec.Include = Always, specs(t, s.Always)
	case s.Only != nil:
		p.Kind, spec.Include = Only, specs(t, s.Only)
	case s.NeverFails:
		p.Kind = NeverFails
	case s.AtMost != nil:
		p.Kind, p.Tools = AtMost, s.AtMost.Tools
	default:
		p.Kind = IndependentOf
		if one, ok := s.IndependentOf.(string); ok {
			p.Apart = []string{one}
			break
		}
		for _, path := range s.IndependentOf.([]any) {
			p.Apart = append(p.Apart, path.(string))
		}
	}
	f, err := ruleset.CompileFilter(spec, r.Scope())
	if err != nil {
		t.Fatal(err)
	}
	p.Entries = f
	return p
}

// undecided are the cases that have an answer and are not decided yet. The list only gets shorter.
var undecided = []string{}

func TestPropertyCases(t *testing.T) {
	open := 0
	for _, c := range spectest.Cases[propertyCase](t, "properties.jsonl") {
		if c.Kind != "property" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			catalog := catalogOf(t, c.Rules, serversOf(t, c.Catalog))
			p := propertyOf(t, catalog.Engine().Rules, c.Property)
			start := time.Now()
			answer := New(catalog).Prove(context.Background(), p)
			took := time.Since(start)
			if took > time.Second {
				t.Errorf("took %v", took)
			}
			switch {
			case answer.Outcome.String() == c.Answer:
				if c.Answer == "refuted" {
					if answer.Tool != nil {
						t.Logf("%s/%s %v", answer.Tool.Server, answer.Tool.JSON, answer.Tool.Tags)
					}
					t.Logf("%+v %v want %v\n%q\nwant %s", answer.Requests, answer.Broken, c.Witness, answer.Region, deref(c.Region))
				}
			case answer.Outcome != Unknown:
				t.Errorf("%s: %s, not %s: %+v", c.Title, answer.Outcome, c.Answer, answer)
			case !slices.Contains(undecided, c.ID) && !c.UnknownAllowed:
				open++
				t.Errorf("%s: unknown: %v", c.Title, answer.Open)
			}
		})
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
