package mcphost

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/toolrules/toolrules/engine"
)

// Catalogs is where a [Gateway] keeps its catalog: an [engine.Live], which follows a rule file, or what [Fixed] gives.
type Catalogs interface {
	// Catalog gives the catalog in force. It never waits.
	Catalog() *engine.Catalog
	// SetServer puts a server's list in the place of the one that it had, or behind all others.
	SetServer(engine.Server) (engine.CatalogChange, error)
}

// Fixed keeps a catalog under rules that never change.
func Fixed(eng *engine.Engine) Catalogs { return &fixed{engine: eng} }

type fixed struct {
	engine  *engine.Engine
	catalog atomic.Pointer[engine.Catalog]

	mu      sync.Mutex
	servers []engine.Server
}

func (f *fixed) Catalog() *engine.Catalog { return f.catalog.Load() }

func (f *fixed) SetServer(s engine.Server) (engine.CatalogChange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	servers := slices.Clone(f.servers)
	if at := slices.IndexFunc(servers, func(old engine.Server) bool { return old.ID == s.ID }); at >= 0 {
		servers[at] = s
	} else {
		servers = append(servers, s)
	}
	after, _, err := f.engine.Catalog(servers)
	if err != nil {
		return engine.CatalogChange{}, err
	}
	f.servers = servers
	return engine.CatalogChange{Before: f.catalog.Swap(after), After: after}, nil
}
