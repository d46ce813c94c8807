package proof

import (
	"encoding/json"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// A JSON is the JSON form of answers. It is stable: fields may be added, and none is renamed or
// removed while Version is 1.
type JSON struct {
	Version    int              `json:"version"` // 1
	Proved     int              `json:"proved"`  // properties
	Refuted    int              `json:"refuted"`
	Unknown    int              `json:"unknown"`
	Findings   []report.Finding `json:"findings"` // what keeps properties from being answered, and warnings
	Properties []PropertyJSON   `json:"properties"`
}

// A PropertyJSON is the JSON form of the answer to one property.
type PropertyJSON struct {
	Name     string            `json:"name"`
	File     string            `json:"file,omitempty"` // the test file
	Line     int               `json:"line,omitempty"`
	Column   int               `json:"column,omitempty"`
	Outcome  string            `json:"outcome"` // proved, refuted or unknown
	Tools    int               `json:"tools"`
	Classes  int               `json:"classes"`
	Requests []json.RawMessage `json:"requests,omitempty"` // that refute it, as --ctx has them
	Broken   []string          `json:"broken,omitempty"`   // the tools for which they do
	Catalog  json.RawMessage   `json:"catalog,omitempty"`  // of a property about any tool: a tool for which they do
	Region   []string          `json:"region,omitempty"`   // conditions: the well-formed requests that refute it
	Open     []OpenJSON        `json:"open,omitempty"`     // why it is unknown

	Explanation *explain.JSON `json:"explanation,omitempty"` // of the first tool, as by explain --json
}

// An OpenJSON is the JSON form of a reason why an outcome is unknown.
type OpenJSON struct {
	Atom   string `json:"atom,omitempty"`
	Where  string `json:"where,omitempty"`
	Reason string `json:"reason"` // for people; may change
}

// NewJSON returns the JSON form of the answers for the catalogs they were answered for.
func NewJSON(proofs []ruletest.Proof, catalogOf func(i int) *engine.Catalog, problems rules.Problems) JSON {
	j := JSON{Version: 1, Findings: report.NewDocument(nil, problems).Findings, Properties: []PropertyJSON{}}
	for i := range proofs {
		switch proofs[i].Outcome {
		case ruletest.Proved:
			j.Proved++
		case ruletest.Refuted:
			j.Refuted++
		default:
			j.Unknown++
		}
		j.Properties = append(j.Properties, NewPropertyJSON(&proofs[i], catalogOf(i)))
	}
	return j
}

// NewPropertyJSON returns the JSON form of an answer.
func NewPropertyJSON(p *ruletest.Proof, c *engine.Catalog) PropertyJSON {
	j := PropertyJSON{Name: p.Property.Name, File: p.File, Line: p.Line, Column: p.Column, Outcome: p.Outcome.String(),
		Tools: p.Tools, Classes: p.Classes, Broken: names(p.Broken), Region: p.Region}
	for _, req := range p.Requests {
		j.Requests = append(j.Requests, json.RawMessage(RequestJSON(req)))
	}
	if p.Tool != nil {
		j.Catalog = catalogJSON(p.Tool)
	}
	for _, o := range p.Open {
		j.Open = append(j.Open, OpenJSON(o))
	}
	if p.Explanation != nil {
		why := explain.New(c, p.Requests[0], *p.Explanation).JSON()
		j.Explanation = &why
	}
	return j
}
