package mcphost

import (
	"sync"
	"sync/atomic"

	"github.com/toolrules/toolrules/engine"
)

// Catalogs is where a [Gateway] keeps its catalog: an [engine.Live], which follows a rule file, or what [Fixed] gives. It has to be
// safe for concurrent use.
type Catalogs interface {
	// Catalog gives the catalog in force, or nil if there is none yet. It never waits.
	Catalog() *engine.Catalog
	// SetServer puts a server's list in the place of the one that it had, or behind all others.
	SetServer(engine.Server) (engine.CatalogChange, error)
}

// Fixed keeps a catalog under rules that never change. There is none before the first server is set.
func Fixed(eng *engine.Engine) Catalogs { return &fixed{engine: eng} }

type fixed struct {
	engine  *engine.Engine
	catalog atomic.Pointer[engine.Catalog]
	mu      sync.Mutex // of whoever sets a server
}

func (f *fixed) Catalog() *engine.Catalog { return f.catalog.Load() }

func (f *fixed) SetServer(s engine.Server) (engine.CatalogChange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.catalog.Load()
	after, err := f.with(before, s)
	if err != nil {
		return engine.CatalogChange{}, err
	}
	f.catalog.Store(after)
	return engine.CatalogChange{Before: before, After: after}, nil
}

// with gives the catalog that comes of the one before, if there is any, and a server's new list.
func (f *fixed) with(before *engine.Catalog, s engine.Server) (*engine.Catalog, error) {
	if before == nil {
		after, _, err := f.engine.Catalog([]engine.Server{s})
		return after, err
	}
	after, _, err := before.With(s)
	return after, err
}
