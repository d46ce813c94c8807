package engine

import (
	"maps"
	"slices"
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

	last *Catalog // set before a state without this Live comes into force, and read only then
}

// Bind makes a catalog of servers' lists that follows the rule file. There may be any number of them, say one for each tenant;
// a version of the file is put in force for all of them or for none. Servers that have not answered yet are best bound without
// lists, so that the order of the catalog is the order of the configuration.
//
// The error is that of [Engine.Catalog].
func (w *Watcher) Bind(servers []Server) (*Live, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	servers = slices.Clone(servers)
	c, _, err := w.Engine().Catalog(servers)
	if err != nil {
		return nil, err
	}
	l := &Live{watcher: w, servers: servers}
	w.lives = append(w.lives, l)
	w.put(l, c)
	return l, nil
}

// put makes a catalog the current one of l. The caller holds mu.
func (w *Watcher) put(l *Live, c *Catalog) {
	now := w.state.Load()
	catalogs := maps.Clone(now.catalogs)
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

// SetServers puts other lists in the place of all that are bound, and gives what that changes. It is for a host whose set of
// servers changes; for one server's new list there is [Live.SetServer]. Check is not asked. OnChange is not told; the caller is.
//
// The error is that of [Engine.Catalog], or [ErrClosed]. The old lists then stay in force.
func (l *Live) SetServers(servers []Server) (CatalogChange, error) {
	servers = slices.Clone(servers)
	return l.change(func(before *Catalog) (*Catalog, []Server, error) {
		after, _, err := before.engine.Catalog(servers)
		return after, servers, err
	})
}

// SetServer is [Live.SetServers] for the list of one server: it takes the place of the one with the same id, or the last place
// if there is none. A server without lists has no tools: that is how to take away those of a server that is gone. It costs what
// [Catalog.With] costs.
func (l *Live) SetServer(s Server) (CatalogChange, error) {
	return l.change(func(before *Catalog) (*Catalog, []Server, error) {
		after, _, err := before.With(s)
		return after, with(l.servers, s), err
	})
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

// change puts the catalog in force that rebuild makes of the one before, and the lists that it is made of.
func (l *Live) change(rebuild func(before *Catalog) (after *Catalog, servers []Server, err error)) (CatalogChange, error) {
	before, after, err := l.replace(rebuild)
	if err != nil {
		return CatalogChange{}, err
	}
	l.watcher.noteRebound()
	return CatalogChange{Live: l, Before: before, After: after}, nil
}

func (l *Live) replace(rebuild func(*Catalog) (*Catalog, []Server, error)) (before, after *Catalog, err error) {
	w := l.watcher
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.closed {
		return nil, nil, ErrClosed
	}
	before = l.Catalog()
	after, servers, err := rebuild(before)
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
