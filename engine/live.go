package engine

import (
	"maps"
	"slices"
	"sync"
)

// A Live is a catalog that follows its [Watcher]: [Live.Catalog] returns the catalog of the rule
// file and the server lists that are in force. Both change independently. Each [Catalog], and each
// [View] of it, has exactly one version of both: a request that loads the catalog once never sees a
// mix. A Live is made by [Watcher.Bind] or [Engine.Bind] and is safe for concurrent use. The zero
// Live is not usable.
type Live struct {
	watcher *Watcher

	// Guarded by the watcher's mu.
	servers  []Server
	revision int // of servers
	closed   bool

	turns sync.Map // by server ID: the *sync.Mutex held while its list is set

	last *Catalog // set before a state without this Live comes into force, and read only then
}

// Bind builds a catalog of servers that follows the rule file. There may be any number of them, for
// example one for each tenant; a version of the file comes into force for all of them or for none.
// Bind servers that have not yet responded without lists, so that the order of the catalog is the
// order of the configuration.
//
// Errors are those of [Engine.BuildCatalog].
func (w *Watcher) Bind(servers []Server) (*Live, error) {
	l := &Live{watcher: w, servers: slices.Clone(servers)}
	for {
		e := w.Engine()
		c, err := e.BuildCatalog(l.servers)
		if err != nil {
			return nil, err
		}
		if w.bind(l, e, c) {
			return l, nil
		}
	}
}

// bind binds a catalog, unless its engine is no longer in force.
func (w *Watcher) bind(l *Live, e *Engine, c *Catalog) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Engine() != e {
		return false
	}
	w.lives = append(w.lives, l)
	w.put(l, c)
	return true
}

// Bind builds a catalog of servers under rules that never change: a [Live] without a Watcher.
//
// Errors are those of [Engine.BuildCatalog].
func (e *Engine) Bind(servers []Server) (*Live, error) {
	w := &Watcher{}
	w.state.Store(&state{engine: e})
	return w.Bind(servers)
}

// put makes c the current catalog of l. The caller holds mu.
func (w *Watcher) put(l *Live, c *Catalog) {
	now := w.state.Load()
	catalogs := maps.Clone(now.catalogs)
	if catalogs == nil {
		catalogs = map[*Live]*Catalog{}
	}
	catalogs[l] = c
	w.state.Store(&state{engine: now.engine, catalogs: catalogs})
}

// Catalog returns the catalog that is in force. It costs one atomic load.
func (l *Live) Catalog() *Catalog {
	if c := l.watcher.state.Load().catalogs[l]; c != nil {
		return c
	}
	return l.last
}

// SetServers replaces all servers and their lists, and returns the change. It is for a host whose
// set of servers changes; for the new list of one server use [Live.SetServer]. Neither Check nor
// OnChange is called.
//
// Errors are those of [Engine.BuildCatalog], or [ErrClosed]. On an error the old lists stay in
// force.
func (l *Live) SetServers(servers []Server) (CatalogChange, error) {
	servers = slices.Clone(servers)
	return l.change(func(before *Catalog) (rebuild, error) {
		after, err := before.engine.BuildCatalog(servers)
		return func(*Catalog, []Server) (*Catalog, []Server, error) { return after, servers, nil }, err
	})
}

// SetServer replaces the list of the server with the same ID, or appends the server if there is
// none, and returns the change. A server without lists has no tools: set one to remove the tools of
// a server that is gone. The cost is that of [Catalog.With]. Nearly all of it is for reading the
// list, which does not block other servers: calls for different servers run concurrently, and calls
// for one server take effect in order.
//
// Errors are those of [Catalog.With], or [ErrClosed]. On an error the old list stays in force.
func (l *Live) SetServer(s Server) (CatalogChange, error) {
	turn := l.turn(s.ID)
	turn.Lock()
	defer turn.Unlock()
	return l.change(func(before *Catalog) (rebuild, error) {
		if err := before.checkWith(s.ID); err != nil {
			return nil, err
		}
		p := before.engine.newPart(s)
		return func(before *Catalog, servers []Server) (*Catalog, []Server, error) {
			after, err := before.withPart(p)
			return after, with(servers, s), err
		}, nil
	})
}

// turn returns the lock for a server's lists.
func (l *Live) turn(id string) *sync.Mutex {
	lock, _ := l.turns.LoadOrStore(id, &sync.Mutex{})
	return lock.(*sync.Mutex)
}

// with returns servers with s in them, replaced or appended as by [Catalog.With].
func with(servers []Server, s Server) []Server {
	servers = slices.Clone(servers)
	at := slices.IndexFunc(servers, func(old Server) bool { return old.ID == s.ID })
	if at < 0 {
		return append(servers, s)
	}
	servers[at] = s
	return servers
}

// A rebuild returns the next catalog and its servers from those in force. It is cheap.
type rebuild func(before *Catalog, servers []Server) (*Catalog, []Server, error)

// change puts the result of a rebuild in force. Prepare does the expensive work for the engine of a
// catalog, without the watcher's lock. It is called again if other rules come into force meanwhile.
func (l *Live) change(prepare func(*Catalog) (rebuild, error)) (CatalogChange, error) {
	for {
		seen := l.Catalog()
		r, err := prepare(seen)
		if err != nil {
			return CatalogChange{}, err
		}
		before, after, err := l.replace(seen.engine, r)
		if err != nil {
			return CatalogChange{}, err
		}
		if after != nil {
			l.watcher.noteRebound()
			return CatalogChange{Live: l, Before: before, After: after}, nil
		}
	}
}

// replace puts a catalog in force. after is nil if the engine in force is no longer e.
func (l *Live) replace(e *Engine, r rebuild) (before, after *Catalog, err error) {
	w := l.watcher
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.closed {
		return nil, nil, ErrClosed
	}
	before = l.Catalog()
	if before.engine != e {
		return nil, nil, nil
	}
	after, servers, err := r(before, l.servers)
	if err != nil {
		return nil, nil, err
	}
	l.servers = servers
	l.revision++
	w.put(l, after)
	return before, after, nil
}

// Close detaches the catalog from the Watcher. Catalog goes on to return the last catalog, which no
// longer changes. Close may be called more than once.
func (l *Live) Close() {
	if l.unbind() {
		l.watcher.noteRebound()
	}
}

func (l *Live) unbind() bool {
	w := l.watcher
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.closed {
		return false
	}
	l.closed = true
	l.last = l.Catalog()
	w.lives = slices.DeleteFunc(w.lives, func(other *Live) bool { return other == l })
	now := w.state.Load()
	catalogs := maps.Clone(now.catalogs)
	delete(catalogs, l)
	w.state.Store(&state{engine: now.engine, catalogs: catalogs})
	return true
}

// noteRebound notifies the loop that servers have changed, so that a refused version may now be
// accepted.
func (w *Watcher) noteRebound() {
	select {
	case w.rebound <- struct{}{}:
	default:
	}
}
