package mcphost

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolrules/toolrules/engine"
)

// An upstreamSet holds the followers of a gateway's upstreams.
type upstreamSet struct {
	mu      sync.RWMutex // held for writing while the set changes, for reading while a list is published
	current atomic.Pointer[followers]
}

// followers is an immutable set of followers.
type followers struct {
	order []*follower // of the configuration
	byID  map[string]*follower
}

func (s *upstreamSet) all() []*follower {
	if f := s.current.Load(); f != nil {
		return f.order
	}
	return nil
}

// get returns the follower of a server, or nil.
func (s *upstreamSet) get(id string) *follower {
	if f := s.current.Load(); f != nil {
		return f.byID[id]
	}
	return nil
}

// drainTimeout is how long calls of an upstream that was removed may take to finish.
const drainTimeout = 30 * time.Second

// SetUpstreams replaces the upstreams and their order. The gateway connects to those that are new
// and disconnects from those that are gone, after their calls have finished, for 30 seconds at
// most. Upstreams that are equal to before stay connected; those with a Transport or another
// HTTPClient are never equal. An upstream that has changed keeps its tools for the grace period,
// until it is connected.
//
// On an error everything stays as before. The error joins an [*Error] for each fault: an invalid
// upstream (see [Upstream.Check]), a duplicate ID, or servers that the rules reject.
func (g *Gateway) SetUpstreams(upstreams []Upstream) error {
	if err := g.checkUpstreams(upstreams); err != nil {
		return err
	}
	g.upstreams.mu.Lock()
	defer g.upstreams.mu.Unlock()
	if err := g.ctx.Err(); err != nil {
		return err
	}
	before := g.upstreams.all()
	next := &followers{byID: map[string]*follower{}}
	var added []*follower
	servers := make([]engine.Server, 0, len(upstreams))
	for _, u := range upstreams {
		f := g.upstreams.get(u.ID)
		if f == nil || !reflect.DeepEqual(f.upstream, u) {
			f = newFollower(g, u, f)
			added = append(added, f)
		}
		next.order, next.byID[u.ID] = append(next.order, f), f
		servers = append(servers, f.server(f.lists))
	}
	if _, err := g.catalogs.SetServers(servers); err != nil {
		return errServersRefused(upstreams, err)
	}
	g.upstreams.current.Store(next)
	for _, f := range added {
		g.ended.Go(f.start)
	}
	for _, f := range before {
		if now := next.byID[f.upstream.ID]; now != f {
			g.ended.Go(func() { f.drain(drainTimeout) })
			if now == nil {
				g.leftOut.set(f.upstream.ID, nil)
			}
		}
	}
	if before != nil {
		g.NotifyToolsChanged()
	}
	return nil
}

func (g *Gateway) checkUpstreams(upstreams []Upstream) error {
	var errs []error
	seen := map[string]bool{}
	for _, u := range upstreams {
		if err := u.Check(); err != nil {
			errs = append(errs, err)
		} else if err := g.opts.Isolation.checkTemplates(&u); err != nil {
			errs = append(errs, err)
		} else if seen[u.ID] {
			errs = append(errs, fault(CodeDuplicate, u.ID, nil, "two servers have this ID"))
		}
		seen[u.ID] = true
	}
	return errors.Join(errs...)
}

// errServersRefused returns the error for servers that the rules reject. It names the server if the
// engine does.
func errServersRefused(upstreams []Upstream, err error) error {
	var of *engine.Error
	var at int
	if errors.As(err, &of) {
		if _, scanErr := fmt.Sscanf(of.Where, "servers[%d]", &at); scanErr == nil && at < len(upstreams) {
			return fault(CodeRefused, upstreams[at].ID, err, "the rules cannot be applied to the server")
		}
	}
	return fault(CodeRefused, "", err, "the rules cannot be applied to the servers")
}
