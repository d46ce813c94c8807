// Package proof writes the answers to properties, for people and for programs.
package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/ruletest"
)

// A Source is what the command was called with, for the commands that it prints.
type Source struct {
	Rules    string
	Catalogs []string
}

// Print writes an answer for people. The catalog is the one that the property was answered for.
func Print(out *bytes.Buffer, p *ruletest.Proof, c *engine.Catalog, s Source, text report.Text) {
	name := visible.Text(p.Property.Name)
	at := ""
	if p.Line > 0 {
		at = text.Bold(explain.Position(p.File, p.Line, p.Column, "")+":") + " "
	}
	switch p.Outcome {
	case ruletest.Proved:
		about := wording.Plural(p.Tools, "tool") + " in " + classes(p.Classes)
		if p.Property.AnyTool {
			about = "any tool that a server could list"
		}
		fmt.Fprintf(out, "%sproved: %s\n  for all %srequests, %s, %s\n", at, name, wellFormed(p), about, elapsed(p.Elapsed))
	case ruletest.Refuted:
		fmt.Fprintf(out, "%s%s %s\n", at, text.Fault("refuted:"), name)
		printCounterexample(out, p, c, s)
	default:
		fmt.Fprintf(out, "%s%s %s\n", at, text.Fault("unknown:"), name)
		for _, o := range p.Open {
			fmt.Fprintf(out, "  %s\n", visible.Text(o.String()))
		}
	}
}

// wellFormed is the word for the requests that a property is about.
func wellFormed(p *ruletest.Proof) string {
	if p.Property.Never != nil || p.Property.Only != nil {
		return ""
	}
	return "well-formed "
}

// classes counts classes of tools.
func classes(n int) string {
	if n == 1 {
		return "1 class"
	}
	return wording.Number(n) + " classes"
}

// elapsed writes a duration in milliseconds.
func elapsed(d time.Duration) string {
	return fmt.Sprintf("%s ms", wording.Number(int(max(1, d.Milliseconds()))))
}

func printCounterexample(out *bytes.Buffer, p *ruletest.Proof, c *engine.Catalog, s Source) {
	for i, req := range p.Requests {
		label := "request"
		if i > 0 {
			label = "and"
		}
		fmt.Fprintf(out, "  %-8s %s\n", label, visible.Text(RequestJSON(req)))
	}
	if len(p.Region) > 0 {
		fmt.Fprintf(out, "  It is one of the well-formed requests for which one of these is true:\n")
		for _, condition := range p.Region {
			fmt.Fprintf(out, "    %s\n", visible.Text(condition))
		}
	}
	if p.Tool != nil {
		fmt.Fprintf(out, "  A server could list this tool; it is shown as a catalog:\n    %s\n", visible.Text(string(catalogJSON(p.Tool))))
		return
	}
	fmt.Fprintf(out, "  %s: %s\n", wording.Plural(len(p.Broken), "tool"),
		visible.Text(wording.EnumerateFirst(names(p.Broken), 6)))
	if p.Explanation == nil {
		return
	}
	var why bytes.Buffer
	e := explain.New(c, p.Requests[0], *p.Explanation)
	fmt.Fprintf(&why, "%s\n", e.Verdict())
	e.PrintEntries(&why)
	for line := range strings.Lines(why.String()) {
		if line != "\n" {
			out.WriteString("  ")
		}
		out.WriteString(line)
	}
	fmt.Fprintf(out, "  To see it: %s\n", visible.Text(Command(p, s)))
	key := expectation(p)
	if key == "" {
		return
	}
	fmt.Fprintf(out, "  As a test case:\n    - name: %s\n      request: %s\n      %s: [%s]\n",
		quoted(p.Property.Name+", the counterexample"),
		visible.Text(RequestJSON(p.Requests[0])), key, quoted(p.Broken[0].String()))
}

// catalogJSON returns a catalog that has the tool alone.
func catalogJSON(t *ruletest.NewTool) json.RawMessage {
	catalog := map[string]any{"server": t.Server, "tools": []json.RawMessage{t.JSON}}
	var named struct{ Name string }
	if len(t.Tags) > 0 && json.Unmarshal(t.JSON, &named) == nil {
		catalog["tags"] = map[string][]string{named.Name: t.Tags}
	}
	data, err := json.Marshal(catalog)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// expectation returns the key of a test case that expects what the property states of a tool; empty
// if there is none.
func expectation(p *ruletest.Proof) string {
	switch {
	case p.Property.Always != nil:
		return "sees"
	case p.Property.Never != nil, p.Property.Only != nil:
		return "hides"
	}
	return ""
}

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		return "''"
	}
	return string(data)
}

// Command returns the command that explains the counterexample.
func Command(p *ruletest.Proof, s Source) string {
	words := []string{"rulecheck", "explain", s.Rules}
	for _, catalog := range s.Catalogs {
		words = append(words, "--catalog", catalog)
	}
	words = append(words, p.Broken[0].String(), "--ctx", RequestJSON(p.Requests[0]))
	for i, word := range words {
		words[i] = wording.ShellWord(word)
	}
	return strings.Join(words, " ")
}

func names(keys []engine.Key) []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.String()
	}
	return list
}

// RequestJSON returns a request in the form that --ctx reads.
func RequestJSON(req engine.Request) string {
	all := maps.Clone(req.Attrs)
	if all == nil {
		all = map[string]any{}
	}
	if req.Runner != "" {
		all["runner"] = req.Runner
	}
	if req.Model != "" {
		all["model"] = req.Model
	}
	if level, ok := req.Verbosity.Get(); ok {
		all["verbosity"] = level
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(all); err != nil {
		return "{}"
	}
	return strings.TrimSpace(out.String())
}
