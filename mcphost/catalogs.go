package mcphost

import (
	"sync/atomic"

	"github.com/toolrules/toolrules/engine"
)

// Catalogs holds the catalog of a [Gateway]: an [engine.Live], which follows a rule file, or the
// result of [Fixed]. It must be safe for concurrent use.
type Catalogs interface {
	// Catalog returns the current catalog, or nil if there is none yet. It does not block.
	Catalog() *engine.Catalog
	// SetServer replaces the list of the server with the same ID, or appends the server.
	SetServer(engine.Server) (engine.CatalogChange, error)
	// SetServers replaces all servers and their lists.
	SetServers([]engine.Server) (engine.CatalogChange, error)
}

// Fixed returns Catalogs whose rules never change. Its catalog is nil before the first server is
// set.
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

func (f *fixed) SetServers(servers []engine.Server) (engine.CatalogChange, error) {
	return f.set(func(live *engine.Live) (engine.CatalogChange, error) { return live.SetServers(servers) }, servers)
}

func (f *fixed) SetServer(s engine.Server) (engine.CatalogChange, error) {
	return f.set(func(live *engine.Live) (engine.CatalogChange, error) { return live.SetServer(s) }, []engine.Server{s})
}

// set changes the catalog, or binds the first servers.
func (f *fixed) set(change func(*engine.Live) (engine.CatalogChange, error), servers []engine.Server) (engine.CatalogChange, error) {
	if live := f.live.Load(); live != nil {
		return change(live)
	}
	first, err := f.engine.Bind(servers)
	if err != nil {
		return engine.CatalogChange{}, err
	}
	if !f.live.CompareAndSwap(nil, first) {
		return change(f.live.Load()) // another server was set first
	}
	return engine.CatalogChange{Live: first, After: first.Catalog()}, nil
}
