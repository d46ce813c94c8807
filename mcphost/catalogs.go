package mcphost

import (
	"sync/atomic"

	"github.com/toolrules/toolrules/engine"
)

// Catalogs is where a [Gateway] keeps its catalog: an [engine.Live], which follows a rule file, or what [Fixed] returns. It has to be
// safe for concurrent use.
type Catalogs interface {
	// Catalog returns the catalog in force, or nil if there is none yet. It never waits.
	Catalog() *engine.Catalog
	// SetServer puts a server's list in the place of the one that it had, or after all others.
	SetServer(engine.Server) (engine.CatalogChange, error)
}

// Fixed keeps a catalog under rules that never change. There is none before the first server is set.
func Fixed(eng *engine.Engine) Catalogs { return &fixed{engine: eng} }

type fixed struct {
	engine *engine.Engine
	live   atomic.Pointer[engine.Live]
}

func (f *fixed) Catalog() *engine.Catalog {
	if live := f.live.Load(); live != nil {
		return live.Catalog()
	}
	return nil
}

func (f *fixed) SetServer(s engine.Server) (engine.CatalogChange, error) {
	if live := f.live.Load(); live != nil {
		return live.SetServer(s)
	}
	first, err := f.engine.Bind([]engine.Server{s})
	if err != nil {
		return engine.CatalogChange{}, err
	}
	if !f.live.CompareAndSwap(nil, first) {
		return f.live.Load().SetServer(s) // another server was faster
	}
	return engine.CatalogChange{Live: first, After: first.Catalog()}, nil
}
