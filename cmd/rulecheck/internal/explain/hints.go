package explain

import (
	"bytes"
	"fmt"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
)

// PrintHints prints where hints and tags come from, if entries of annotations set some.
func (e *Explanation) PrintHints(out *bytes.Buffer) {
	t := terminal.Table{Indent: "  "}
	for _, h := range e.Hints {
		if h.Entry != nil {
			t.Add("tool."+h.Hint, visible.Text(hintText(h)))
		}
	}
	for _, tag := range e.Tags {
		switch {
		case tag.Failed != "":
			t.Add("tool.tags", visible.Text(fmt.Sprintf("not known: %s failed: %s", at(tag.Entry), tag.Failed)))
		case tag.Entry != nil:
			t.Add("tool.tags", visible.Text(fmt.Sprintf("%q, by %s", tag.Tag, at(tag.Entry))))
		}
	}
	if t.Empty() {
		return
	}
	out.WriteString("\nAnnotations:\n")
	t.Print(out)
}

func at(p *engine.EntryPlace) string { return At(*p) }

// hint writes the value of a hint and where it comes from.
func (e *Explanation) hint(name string) string {
	for _, h := range e.Hints {
		if h.Hint == name {
			return hintText(h)
		}
	}
	return ""
}

func hintText(h engine.HintExplanation) string {
	switch {
	case h.Failed != "":
		return fmt.Sprintf("not known: %s failed: %s", at(h.Entry), h.Failed)
	case h.Entry != nil:
		return fmt.Sprintf("%t, by %s", h.Value, at(h.Entry))
	case h.Sent:
		return fmt.Sprintf("%t, says the server", h.Value)
	}
	return fmt.Sprintf("%t, since the server does not say", h.Value)
}

// A hintJSON is a hint of a tool and where it comes from.
type hintJSON struct {
	Hint   string        `json:"hint"` // as conditions name it
	Value  bool          `json:"value"`
	Source string        `json:"source"` // rule, server or default
	Entry  *PositionJSON `json:"entry,omitempty"`
	Failed string        `json:"failed,omitempty"` // why conditions that read it fail
}

// A tagJSON is a tag of a tool and where it comes from.
type tagJSON struct {
	Tag    string        `json:"tag,omitempty"`
	Source string        `json:"source"` // rule or host
	Entry  *PositionJSON `json:"entry,omitempty"`
	Failed string        `json:"failed,omitempty"` // why the tags of the entry are not known
}

func (e *Explanation) hintsJSON() []hintJSON {
	list := []hintJSON{}
	for _, h := range e.Hints {
		source := "default"
		switch {
		case h.Entry != nil:
			source = "rule"
		case h.Sent:
			source = "server"
		}
		list = append(list, hintJSON{Hint: h.Hint, Value: h.Value, Source: source, Entry: optionalPosition(h.Entry),
			Failed: h.Failed})
	}
	return list
}

func (e *Explanation) tagsJSON() []tagJSON {
	list := []tagJSON{}
	for _, t := range e.Tags {
		source := "host"
		if t.Entry != nil {
			source = "rule"
		}
		list = append(list, tagJSON{Tag: t.Tag, Source: source, Entry: optionalPosition(t.Entry), Failed: t.Failed})
	}
	return list
}

func optionalPosition(p *engine.EntryPlace) *PositionJSON {
	if p == nil {
		return nil
	}
	j := newPositionJSON(*p)
	return &j
}
