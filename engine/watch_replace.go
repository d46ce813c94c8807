package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A draft is a version that may come into force: an engine, and the catalogs built with it so far.
type draft struct {
	engine   *Engine
	catalogs map[*Live]built
}

// A built is a catalog and the revision of the server lists that it was built from.
type built struct {
	catalog  *Catalog
	revision int
}

// replace puts a version of the file in force as a whole, or returns why not. Only one call runs at
// a time.
//
// Neither compiling nor Check holds the lock, so servers may be set meanwhile. Catalogs that are
// bound, or whose servers are set, after the draft was made are built again before it comes into
// force.
func (w *Watcher) replace(ctx context.Context, v version) (Change, *refusal) {
	d := &draft{catalogs: map[*Live]built{}}
	var catalogs []*Catalog
	var changes []CatalogChange
	for _, step := range []func() rules.Problems{
		func() (ps rules.Problems) { d.engine, ps = w.compile(v); return ps },
		func() (ps rules.Problems) { catalogs, ps = w.build(d); return ps },
		func() rules.Problems { return w.check(ctx, d.engine, catalogs) },
		func() (ps rules.Problems) { changes, ps = w.swap(d); return ps },
	} {
		if ps := w.guard(step); ps != nil {
			return w.refuse(v, ps)
		}
	}
	return Change{Engine: d.engine, Catalogs: changes}, nil
}

func (w *Watcher) refuse(v version, ps rules.Problems) (Change, *refusal) {
	change := Change{Problems: ps}
	if now := w.state.Load(); now != nil {
		change.Engine = now.engine
	}
	return change, &refusal{data: v.data, problems: ps}
}

// guard turns a panic into a problem: no host could recover it in this goroutine, and the last good
// version is better than none.
func (w *Watcher) guard(step func() rules.Problems) (ps rules.Problems) {
	defer func() {
		if thrown := recover(); thrown != nil {
			ps = w.problem(CodePanic, fmt.Errorf("a panic: %v", thrown))
		}
	}()
	return step()
}

func (w *Watcher) problem(code rules.Code, err error) rules.Problems {
	return rules.Problems{{Code: code, File: w.file, Offset: -1, Message: err.Error(), Err: err}}
}

func (w *Watcher) compile(v version) (*Engine, rules.Problems) {
	e, err := v.engine(w.file, w.opts.Engine)
	if err != nil {
		return nil, w.problems(CodeOptions, err)
	}
	return e, nil
}

// problems returns an error unchanged if it has positions of its own.
func (w *Watcher) problems(code rules.Code, err error) rules.Problems {
	if ps, ok := err.(rules.Problems); ok && len(ps) > 0 {
		return ps
	}
	return w.problem(code, err)
}

// rounds is how often the catalogs of a draft are built without the lock. What has changed by then
// is built while holding it, so that frequent changes of servers can't keep a version from coming
// into force.
const rounds = 3

// buildAhead builds without the lock what complete would have to build. It ignores errors, which
// complete reports.
func (w *Watcher) buildAhead(d *draft) {
	for range rounds {
		missing := w.missing(d)
		if len(missing) == 0 {
			return
		}
		for l, b := range missing {
			if c, err := d.engine.BuildCatalog(b.servers); err == nil {
				d.catalogs[l] = built{catalog: c, revision: b.revision}
			}
		}
	}
}

// A bound is the servers of a Live and their revision.
type bound struct {
	servers  []Server
	revision int
}

// missing returns the servers of the bound catalogs that the draft lacks or has in an older
// revision.
func (w *Watcher) missing(d *draft) map[*Live]bound {
	w.mu.Lock()
	defer w.mu.Unlock()
	missing := map[*Live]bound{}
	for _, l := range w.lives {
		if b, ok := d.catalogs[l]; !ok || b.revision != l.revision {
			missing[l] = bound{l.servers, l.revision}
		}
	}
	return missing
}

// build builds every bound catalog, and returns them in the order of Bind.
func (w *Watcher) build(d *draft) ([]*Catalog, rules.Problems) {
	w.buildAhead(d)
	w.mu.Lock()
	defer w.mu.Unlock()
	if ps := w.complete(d); ps != nil {
		return nil, ps
	}
	catalogs := make([]*Catalog, len(w.lives))
	for i, l := range w.lives {
		catalogs[i] = d.catalogs[l].catalog
	}
	return catalogs, nil
}

// complete builds the catalogs that the draft lacks or has in an older revision. The caller holds
// mu.
func (w *Watcher) complete(d *draft) rules.Problems {
	var ps rules.Problems
	for _, l := range w.lives {
		if b, ok := d.catalogs[l]; ok && b.revision == l.revision {
			continue
		}
		c, err := d.engine.BuildCatalog(l.servers)
		if err != nil {
			ps = append(ps, w.catalogProblems(d.engine, err)...)
			continue
		}
		d.catalogs[l] = built{catalog: c, revision: l.revision}
	}
	return ps
}

// blamed maps an error code to the value in the rule file that causes it.
var blamed = map[rules.Code]string{
	CodeUnknownServer: "/servers",
	rules.Code(naming.CodeNamespaceNeedsOneServer): "/naming/namespace",
	rules.Code(naming.CodeNamespaceConflict):       "/naming",
}

// catalogProblems returns the problems of a rule file with the servers of a bound catalog, with
// their positions.
func (w *Watcher) catalogProblems(e *Engine, err error) rules.Problems {
	var ps rules.Problems
	for _, err := range eachOf(err) {
		p := w.problem(CodeCatalog, fmt.Errorf("a bound catalog can't be built with this version: %w", err))[0]
		var known *Error
		if errors.As(err, &known) && blamed[known.Code] != "" {
			p.Pointer = blamed[known.Code]
			p.File, p.Line, p.Column = e.Rules.Place(p.Pointer)
		}
		ps = append(ps, p)
	}
	return ps
}

// eachOf splits joined errors.
func eachOf(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// check calls the host's Check.
func (w *Watcher) check(ctx context.Context, e *Engine, catalogs []*Catalog) rules.Problems {
	if w.opts.Check == nil {
		return nil
	}
	if err := w.opts.Check(ctx, e, catalogs); err != nil {
		return w.problems(CodeCheck, err)
	}
	return nil
}

// swap puts the draft in force with one atomic store.
func (w *Watcher) swap(d *draft) ([]CatalogChange, rules.Problems) {
	w.buildAhead(d)
	w.mu.Lock()
	defer w.mu.Unlock()
	if ps := w.complete(d); ps != nil {
		return nil, ps
	}
	next := &state{engine: d.engine, catalogs: make(map[*Live]*Catalog, len(w.lives))}
	changes := make([]CatalogChange, len(w.lives))
	for i, l := range w.lives {
		next.catalogs[l] = d.catalogs[l].catalog
		changes[i] = CatalogChange{Live: l, Before: l.Catalog(), After: next.catalogs[l]}
	}
	w.state.Store(next)
	return changes, nil
}
