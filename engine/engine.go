package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/toolrules/toolrules/internal/plan"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/search"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// An Engine is a compiled rule file together with the options of the host. It is immutable and safe
// for concurrent use. It is made by [New], [Load] or [Parse]; the zero Engine is not usable.
type Engine struct {
	compiled
	filter       *ruleset.Filter // the entries of the file and of the host
	planned      *plan.Filter    // the same
	scheme       naming.Scheme
	descriptions []description
	words        words
	shapes       int // the number of shapes among the entries of descriptions
	described    entryIndex
	annotated    entryIndex
	pinned       entryIndex
	prioritized  entryIndex
	metas        []metaTool // the tools for deferred tools
	metaBytes    int        // what they add to the JSON of a list
	opts         Options

	languageOnce   sync.Once
	searchLanguage *search.Language
}

// compiled is what other packages of this module read of an engine. Its field is promoted.
type compiled struct{ Rules *ruleset.Rules }

// Load reads and compiles the rule file at path. See [New] for the error.
func Load(path string, opts Options) (*Engine, error) {
	file, err := rules.Load(path)
	if file == nil {
		return nil, err
	}
	return New(file, opts)
}

// Parse is [Load] for a rule file in memory. The name is used in messages; a name that ends in
// .json means that data is JSON.
func Parse(name string, data []byte, opts Options) (*Engine, error) {
	file, err := rules.Parse(name, data)
	if file == nil {
		return nil, err
	}
	return New(file, opts)
}

// New compiles a rule file with the options of a host. The file, which must not change afterwards,
// is usually the result of [rules.Load] or [rules.Parse]; if these found errors, New returns them
// together with those that it finds. The error is a [rules.Problems] that lists all problems of the
// file, with positions and in file order, or one or several joined [*Error] that describe problems
// of the options.
func New(file *rules.File, opts Options) (*Engine, error) {
	if file == nil {
		return nil, &Error{Code: CodeNoRules, Where: "rules", Message: "the rules are nil", Hint: "load them with rules.Load"}
	}
	r, err := ruleset.Compile(file)
	if err != nil {
		return nil, err
	}
	e := &Engine{compiled: compiled{r}, opts: opts, scheme: r.Scheme()}
	e.scheme.Reserved = slices.Concat(e.scheme.Reserved, opts.Reserved)
	if err := e.scheme.Check(); err != nil {
		return nil, namingErrors(err)
	}
	filter, err := r.Filter().Extend(rules.FilterSpec{Include: entriesOf(opts.Include), Exclude: entriesOf(opts.Exclude)}, r.Scope())
	if err != nil {
		return nil, optionErrors(err, file.Filter)
	}
	e.filter, e.planned = filter, plan.New(filter)
	if err := e.prepare(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e.described = newEntryIndex(e.Rules.Descriptions())
	e.annotated = newEntryIndex(e.Rules.Annotations())
	e.pinned = newEntryIndex(e.Rules.Discovery().Pins())
	e.prioritized = newEntryIndex(e.Rules.Discovery().Priorities())
	e.metas = newMetaTools(e.Rules.Discovery().Search(), e.Rules.Env())
	for _, m := range e.metas {
		e.metaBytes += len(",") + len(m.raw)
	}
	return e, nil
}

func entriesOf(funcs []Func) []rules.EntrySpec {
	specs := make([]rules.EntrySpec, len(funcs))
	for i, f := range funcs {
		specs[i] = rules.EntrySpec{ID: f.ID, Reason: f.Reason, Func: f.Match}
	}
	return specs
}

// File returns the rule file. It must not be modified.
func (e *Engine) File() *rules.File { return e.Rules.File() }

// Warnings returns the problems of the rule file that are not errors, in file order.
func (e *Engine) Warnings() rules.Problems { return slices.Clone(e.Rules.Warnings()) }

// BuildCatalog returns the catalog of the tools of all servers, in the order of servers. It
// computes everything that does not depend on a request, names above all. [Catalog.Report] returns
// what happened to everything that the servers sent. When the list of a server changes,
// [Catalog.With] builds the next catalog at little more than the cost of that list.
//
// The error is one or several joined [*Error] about what the operator must fix: a server ID that is
// invalid, is used twice, or is not one of the rule file's servers; without namespaces, not exactly
// one server; namespaces that conflict. What a server sends never causes an error: a tool that
// can't be used is left out and reported.
func (e *Engine) BuildCatalog(servers []Server) (*Catalog, error) {
	if err := e.checkServers(len(servers), func(i int) string { return servers[i].ID }); err != nil {
		return nil, err
	}
	parts := make([]*part, len(servers))
	for i, s := range servers {
		parts[i] = e.newPart(s)
	}
	return e.assemble(parts, nil)
}

// checkServers reports servers that the rule file does not list, before any tool list is read.
func (e *Engine) checkServers(n int, idAt func(i int) string) error {
	known := e.Rules.File().Servers
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
			Message: fmt.Sprintf("%q is not one of the rule file's servers: %s", id, suggest.List(known)),
			Hint:    "add it to servers, or use one of these IDs"}
		if near, ok := suggest.Nearest(id, known); ok {
			unknown.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		errs = append(errs, unknown)
	}
	return errors.Join(errs...)
}
