package engine

import (
	"maps"
	"slices"
	"sync"
)

// A Live is a catalog that follows its [Watcher]: [Live.Catalog] gives the catalog of the rule file and the servers' lists that
// are in force. Both change independently; each [Catalog] has exactly one version of either, and so has each [View]: a request
// that takes the catalog once never sees a mix. Make one with [Watcher.Bind]. It is safe for concurrent use.
type Live struct {
	watcher *Watcher

	// Guarded by the watcher's mu.
	servers  []Server
	revision int // of servers
	closed   bool

	turns sync.Map // by the id of a server: the *sync.Mutex of who sets its list

	last *Catalog // set before a state without this Live comes into force, and read only then
}

// Bind makes a catalog of servers' lists that follows the rule file. There may be any number of them, say one for each tenant;
// a version of the file is put in force for all of them or for none. Servers that have not answered yet are best bound without
// lists, so that the order of the catalog is the order of the configuration.
//
// The error is that of [Engine.BuildCatalog].
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

// Bind makes a catalog of servers' lists under rules that never change: a [Live] that follows no Watcher.
//
// The error is that of [Engine.BuildCatalog].
func (e *Engine) Bind(servers []Server) (*Live, error) {
	w := &Watcher{}
	w.state.Store(&state{engine: e})
	return w.Bind(servers)
}

// put makes a catalog the current one of l. The caller holds mu.
func (w *Watcher) put(l *Live, c *Catalog) {
	now := w.state.Load()
	catalogs := maps.Clone(now.catalogs)
	if catalogs == nil {
		catalogs = map[*Live]*Catalog{}
	}
	catalogs[l] = c
	w.state.Store(&state{engine: now.engine, catalogs: catalogs})
}

// Catalog gives the catalog that is in force. It takes one atomic load.
func (l *Live) Catalog() *Catalog {
	if c := l.watcher.state.Load().catalogs[l]; c != nil {
		return c
	}
	return l.last
}

// SetServers puts other lists in the place of all that are bound, and returns what that changes. It is for a host whose set of
// servers changes; for one server's new list there is [Live.SetServer]. Check is not called, and neither is OnChange: the caller knows.
//
// The error is that of [Engine.BuildCatalog], or [ErrClosed]. The old lists then stay in force.
func (l *Live) SetServers(servers []Server) (CatalogChange, error) {
	servers = slices.Clone(servers)
	return l.change(func(before *Catalog) (rebuild, error) {
		after, err := before.engine.BuildCatalog(servers)
		return func(*Catalog, []Server) (*Catalog, []Server, error) { return after, servers, nil }, err
	})
}

// SetServer is [Live.SetServers] for the list of one server: it takes the place of the one with the same id, or the last place
// if there is none. A server without lists has no tools: that is how to take away those of a server that is gone. It costs what
// [Catalog.With] costs. Nearly all of that is for reading the list, which keeps no other server waiting: calls for different servers
// run side by side, and those for one server take effect in the order in which they come.
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

// turn returns the lock of a server's lists.
func (l *Live) turn(id string) *sync.Mutex {
	lock, _ := l.turns.LoadOrStore(id, &sync.Mutex{})
	return lock.(*sync.Mutex)
}

// with gives a list with one server's place taken, as [Catalog.With] does it.
func with(servers []Server, s Server) []Server {
	servers = slices.Clone(servers)
	at := slices.IndexFunc(servers, func(old Server) bool { return old.ID == s.ID })
	if at < 0 {
		return append(servers, s)
	}
	servers[at] = s
	return servers
}

// A rebuild makes the next catalog and its lists of those in force, at little cost.
type rebuild func(before *Catalog, servers []Server) (*Catalog, []Server, error)

// change puts in force what a rebuild makes. Prepare does what takes long, without the watcher's lock, for the engine of a catalog; it
// is called again if other rules have come into force meanwhile.
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

// replace puts a catalog in force; after is nil if the engine of the catalogs is another.
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

// Close takes the catalog from the Watcher. It goes on to give the catalog that it had last, which follows nothing any more. It
// may be called more than once.
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

// noteRebound lets the loop know that a version that was refused may do now.
func (w *Watcher) noteRebound() {
	select {
	case w.rebound <- struct{}{}:
	default:
	}
}
