package mcphost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// Isolation selects connections to upstreams per caller: requests with equal keys share one.
// Tools are listed by a connection without a caller; the others only serve calls.
type Isolation struct {
	// By lists the paths of attributes whose values are the key, such as user.id, or only "session"
	// for a connection for each session. Attributes must be verified: set by claims, by trusted
	// headers or by Base of the gateway's Source, and by no other header. A call without a value
	// for one of them is refused.
	By []string

	Servers []string      // the IDs of isolated upstreams; empty means all
	Max     int           // connections to an upstream; calls with further keys are refused. Zero means 100
	Idle    time.Duration // how long a connection is kept without calls. Zero means 10 minutes
}

// bySession is the key of a connection for each session.
const bySession = "session"

// applies reports whether an upstream is isolated.
func (i *Isolation) applies(id string) bool {
	return i != nil && (len(i.Servers) == 0 || slices.Contains(i.Servers, id))
}

// check reports conflicts of the isolation with the source of requests.
func (i *Isolation) check(source *Source) error {
	if i == nil {
		return nil
	}
	if len(i.By) == 0 || slices.Contains(i.By, bySession) && len(i.By) > 1 {
		return fault(CodeIsolation, "", nil, `isolation needs attributes, or only "session"`)
	}
	var errs []error
	for _, path := range i.By {
		if path != bySession && !source.verifies(path) {
			errs = append(errs, fault(CodeIsolation, path, nil,
				"callers cannot be isolated by an attribute that is not verified: "+
					"set it by a claim, a trusted header or Base, and by no other header"))
		}
	}
	return errors.Join(errs...)
}

// checkTemplates returns an error for a header template of an upstream that reads an attribute by
// which callers are not isolated: its connection would carry one caller's value for another's call.
func (i *Isolation) checkTemplates(u *Upstream) error {
	for name, template := range u.HeaderTemplates {
		_, err := expandTemplate(template, func(path string) (string, error) {
			if !i.applies(u.ID) || !slices.Contains(i.By, path) {
				return "", fmt.Errorf("it reads %s, by which callers are not isolated", path)
			}
			return "", nil
		})
		if err != nil {
			return fault(CodeIsolation, u.ID, nil, "header %s: %v", name, err)
		}
	}
	return nil
}

// verifies reports whether only verified values set an attribute.
func (s *Source) verifies(path string) bool {
	if s == nil {
		return false
	}
	_, verified := claimAt(s.Base.Attrs, path)
	verified = verified || s.claimed(path)
	for header, target := range s.headers() {
		if !overlap(target, path) {
			continue
		}
		if s.accepts(header, target) && !s.trusts(header) {
			return false
		}
		verified = verified || s.trusts(header)
	}
	return verified
}

// expandTemplate replaces each {ctx.PATH} in a template by what value returns for PATH.
func expandTemplate(template string, value func(path string) (string, error)) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{ctx.")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		path, rest, closed := strings.Cut(rest, "}")
		if !closed {
			return "", errors.New("{ctx. has no closing }")
		}
		text, err := value(path)
		if err != nil {
			return "", err
		}
		out.WriteString(text)
		template = rest
	}
}

// expandHeaders returns the headers of an upstream for a request.
func expandHeaders(u *Upstream, req engine.Request) (http.Header, error) {
	header := u.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	for name, template := range u.HeaderTemplates {
		text, err := expandTemplate(template, func(path string) (string, error) { return attributeText(req, path) })
		if err != nil {
			return nil, err
		}
		header.Set(name, text)
	}
	return header, nil
}

// attributeText returns the value of an attribute for a header.
func attributeText(req engine.Request, path string) (string, error) {
	value, _ := claimAt(req.Attrs, path)
	text := ""
	switch v := value.(type) {
	case string:
		text = v
	case float64:
		text = strconv.FormatFloat(v, 'f', -1, 64)
	case json.Number, bool, int, int64:
		text = fmt.Sprint(v)
	}
	if text == "" || !isExact(value) || strings.ContainsAny(text, "\r\n\x00") {
		return "", fmt.Errorf("the request has no usable value for %s", path)
	}
	return text, nil
}

// isExact reports whether a value can't represent two values of callers: large numbers are rounded
// when a token is read, and in a key invalid UTF-8 would be replaced.
func isExact(value any) bool {
	switch v := value.(type) {
	case string:
		return utf8.ValidString(v)
	case float64:
		return math.Abs(v) < 1<<53
	case []string:
		return !slices.ContainsFunc(v, func(item string) bool { return !isExact(item) })
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !isExact(item) })
	}
	return true
}

