package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// An Engine is a rule file together with what the host adds to it, compiled. It never changes and may be shared by any number
// of goroutines. Make one with [New], [Load] or [Parse]; the zero Engine is of no use.
type Engine struct {
	rules        *rules.Rules
	filter       *rules.Filter // the file's and the host's entries
	planned      *plan.Filter  // the same
	scheme       naming.Scheme
	descriptions []description
	words        words
	shapes       int // how many there are among the texts of descriptions
	described    descriptionIndex
	opts         Options
}

// Load compiles the rule file at path, without options of the host's own. The error is [rules.Problems]: all that is wrong
// with the file, each with its place.
func Load(path string) (*Engine, error) {
	r, err := rules.Load(path)
	if err != nil {
		return nil, err
	}
	return New(r, Options{})
}

// Parse is [Load] for a rule file that is in memory. The name is for messages; one that ends in .json says that it is JSON.
func Parse(name string, data []byte) (*Engine, error) {
	r, err := rules.Parse(name, data)
	if err != nil {
		return nil, err
	}
	return New(r, Options{})
}

// New puts compiled rules and the host's options together. The error is one or several [*Error], which say what is wrong with
// the options.
func New(r *rules.Rules, opts Options) (*Engine, error) {
	if r == nil {
		return nil, &Error{Code: CodeNoRules, Where: "rules", Message: "there are no rules", Hint: "load some: rules.Load"}
	}
	e := &Engine{rules: r, opts: opts, scheme: r.Scheme()}
	e.scheme.Reserved = slices.Concat(e.scheme.Reserved, opts.Reserved)
	if err := e.scheme.Check(); err != nil {
		return nil, namingErrors(err)
	}
	filter, err := r.Filter().Extend(rules.FilterSpec{Include: entriesOf(opts.Include), Exclude: entriesOf(opts.Exclude)}, r.Scope())
	if err != nil {
		return nil, optionErrors(err, r.File().Filter)
	}
	e.filter, e.planned = filter, plan.New(filter)
	if err := e.prepare(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e.described = newDescriptionIndex(e.descriptions)
	return e, nil
}

func entriesOf(funcs []Func) []rules.EntrySpec {
	specs := make([]rules.EntrySpec, len(funcs))
	for i, f := range funcs {
		specs[i] = rules.EntrySpec{ID: f.ID, Reason: f.Reason, Func: f.Match}
	}
	return specs
}

// Rules gives the compiled rule file.
func (e *Engine) Rules() *rules.Rules { return e.rules }

// BuildCatalog returns the catalog of the tools of all servers, in the order of servers, with
// everything computed that does not depend on a request: names above all. [Catalog.Report] tells what
// became of everything that the servers sent. When the list of a server changes, [Catalog.With] builds
// the next catalog at little more than the cost of that list.
//
// The error is one or several [*Error] about what the operator must fix: a server ID that is not valid,
// is used twice, or is not one of the rule file's servers; without namespaces, not exactly one server;
// namespaces that conflict. What a server sends never causes an error: a tool that can't be used is
// left out and reported.
func (e *Engine) BuildCatalog(servers []Server) (*Catalog, error) {
	if err := e.checkServers(len(servers), func(i int) string { return servers[i].ID }); err != nil {
		return nil, err
	}
	parts := make([]*part, len(servers))
	for i, s := range servers {
		parts[i] = e.newPart(s)
	}
	return e.assemble(parts)
}

// checkServers looks for servers that the rule file does not have, before any list is read.
func (e *Engine) checkServers(n int, idAt func(i int) string) error {
	known := e.rules.File().Servers
	if len(known) == 0 {
		return nil
	}
	var errs []error
	for i := range n {
		id := idAt(i)
		if slices.Contains(known, id) {
			continue
		}
		unknown := &Error{Code: CodeUnknownServer, Where: fmt.Sprintf("servers[%d]", i),
			Message: fmt.Sprintf("%q is not one of the rule file's servers: %s", id, suggest.List(known))}
		if near, ok := suggest.Nearest(id, known); ok {
			unknown.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		errs = append(errs, unknown)
	}
	return errors.Join(errs...)
}
