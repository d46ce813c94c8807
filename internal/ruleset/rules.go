package ruleset

import (
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// Rules is a compiled rule file. It is immutable and safe for concurrent use. Make one with [Parse]
// or [Compile]; nil and the zero value must not be used.
type Rules struct {
	file         *rules.File
	scope        Scope
	annotations  []*Annotation
	verbosity    *Verbosity
	filter       *Filter
	descriptions []*Description
	discovery    Discovery
	warnings     rules.Problems
}

// File returns the file that the rules were compiled from. It must not be modified.
func (r *Rules) File() *rules.File { return r.file }

// Scope returns the names that entries of this file may refer to, so that a host can compile more
// entries.
func (r *Rules) Scope() Scope { return r.scope }

// Env returns the attributes that expressions of this file may read.
func (r *Rules) Env() *cond.Env { return r.scope.Env }

// Annotations returns the entries of annotations, in file order. The list must not be modified.
func (r *Rules) Annotations() []*Annotation { return r.annotations }

// Verbosity returns the level of requests that have none; nil if the file does not set it.
func (r *Rules) Verbosity() *Verbosity { return r.verbosity }

// Filter returns the compiled filter.
func (r *Rules) Filter() *Filter { return r.filter }

// Descriptions returns the entries of descriptions, in file order. The list must not be modified.
func (r *Rules) Descriptions() []*Description { return r.descriptions }

// Discovery returns which tools a list has. It must not be modified.
func (r *Rules) Discovery() *Discovery { return &r.discovery }

// Scheme returns how tools are named. It must not be modified.
func (r *Rules) Scheme() naming.Scheme { return schemeOf(r.file) }

// Warnings returns the warnings, in file order; nil if there are none.
func (r *Rules) Warnings() rules.Problems { return r.warnings }

// Place returns file, line and column of the value at pointer, which points into the [File] as the
// pointers of decisions do. Line is 0 for rules that were built in Go.
func (r *Rules) Place(pointer string) (file string, line, column int) {
	p := rules.Problem{Pointer: pointer, Offset: -1}
	locate(r.file, &p)
	return p.File, p.Line, p.Column
}

// Locate sets the position of a problem. Its Pointer, which points into the [rules.File] as those
// of decisions do, becomes one into the rule file; Offset and OnKey refine the position. Locate
// does nothing for rules that were built in Go.
func (r *Rules) Locate(p *rules.Problem) { locate(r.file, p) }

// Pointer converts a pointer into the [rules.File] to one into the rule file: where the file names
// an entry by its key, a File names it by index. For rules that were built in Go both are the same.
func (r *Rules) Pointer(pointer string) string {
	p := rules.Problem{Pointer: pointer, Offset: -1}
	locate(r.file, &p)
	return p.Pointer
}
