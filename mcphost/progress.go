package mcphost

import (
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const progressToken = "progressToken"

// A progressRouter forwards an upstream's progress notifications to the callers that requested
// them. Callers choose their tokens independently, so upstreams get tokens of our own.
type progressRouter struct {
	mu   sync.Mutex
	last int
	open map[string]*progressStream
}

// A progressStream forwards to one caller, in order. A slow caller misses some notifications.
type progressStream struct {
	token   any
	ctx     context.Context // of the caller's request, which notifications belong to
	session *mcp.ServerSession
	notes   chan *mcp.ProgressNotificationParams
	done    chan struct{}
}

// start opens a stream. It returns the token for the upstream, and a function that closes the
// stream once all notifications are forwarded.
func (r *progressRouter) start(ctx context.Context, session *mcp.ServerSession, token any) (string, func()) {
	s := &progressStream{
		token: token, ctx: ctx, session: session,
		notes: make(chan *mcp.ProgressNotificationParams, 16), done: make(chan struct{}),
	}
	go s.run()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[string]*progressStream{}
	}
	r.last++
	ours := "p" + strconv.Itoa(r.last)
	r.open[ours] = s
	return ours, func() {
		r.mu.Lock()
		delete(r.open, ours)
		close(s.notes)
		r.mu.Unlock()
		<-s.done
	}
}

// pass forwards a notification of the upstream. It does not block.
func (r *progressRouter) pass(p *mcp.ProgressNotificationParams) {
	token, ok := p.ProgressToken.(string)
	if !ok {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.open[token]
	if s == nil {
		return
	}
	note := *p
	note.ProgressToken = s.token
	select {
	case s.notes <- &note:
	default:
	}
}

func (s *progressStream) run() {
	defer close(s.done)
	for note := range s.notes {
		_ = s.session.NotifyProgress(s.ctx, note) // the caller may be gone
	}
}
