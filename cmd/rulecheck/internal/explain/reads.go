package explain

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/visible"
)

// printReads prints what the attributes are that conditions read.
func (e *Explanation) printReads(out *bytes.Buffer, paths []string) {
	if len(paths) == 0 {
		return
	}
	t := terminal.Table{Indent: "  "}
	for _, path := range paths {
		t.Add(path, visible.Clip(visible.Text(e.valueOf(path)), terminal.DescriptionWidth))
	}
	out.WriteString("\nWhat their conditions read:\n")
	t.Print(out)
}

// valueOf returns the value of an attribute, as an expression would write it.
func (e *Explanation) valueOf(path string) string {
	if field, ok := strings.CutPrefix(path, "ctx."); ok {
		return e.requestValue(field)
	}
	name := strings.TrimPrefix(path, "tool.")
	// The fields of ToolInfo are named after the attributes; a test compares the two.
	value := reflect.ValueOf(e.facts).FieldByName(strings.ToUpper(name[:1]) + name[1:])
	switch value.Kind() {
	case reflect.Bool:
		return e.hint(name)
	case reflect.Int:
		return strconv.FormatInt(value.Int(), 10)
	}
	return fmt.Sprintf("%q", value)
}

const missingValue = "missing in the request"

func (e *Explanation) requestValue(field string) string {
	switch field {
	case "runner":
		return quoteOr(e.request.Runner)
	case "model":
		return quoteOr(e.request.Model)
	case "verbosity":
		if n, ok := e.request.Verbosity.Get(); ok {
			return strconv.FormatInt(n, 10)
		}
		var runner, model *string
		if e.request.Runner != "" {
			runner = &e.request.Runner
		}
		if e.request.Model != "" {
			model = &e.request.Model
		}
		if level, ok := e.rules.Verbosity().Level(runner, model); ok {
			return strconv.Itoa(level) + ", by verbosity"
		}
		return "5, since nobody says"
	}
	var value any = e.request.Attrs
	for name := range strings.SplitSeq(field, ".") {
		inner, ok := value.(map[string]any)
		if !ok || inner[name] == nil {
			return missingValue
		}
		value = inner[name]
	}
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		return listValue(v)
	}
	return fmt.Sprint(value)
}

func quoteOr(name string) string {
	if name == "" {
		return missingValue
	}
	return strconv.Quote(name)
}

func listValue(list []any) string {
	parts := make([]string, len(list))
	for i, item := range list {
		parts[i] = fmt.Sprint(item)
		if s, ok := item.(string); ok {
			parts[i] = strconv.Quote(s)
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
