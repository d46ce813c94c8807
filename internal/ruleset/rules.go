package ruleset

import (
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// Rules are a rule file that is compiled and can be asked. They never change and may be shared by any number of goroutines. Make
// them with [Load], [Parse] or [File.Compile]; nil and the zero value can't be asked.
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

// File gives what the rules were compiled from. It must not be changed.
func (r *Rules) File() *rules.File { return r.file }

// Scope gives what entries of this file may refer to, so that a host can compile more of them.
func (r *Rules) Scope() Scope { return r.scope }

// Env gives what expressions of this file may read.
func (r *Rules) Env() *cond.Env { return r.scope.Env }

// Annotations returns the entries of annotations, in file order. The list must not be modified.
func (r *Rules) Annotations() []*Annotation { return r.annotations }

// Verbosity returns the level of requests that have none; nil if the file does not set it.
func (r *Rules) Verbosity() *Verbosity { return r.verbosity }

// Filter gives the rules of visibility.
func (r *Rules) Filter() *Filter { return r.filter }

// Descriptions gives the entries of descriptions, in file order. The list must not be changed.
func (r *Rules) Descriptions() []*Description { return r.descriptions }

// Discovery returns which tools a list has. It must not be modified.
func (r *Rules) Discovery() *Discovery { return &r.discovery }

// Scheme returns how tools are named. It must not be modified.
func (r *Rules) Scheme() naming.Scheme { return schemeOf(r.file) }

// Warnings gives what may not do what its author wants, in file order; nil if there is nothing.
func (r *Rules) Warnings() rules.Problems { return r.warnings }

// Place gives file, line and column of the value at pointer, which points into the [File] as the pointers of decisions do.
// Line is 0 for rules that were built in Go.
func (r *Rules) Place(pointer string) (file string, line, column int) {
	p := rules.Problem{Pointer: pointer, Offset: -1}
	locate(r.file, &p)
	return p.File, p.Line, p.Column
}

// Locate gives a problem its place. Its Pointer points into the [File], as those of decisions do, and becomes one into the rule
// file as it is written; Offset and OnKey say where at that value. It changes nothing for rules that were built in Go.
func (r *Rules) Locate(p *rules.Problem) { locate(r.file, p) }

// Pointer turns a pointer into the [File] into one into the rule file as it is written: where the file names an entry by its
// key, a File names it by index. For rules that were built in Go it is the same.
func (r *Rules) Pointer(pointer string) string {
	p := rules.Problem{Pointer: pointer, Offset: -1}
	locate(r.file, &p)
	return p.Pointer
}
