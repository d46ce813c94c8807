package ruletest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// A reader converts the tree of a test file to a [File]. The form of the file has been checked with
// the table in format.go: the reader skips values of the wrong kind and reports only what the table
// cannot express.
type reader struct {
	file     *File
	problems rules.Problems
}

// report adds a problem of a value, or of a byte of its text.
func (r *reader) report(n *source.Node, p *rules.Problem) {
	at := r.file.origin.Position(n, p.Offset)
	p.File, p.Line, p.Column, p.Pointer = r.file.name(), at.Line, at.Column, n.Pointer
	r.problems = append(r.problems, p)
}

func (r *reader) read(root *source.Node) {
	if n := root.Get("rules"); n != nil {
		r.file.Rules = n.Text
	}
	r.file.Catalogs = stringsOf(root.Get("catalog"))
	if n := root.Get("properties"); n != nil {
		r.properties(n.Items)
	}
	cases := root.Get("cases")
	if cases == nil && root.Get("properties") == nil && len(root.Entries) > 0 {
		r.report(root, &rules.Problem{Code: rules.CodeMissingKey, Offset: -1, Message: "the test file has neither cases nor properties",
			Hint: "write cases: [{name: guests delete nothing, hides: '*/*delete*'}]"})
	}
	if cases == nil {
		return
	}
	names := map[string]bool{}
	for _, n := range cases.Items {
		c := r.testCase(n)
		if name := n.Get("name"); c.Name != "" && names[c.Name] {
			r.report(name, &rules.Problem{Code: CodeDuplicateCase, Offset: -1,
				Message: fmt.Sprintf("another case has the name %q", c.Name), Hint: "give each case its own name"})
		}
		names[c.Name] = true
		r.file.Cases = append(r.file.Cases, c)
	}
}

// expectations are the keys of a case that hold expectations.
var expectations = []string{"sees", "hides", "only", "names", "texts", "decided_by", "listed", "deferred", "finds", "at_most"}

func (r *reader) testCase(n *source.Node) Case {
	var c Case
	if name := n.Get("name"); name != nil {
		c.Name = name.Text
	}
	c.Request = r.request(n.Get("request"))
	c.Sees, c.Hides, c.Only = r.patterns(n.Get("sees")), r.patterns(n.Get("hides")), r.patterns(n.Get("only"))
	for _, e := range entries(n.Get("names")) {
		if tool, ok := r.tool(e); ok {
			c.Names = append(c.Names, Name{Tool: tool, Name: stringOrNull(e.Value)})
		}
	}
	for _, e := range entries(n.Get("texts")) {
		if tool, ok := r.tool(e); ok {
			c.Texts = append(c.Texts, r.texts(tool, e.Value)...)
		}
	}
	for _, e := range entries(n.Get("decided_by")) {
		if tool, ok := r.tool(e); ok {
			c.DecidedBy = append(c.DecidedBy, Decision{Tool: tool, By: e.Value.Text})
		}
	}
	c.Listed, c.Deferred = r.patterns(n.Get("listed")), r.patterns(n.Get("deferred"))
	for _, e := range entries(n.Get("finds")) {
		c.Finds = append(c.Finds, Find{Query: e.Key.Text, Tools: r.patterns(e.Value)})
	}
	c.AtMost = sizeOf(n.Get("at_most"))
	if n.Kind == source.Map && len(n.Entries) > 0 && !slices.ContainsFunc(n.Entries, maybeExpectation) {
		r.report(n, &rules.Problem{Code: CodeNoExpectation, Offset: -1, Message: "the case has no expectations",
			Hint: "write at least one of " + strings.Join(expectations, ", ")})
	}
	return c
}

// maybeExpectation reports whether an entry of a case is an expectation or may be a misspelled one.
func maybeExpectation(e source.Entry) bool { return e.Key.Text != "name" && e.Key.Text != "request" }

