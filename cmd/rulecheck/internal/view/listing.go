package view

import (
	"bytes"
	"fmt"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// bytesPerToken is how many bytes of a list a token has, in an estimate.
const bytesPerToken = 4

// printDeferred prints the size of the list, and the tools that are not in it. It prints nothing if
// all tools are listed.
func (v *Report) printDeferred(out *bytes.Buffer) {
	deferred := 0
	for range v.view.Deferred() {
		deferred++
	}
	if deferred == 0 {
		return
	}
	listed, size := 0, len(v.view.AppendToolsJSON(nil))
	for range v.view.Tools() {
		listed++
	}
	fmt.Fprintf(out, "%s listed, %s, about %s; %s deferred:\n", wording.Plural(listed, "tool"), wording.Plural(size, "byte"),
		wording.Plural(size/bytesPerToken, "token"), wording.Number(deferred))
	for tool := range v.view.Deferred() {
		fmt.Fprintf(out, "  %s\n", tool.Name())
	}
}

// A hit is a result of a search, as JSON.
type hit struct {
	Server string  `json:"server"`
	Tool   string  `json:"tool"`
	Name   string  `json:"name"`
	Score  float64 `json:"score"`
}

func (v *Report) search(query string) []hit {
	results, _ := v.Catalog.Engine().SearchLimits()
	if results == 0 {
		results = defaultResults
	}
	hits := []hit{}
	for _, f := range v.view.Search(query, results) {
		key := f.Tool.Key()
		hits = append(hits, hit{key.Server, key.Tool, f.Tool.Name(), f.Score})
	}
	return hits
}

// defaultResults is the number of results under rules without search.
const defaultResults = 8

// SearchJSON returns what a query finds.
func (v *Report) SearchJSON(query string) any {
	return struct {
		Tools []hit `json:"tools"`
	}{v.search(query)}
}

// PrintSearch writes what a query finds, for people.
func (v *Report) PrintSearch(out *bytes.Buffer, query string) {
	t := terminal.Table{Header: []string{"NAME", "SERVER", "TOOL", "SCORE"}, Right: map[int]bool{3: true}}
	hits := v.search(query)
	for _, h := range hits {
		t.Add(h.Name, h.Server, visible.Text(h.Tool), fmt.Sprintf("%.3f", h.Score))
	}
	if len(hits) == 0 {
		out.WriteString("nothing found\n")
		return
	}
	t.Print(out)
}
