package mcphost

import (
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const progressToken = "progressToken"

// A progressDesk passes an upstream's progress notifications on to the callers that asked for them. Callers choose their tokens
// without knowing of each other, so that upstreams are given tokens of our own.
type progressDesk struct {
	mu   sync.Mutex
	last int
	open map[string]*progressFlow
}

// A progressFlow goes to one caller, in order. A caller that does not keep up misses some.
type progressFlow struct {
	token   any
	ctx     context.Context // of the caller's request, which says where notifications go
	session *mcp.ServerSession
	notes   chan *mcp.ProgressNotificationParams
	done    chan struct{}
}

// start opens a flow and gives its token, and what closes it once everything was passed on.
func (d *progressDesk) start(ctx context.Context, session *mcp.ServerSession, token any) (string, func()) {
	f := &progressFlow{
		token: token, ctx: ctx, session: session,
		notes: make(chan *mcp.ProgressNotificationParams, 16), done: make(chan struct{}),
	}
	go f.run()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		d.open = map[string]*progressFlow{}
	}
	d.last++
	ours := "p" + strconv.Itoa(d.last)
	d.open[ours] = f
	return ours, func() {
		d.mu.Lock()
		delete(d.open, ours)
		close(f.notes)
		d.mu.Unlock()
		<-f.done
	}
}

// pass takes a notification of an upstream's. It never waits.
func (d *progressDesk) pass(p *mcp.ProgressNotificationParams) {
	token, ok := p.ProgressToken.(string)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.open[token]
	if f == nil {
		return
	}
	note := *p
	note.ProgressToken = f.token
	select {
	case f.notes <- &note:
	default:
	}
}

func (f *progressFlow) run() {
	defer close(f.done)
	for note := range f.notes {
		_ = f.session.NotifyProgress(f.ctx, note) // a caller that is gone needs none
	}
}