func (r *reader) request(n *source.Node) engine.Request {
	var req engine.Request
	for _, e := range entries(n) {
		switch e.Key.Text {
		case "runner":
			req.Runner = e.Value.Text
		case "model":
			req.Model = e.Value.Text
		case "verbosity":
			if level, ok := shape.Decimal(e.Value.Text); ok {
				req.Verbosity = engine.Verbosity(int64(level))
			}
		default:
			if req.Attrs == nil {
				req.Attrs = map[string]any{}
			}
			req.Attrs[e.Key.Text] = r.value(e.Value)
		}
	}
	return req
}

// value converts an attribute to Go. A number must be valid in JSON too, so that nobody needs to
// know how YAML interprets 010.
func (r *reader) value(n *source.Node) any {
	switch n.Kind {
	case source.Bool:
		return strings.EqualFold(n.Text, "true")
	case source.Int, source.Float:
		if json.Valid([]byte(n.Text)) {
			return json.Number(n.Text)
		}
		r.report(n, &rules.Problem{Code: rules.CodeWrongType, Offset: -1,
			Message: fmt.Sprintf("%s is not a decimal number", n.Text),
			Hint:    "write the number in decimal digits, or quote it"})
		return nil
	case source.String:
		return n.Text
	case source.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = r.value(item)
		}
		return list
	case source.Map:
		object := make(map[string]any, len(n.Entries))
		for _, e := range n.Entries {
			object[e.Key.Text] = r.value(e.Value)
		}
		return object
	}
	return nil
}

// patterns reads a pattern or a list of patterns; n may be nil.
func (r *reader) patterns(n *source.Node) []string {
	for _, item := range itemsOrSelf(n) {
		if item.Kind != source.String || strings.TrimSpace(item.Text) == "" {
			continue
		}
		if _, err := pattern.Parse(item.Text); err != nil {
			r.report(item, ruleset.FaultProblem("", rules.CodePattern, err))
		}
	}
	return stringsOf(n)
}

// tool reads a key that names one tool.
func (r *reader) tool(e source.Entry) (engine.Key, bool) {
	if _, err := pattern.Parse(e.Key.Text); err != nil {
		r.report(e.Key, ruleset.FaultProblem("", rules.CodePattern, err))
		return engine.Key{}, false
	}
	key, ok := readTool(e.Key.Text)
	if !ok {
		r.report(e.Key, &rules.Problem{Code: CodeBadTool, Offset: -1,
			Message: fmt.Sprintf("%q is not the name of one tool", e.Key.Text), Hint: "write server/tool, without wildcards"})
	}
	return key, ok
}

// readTool reads a pattern that names one tool.
func readTool(text string) (engine.Key, bool) {
	p, err := pattern.Parse(text)
	if err != nil {
		return engine.Key{}, false
	}
	only := p.Alternatives()
	if len(only) != 1 || !only[0].ServerLiteral || !only[0].ToolLiteral {
		return engine.Key{}, false
	}
	return engine.Key{Server: only[0].Server, Tool: only[0].Tool}, true
}

func (r *reader) texts(tool engine.Key, n *source.Node) (list []Text) {
	for _, e := range entries(n) {
		_, path, ok := splitLocation(e.Key.Text)
		if !ok {
			continue // reported by format
		}
		if path != "" {
			if _, err := schema.ParsePath(path); err != nil {
				r.report(e.Key, pathProblem(err, len(e.Key.Text)-len(path)))
			}
		}
		list = append(list, Text{Tool: tool, Location: e.Key.Text, Text: stringOrNull(e.Value)})
	}
	return list
}

// pathProblem returns the problem of a path that starts at a byte of its key.
func pathProblem(err error, start int) *rules.Problem {
	p := ruleset.FaultProblem("", rules.CodeBadPath, err)
	p.Code = rules.CodeBadPath
	if p.Offset >= 0 {
		p.Offset += start
	}
	return p
}

func entries(n *source.Node) []source.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// itemsOrSelf returns the items of a list, or a single item that is written without one.
func itemsOrSelf(n *source.Node) []*source.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

// stringsOf reads a string or a list of strings; nil if n is nil.
func stringsOf(n *source.Node) []string {
	var list []string
	for _, item := range itemsOrSelf(n) {
		list = append(list, item.Text)
	}
	return list
}

func stringOrNull(n *source.Node) *string {
	if n.Kind == source.Null {
		return nil
	}
	return &n.Text
}
