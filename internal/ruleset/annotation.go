package ruleset

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// A Hint is one of the hints of MCP, in its order.
type Hint uint8

// The hints.
const (
	ReadOnly Hint = iota
	Destructive
	Idempotent
	OpenWorld
	HintCount
)

// Hints are the hints by their names in rule files and in MCP.
var Hints = [HintCount]struct{ Key, Name string }{
	ReadOnly:    {"readOnly", "readOnlyHint"},
	Destructive: {"destructive", "destructiveHint"},
	Idempotent:  {"idempotent", "idempotentHint"},
	OpenWorld:   {"openWorld", "openWorldHint"},
}

// An Annotation is a compiled entry of annotations. It is immutable and safe for concurrent use.
type Annotation struct {
	entry *Entry
	hints [HintCount]*bool
	tags  []string
}

// Pointer returns the JSON Pointer of the entry into the [rules.File]: /annotations/3.
func (a *Annotation) Pointer() string { return a.entry.ref.Pointer }

// Patterns returns the patterns of the entry, in the order in which they were written. An entry
// with a regex has one, whose rank is that of server/*.
func (a *Annotation) Patterns() []NamePattern { return a.entry.Patterns() }

// When returns the condition of the entry, which reads the tool alone; nil if it has none.
func (a *Annotation) When() *cond.Program { return a.entry.when }

// Hint returns the value that the entry sets for a hint; nil if it sets none.
func (a *Annotation) Hint(h Hint) *bool { return a.hints[h] }

// Tags returns the tags that the entry adds. The list must not be modified.
func (a *Annotation) Tags() []string { return a.tags }

// annotations compiles the section. Its entries match as those of include do.
func (c *compiler) annotations() {
	f := filterCompiler{scope: c.rules.scope, ids: map[string]string{}, sets: map[string]*compiledSet{}, work: c.work}
	f.limit.section = "annotations have"
	for i := range c.file.Annotations {
		if f.full() || f.limit.exceeded {
			break
		}
		spec := &c.file.Annotations[i]
		ref := EntryRef{Side: IncludeSide, Index: i, Pointer: fmt.Sprintf("/annotations/%d", i)}
		a := &Annotation{hints: [HintCount]*bool{spec.ReadOnly, spec.Destructive, spec.Idempotent, spec.OpenWorld},
			tags: spec.Tags}
		if spec.Tools == nil && spec.Regex == nil && spec.Server == nil {
			f.report(&rules.Problem{Code: rules.CodeMissingKey, Pointer: ref.Pointer, Offset: -1,
				Message: "an entry of annotations needs tools, or server and regex", Hint: "write tools: server/tool, or tools: '*'"})
			continue
		}
		a.entry = f.entry(ref, &rules.EntrySpec{Tools: spec.Tools, Server: spec.Server, Regex: spec.Regex,
			When: spec.When})
		if !a.entry.ref.Static {
			f.report(&rules.Problem{Code: rules.CodeAnnotationReadsRequest, Pointer: ref.Pointer + "/when", Offset: -1,
				Message: "the condition of an entry of annotations reads the request, and hints and tags are the same for every request",
				Hint:    "read tool.* alone here, and ctx.* in a condition of the filter"})
		}
		c.rules.annotations = append(c.rules.annotations, a)
	}
	for _, p := range f.problems {
		c.add(p)
	}
}
