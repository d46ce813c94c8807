package explain

import (
	"bytes"
	"fmt"
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
	f := &e.facts
	switch path {
	case "tool.server":
		return strconv.Quote(f.Server)
	case "tool.name":
		return strconv.Quote(f.Name)
	case "tool.key":
		return strconv.Quote(f.Key)
	case "tool.title":
		return strconv.Quote(f.Title)
	case "tool.description":
		return strconv.Quote(f.Description)
	case "tool.readOnly":
		return e.hint("readOnly")
	case "tool.destructive":
		return e.hint("destructive")
	case "tool.idempotent":
		return e.hint("idempotent")
	case "tool.openWorld":
		return e.hint("openWorld")
	case "tool.hints":
		return fmt.Sprintf("%q", f.Hints)
	case "tool.arguments":
		return fmt.Sprintf("%q", f.Arguments)
	case "tool.required":
		return fmt.Sprintf("%q", f.Required)
	case "tool.tags":
		return fmt.Sprintf("%q", f.Tags)
	case "tool.audience":
		return fmt.Sprintf("%q", f.Audience)
	}
	return strconv.Itoa(f.Bytes)
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
