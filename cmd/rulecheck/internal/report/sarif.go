package report

import (
	"io"
	"net/url"
	"path/filepath"

	"github.com/toolrules/toolrules/rules"
)

// A Tool identifies the program that found the problems. Empty and nil fields are left out.
type Tool struct {
	Version string
	URI     string                  // a page about the tool
	Meaning func(rules.Code) string // what a code means, in a sentence or two; empty if that is not known
}

// The part of SARIF 2.1.0 (OASIS) that is written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri,omitempty"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string     `json:"id"`
		ShortDescription *sarifText `json:"shortDescription,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
)

// WriteSARIF writes problems as a SARIF 2.1.0 log. The error is the writer's.
func WriteSARIF(w io.Writer, tool Tool, ps rules.Problems) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "rulecheck", Version: tool.Version, InformationURI: tool.URI,
		Rules: []sarifRule{}}
	index := map[rules.Code]int{}
	for _, p := range ps {
		if _, known := index[p.Code]; !known {
			index[p.Code] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, tool.rule(p.Code))
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: string(p.Code), RuleIndex: index[p.Code], Level: p.Severity.String(),
			Message: sarifText{sarifMessage(p)}, Locations: sarifLocations(p),
		})
	}
	return EncodeJSON(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{run}})
}

func (t Tool) rule(code rules.Code) sarifRule {
	r := sarifRule{ID: string(code)}
	if t.Meaning != nil {
		if text := t.Meaning(code); text != "" {
			r.ShortDescription = &sarifText{text}
		}
	}
	return r
}

func sarifMessage(p *rules.Problem) string {
	if p.Hint == "" {
		return p.Message
	}
	return p.Message + "; " + p.Hint
}

func sarifLocations(p *rules.Problem) []sarifLocation {
	if p.File == "" {
		return nil
	}
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: fileURI(p.File)}}}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{p.Line, p.Column}
	}
	return []sarifLocation{l}
}

// fileURI returns a file name as a URI reference (RFC 3986). Relative names stay relative.
func fileURI(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}
