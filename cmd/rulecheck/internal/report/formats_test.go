package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/rules"
)

var problems = rules.Problems{
	{Code: "a", File: "dir/a b.yaml", Line: 1, Column: 2, Pointer: "/x", Message: "100%: a,\nb <c>", Hint: "h"},
	{Code: "b", Severity: rules.SeverityWarning, File: "c:d.json", Message: "m"},
	{Code: "a", Severity: rules.SeverityNote, Message: "m"},
}

func TestJSONIsComplete(t *testing.T) {
	var out bytes.Buffer
	if err := report.WriteJSON(&out, []string{"a"}, problems); err != nil {
		t.Fatal(err)
	}
	var got report.Document
	d := json.NewDecoder(&out)
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	want := report.Document{Version: 1, Files: []string{"a"}, Errors: 1, Warnings: 1, Notes: 1,
		Findings: []report.Finding{
			{Code: "a", Severity: "error", File: "dir/a b.yaml", Line: 1, Column: 2, Pointer: "/x",
				Message: "100%: a,\nb <c>", Hint: "h"},
			{Code: "b", Severity: "warning", File: "c:d.json", Message: "m"},
			{Code: "a", Severity: "note", Message: "m"},
		}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGitHubEscapes(t *testing.T) {
	var out bytes.Buffer
	if err := report.WriteGitHub(&out, problems); err != nil {
		t.Fatal(err)
	}
	want := `::error file=dir/a b.yaml,line=1,col=2,title=rulecheck a::100%25: a,\nb <c>%0Ah
::warning file=c%3Ad.json,title=rulecheck b::m
::notice title=rulecheck a::m
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFNamesEachRuleOnce(t *testing.T) {
	var out bytes.Buffer
	tool := report.Tool{Version: "v1", Meaning: func(code rules.Code) string { return strings.Repeat(string(code), 2) }}
	if err := report.WriteSARIF(&out, tool, problems); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID               string
						ShortDescription struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID, Level string
				RuleIndex     int
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Tool.Driver.Rules) != 2 || run.Tool.Driver.Rules[1].ShortDescription.Text != "bb" {
		t.Errorf("rules: %+v", run.Tool.Driver.Rules)
	}
	for i, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.RuleID != string(problems[i].Code) ||
			r.Level != problems[i].Severity.String() {
			t.Errorf("result %d: %+v", i, r)
		}
	}
	first := run.Results[0].Locations[0].PhysicalLocation
	if first.ArtifactLocation.URI != "dir/a%20b.yaml" || first.Region.StartLine != 1 || first.Region.StartColumn != 2 {
		t.Errorf("place: %+v", first)
	}
	second := run.Results[1].Locations[0].PhysicalLocation
	if second.ArtifactLocation.URI != "./c:d.json" || second.Region != nil {
		t.Errorf("place: %+v", second)
	}
	if run.Results[2].Locations != nil {
		t.Errorf("place: %+v", run.Results[2].Locations)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestWritersTellOfErrors(t *testing.T) {
	for name, err := range map[string]error{
		"json":   report.WriteJSON(broken{}, nil, problems),
		"github": report.WriteGitHub(broken{}, problems),
		"sarif":  report.WriteSARIF(broken{}, report.Tool{}, problems),
	} {
		if err == nil {
			t.Errorf("%s has no error", name)
		}
	}
}