// key returns the key of a call's connection.
func (i *Isolation) key(req engine.Request, session *mcp.ServerSession) (any, error) {
	if i.By[0] == bySession {
		return session, nil
	}
	values := make([]any, len(i.By))
	for n, path := range i.By {
		value, ok := claimAt(req.Attrs, path)
		if !ok || value == nil || value == "" || !isExact(value) {
			return nil, fmt.Errorf("the request has no value for %s", path)
		}
		values[n] = value
	}
	key, err := json.Marshal(values)
	return string(key), err
}

// A pool holds the connections of an isolated upstream.
type pool struct {
	follower *follower

	mu    sync.Mutex
	conns map[any]*pooled // by key
}

// A pooled is one connection.
type pooled struct {
	key   any
	ready chan struct{} // closed once link or err is set
	link  *link
	err   error

	calls int // in progress
	idle  *time.Timer
}

// acquire returns the connection of a call, which it creates if necessary, and a function to call
// when the call is over.
func (p *pool) acquire(ctx context.Context, d decision, session *mcp.ServerSession) (*link, func(), error) {
	isolation := p.follower.gateway.opts.Isolation
	key, err := isolation.key(d.Request, session)
	if err != nil {
		return nil, nil, p.refuse(err)
	}
	header, err := expandHeaders(&p.follower.upstream, d.Request)
	if err != nil {
		return nil, nil, p.refuse(err)
	}
	p.mu.Lock()
	c := p.conns[key]
	if c == nil {
		if limit := positiveOr(isolation.Max, 100); len(p.conns) >= limit {
			p.mu.Unlock()
			return nil, nil, p.refuse(fmt.Errorf("there are %d connections already", limit))
		}
		c = &pooled{key: key, ready: make(chan struct{})}
		if p.conns == nil {
			p.conns = map[any]*pooled{}
		}
		p.conns[key] = c
		p.follower.gateway.ended.Go(func() { p.run(c, header, session) })
	}
	c.calls++
	if c.idle != nil {
		c.idle.Stop()
	}
	p.mu.Unlock()
	release := func() { p.release(c) }
	select {
	case <-c.ready:
	case <-ctx.Done():
		release()
		return nil, nil, ctx.Err()
	}
	if c.err != nil {
		release()
		return nil, nil, errUnavailable
	}
	return c.link, release, nil
}

func (p *pool) refuse(err error) error {
	p.follower.logger.Warn("a call was refused", "error", err)
	return errIsolation
}

// release ends a call.
func (p *pool) release(c *pooled) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.calls--
	p.rest(c)
}

// rest closes a connection after a while if it has no calls. Before it is connected it does
// nothing: run calls it then. p.mu is held.
func (p *pool) rest(c *pooled) {
	if c.calls > 0 || c.link == nil {
		return
	}
	idle := positiveOr(p.follower.gateway.opts.Isolation.Idle, 10*time.Minute)
	c.idle = time.AfterFunc(idle, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if c.calls == 0 {
			p.remove(c)
			go c.link.close()
		}
	})
}

// remove removes a connection, so that no call acquires it. p.mu is held.
func (p *pool) remove(c *pooled) {
	if p.conns[c.key] == c {
		delete(p.conns, c.key)
	}
}

// run connects, and removes the connection from the pool when it ends: with the upstream, with the
// session that it belongs to, when it is idle, or when the server ends it.
func (p *pool) run(c *pooled, header http.Header, session *mcp.ServerSession) {
	f := p.follower
	u := f.upstream
	u.Header = header
	l, err := f.dial(f.ctx, &u)
	p.mu.Lock()
	c.link, c.err = l, err
	if err == nil {
		f.mu.Lock()
		l.params.learn(f.lists)
		f.mu.Unlock()
		p.rest(c) // its calls can have ended already
	} else {
		p.remove(c)
		f.logger.Warn("cannot connect to the server for a caller", "error", truncate(err.Error()))
	}
	close(c.ready)
	p.mu.Unlock()
	if err != nil {
		return
	}
	stop := context.AfterFunc(f.ctx, l.close)
	defer stop()
	if _, ok := c.key.(*mcp.ServerSession); ok {
		go func() {
			_ = session.Wait()
			l.close()
		}()
	}
	_ = l.session.Wait()
	p.mu.Lock()
	p.remove(c)
	p.mu.Unlock()
	l.close()
}
