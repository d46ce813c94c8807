package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// requestFlags are the attributes of the request, for commands with one request: see
// [requestsFlags.one].
type requestFlags struct {
	ctx           string
	runner, model string
	level         engine.Level
}

// requestHelp is what the commands with request flags say of them.
const requestHelp = `--ctx holds the attributes that the rule file declares under context, nested as they are
declared there. It may also hold runner, model and verbosity; the flags of these names take precedence. An empty
runner or model counts as missing. Undeclared attributes cause a warning, since no rule can read them.`

// request returns the request for a rule file. What the file does not declare, or declares with
// another type, is warned of.
func (f *requestFlags) request(c *console, cmd *cobra.Command, r *ruleset.Rules) (engine.Request, error) {
	req, err := c.readContext(f.ctx)
	if err != nil {
		return req, err
	}
	if cmd.Flags().Changed("runner") {
		req.Runner = f.runner
	}
	if cmd.Flags().Changed("model") {
		req.Model = f.model
	}
	if cmd.Flags().Changed("verbosity") {
		req.Verbosity = f.level
	}
	for _, text := range undeclared(req.Attrs, r.File().Context) {
		c.warn(text)
	}
	c.warnOfBad(req, r)
	return req, nil
}

// warnOfBad warns of attributes that have another type than the rule file declares.
func (c *console) warnOfBad(req engine.Request, r *ruleset.Rules) {
	for _, bad := range r.Env().Request(expr.RequestValues{Attrs: req.Attrs}).Bad() {
		c.warn(fmt.Sprintf("%s %s; every rule that reads it fails", bad.Path, visible.Text(bad.Detail)))
	}
}

// readContext reads a request from the text of --ctx.
func (c *console) readContext(text string) (engine.Request, error) {
	attrs, err := c.readAttributes(text)
	if err != nil {
		return engine.Request{}, err
	}
	req := engine.Request{Attrs: attrs}
	if req.Runner, err = takeText(attrs, "runner"); err != nil {
		return req, err
	}
	if req.Model, err = takeText(attrs, "model"); err != nil {
		return req, err
	}
	req.Verbosity, err = takeLevel(attrs)
	return req, err
}

// readAttributes reads a JSON object.
func (c *console) readAttributes(text string) (map[string]any, error) {
	name, data := "--ctx", []byte(text)
	if text == "" {
		return map[string]any{}, nil
	}
	if path, ok := strings.CutPrefix(text, "@"); ok {
		var err error
		if data, err = c.readFile(path, "--ctx"); err != nil {
			return nil, err
		}
		if len(data) > source.MaxBytes {
			return nil, failedf("%s has more than %d bytes, which is all that --ctx may have", visible.Text(path),
				source.MaxBytes)
		}
		name = path
	}
	root, err := jsontree.Parse(data, jsontree.Options{})
	if err == nil && root.Kind != jsontree.Object {
		err = &jsontree.Error{Code: shape.CodeWrongType, Offset: root.Start,
			Message: fmt.Sprintf("expected a JSON object, got %s", root.Kind)}
	}
	if err != nil {
		return nil, c.badJSON(name, data, err)
	}
	return valueOf(&root, data).(map[string]any), nil
}

// badJSON shows where JSON that the user wrote is wrong.
func (c *console) badJSON(name string, data []byte, err error) error {
	bad, ok := err.(*jsontree.Error)
	if !ok {
		return usagef("%s: %v", name, err)
	}
	p := &rules.Problem{Code: source.CodeSyntax, Message: "not valid JSON: " + bad.Message}
	switch bad.Code {
	case shape.CodeWrongType:
		p.Code, p.Message = shape.CodeWrongType, bad.Message
	case jsontree.CodeDuplicateKey:
		p.Code = source.CodeDuplicateKey
	}
	p.Hint = jsonHint(data[min(bad.Offset, len(data)):])
	if !strings.ContainsRune("{'", firstRune(data)) {
		p.Hint = `write an object, as {"user": {"role": "guest"}}; @path reads it from a file`
	}
	line, column, text := lineAt(data, bad.Offset)
	p.File, p.Line, p.Column = name, line, column
	shown := report.Text{Line: func(string, int) (string, bool) { return text, true }, Color: c.colored(c.stderr)}
	c.stderr.Write(shown.Append(nil, p))
	return &failure{code: exitUsage}
}

// firstRune returns the first character that is not white space.
func firstRune(data []byte) rune {
	r, _ := utf8.DecodeRune(bytes.TrimSpace(data))
	return r
}

// jsonHint returns a hint about a common mistake in handwritten JSON, given the text at the error.
func jsonHint(rest []byte) string {
	r, _ := utf8.DecodeRune(rest)
	switch {
	case r == '\'':
		return "JSON has no single quotes"
	case r == ',', r == '}', r == ']':
		return "no comma follows the last item"
	case unicode.IsLetter(r) || r == '_':
		return "names and texts stand in double quotes"
	}
	return ""
}

// valueOf returns a JSON value as Go has it; numbers keep their spelling.
func valueOf(n *jsontree.Node, data []byte) any {
	switch n.Kind {
	case jsontree.Bool:
		return n.True(data)
	case jsontree.Number:
		return json.Number(n.Text(data))
	case jsontree.String:
		return n.Text(data)
	case jsontree.Array:
		list := make([]any, len(n.Items))
		for i := range n.Items {
			list[i] = valueOf(&n.Items[i], data)
		}
		return list
	case jsontree.Object:
		object := make(map[string]any, len(n.Members))
		for i := range n.Members {
			object[n.Members[i].Name] = valueOf(&n.Members[i].Value, data)
		}
		return object
	}
	return nil
}

// jsonText writes an attribute as JSON has it, shortened.
func jsonText(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return "this one" // the attribute was read from JSON
	}
	return visible.Clip(visible.Text(string(data)), terminal.DescriptionWidth)
}

// takeText takes the runner or the model out of the attributes.
func takeText(attrs map[string]any, name string) (string, error) {
	value, ok := attrs[name]
	delete(attrs, name)
	if !ok || value == nil {
		return "", nil
	}
	text, ok := value.(string)
	if !ok {
		return "", usagef("--ctx: %s is a text, and %s is none: write it in double quotes", name, jsonText(value))
	}
	return text, nil
}

// takeLevel takes the verbosity out of the attributes.
func takeLevel(attrs map[string]any) (engine.Level, error) {
	value, ok := attrs["verbosity"]
	delete(attrs, "verbosity")
	if !ok || value == nil {
		return engine.Level{}, nil
	}
	number, _ := value.(json.Number)
	n, err := number.Int64()
	if err != nil || n < 0 || n > 9 {
		return engine.Level{}, usagef("--ctx: verbosity is a number from 0 to 9, and %s is none", jsonText(value))
	}
	return engine.Verbosity(n), nil
}

// lineAt returns the line that holds the byte at an offset, with its number and the column of the
// byte, both from 1.
func lineAt(data []byte, offset int) (line, column int, text string) {
	before := string(data[:min(offset, len(data))])
	start := strings.LastIndexByte(before, '\n') + 1
	rest, _, _ := strings.Cut(string(data[start:]), "\n")
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1, rest
}
