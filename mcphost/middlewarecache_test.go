package mcphost_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/mcphost"
)

func TestMiddlewareCacheScope(t *testing.T) {
	for rules, want := range map[string]string{
		"version: 1\n": "public",
		"version: 1\nfilter: {exclude: [{when: ctx.runner == \"x\"}]}\n": "private",
	} {
		s := echoServer("read")
		s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, rules, guardedTools)), mcphost.Options{TTL: 1500 * time.Millisecond}))
		res, err := dial(t, s, "c", "").ListTools(testContext(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		if res.CacheScope != want || res.TTLMs != 1500 {
			t.Errorf("%q: %s for %d ms", rules, res.CacheScope, res.TTLMs)
		}
	}
}

// Clients may cache a list only if nothing that it depends on comes from a header, which their
// caches ignore.
func TestMiddlewareTTL(t *testing.T) {
	const (
		byRole   = "version: 1\ncontext: {user: {role: string}, tenant?: string}\nfilter: {exclude: [{when: ctx.user.role == \"x\"}]}\n"
		byRunner = "version: 1\ncontext: {user: {role: string}}\nfilter: {exclude: [{when: ctx.runner == \"x\"}]}\n"
		byNone   = "version: 1\ncontext: {user: {role: string}}\n"
	)
	role := map[string]string{"X-Role": "user.role"}
	base := engine.Request{Attrs: map[string]any{"user": map[string]any{"role": "guest"}}}
	request := func(context.Context, mcphost.Caller) (engine.Request, error) { return base, nil }
	for name, tt := range map[string]struct {
		rules string
		opts  mcphost.Options
		kept  bool
	}{
		"no source":                          {byRole, mcphost.Options{}, true},
		"base":                               {byRole, mcphost.Options{Source: &mcphost.Source{Base: base}}, true},
		"a claim":                            {byRole, mcphost.Options{Source: &mcphost.Source{Claims: map[string]string{"r": "user.role"}}}, true},
		"a header":                           {byRole, mcphost.Options{Source: &mcphost.Source{Headers: role}}, false},
		"a header for a mapping around":      {byRole, mcphost.Options{Source: &mcphost.Source{Headers: map[string]string{"X-User": "user"}}}, false},
		"a header for another attribute":     {byRole, mcphost.Options{Source: &mcphost.Source{Headers: map[string]string{"X-Tenant": "tenant"}}}, true},
		"a trusted header":                   {byRole, mcphost.Options{Source: &mcphost.Source{Headers: role, TrustedHeaders: []string{"X-Role"}}}, false},
		"a header that is not believed":      {byRole, mcphost.Options{Source: &mcphost.Source{Headers: role, VerifiedOnly: true}}, true},
		"a header beside a claim":            {byRole, mcphost.Options{Source: &mcphost.Source{Headers: role, Claims: map[string]string{"r": "user.role"}}}, true},
		"a trusted header beside a claim":    {byRole, mcphost.Options{Source: &mcphost.Source{Headers: role, TrustedHeaders: []string{"X-Role"}, Claims: map[string]string{"r": "user.role"}}}, false},
		"the default header of a runner":     {byRunner, mcphost.Options{Source: &mcphost.Source{}}, false},
		"the client's name":                  {byRunner, mcphost.Options{Source: &mcphost.Source{Headers: role}}, true},
		"a function":                         {byRole, mcphost.Options{Request: request}, false},
		"a function instead of a source":     {byRole, mcphost.Options{Request: request, Source: &mcphost.Source{Base: base}}, false},
		"a function, and rules read nothing": {byNone, mcphost.Options{Request: request}, true},
		"headers, and rules read nothing":    {byNone, mcphost.Options{Source: &mcphost.Source{Headers: role}}, true},
	} {
		var log lockedBuffer
		tt.opts.TTL, tt.opts.Logger = time.Minute, slog.New(slog.NewTextHandler(&log, nil))
		s := echoServer("read")
		s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, tt.rules, guardedTools)), tt.opts))
		cs := dial(t, s, "c", "")
		for range 2 {
			res, err := cs.ListTools(testContext(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]int{true: 60_000}[tt.kept]; res.TTLMs != want {
				t.Errorf("%s: kept for %d ms, want %d", name, res.TTLMs, want)
			}
		}
		if got, want := strings.Count(log.String(), "TTL is not applied"), map[bool]int{false: 1}[tt.kept]; got != want {
			t.Errorf("%s: logged %d times, want %d", name, got, want)
		}
	}
	eng, err := engine.New(parse(t, byNone).File(), engine.Options{Exclude: []engine.Func{{
		ID: "f", Match: func(expr.Tool, expr.Request) (bool, error) { return false, nil },
	}}})
	if err != nil {
		t.Fatal(err)
	}
	cat, err := eng.BuildCatalog([]engine.Server{{ID: "fs", Lists: [][]byte{[]byte(guardedTools)}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, catalog := range map[string]*engine.Catalog{"Go functions": cat, "no catalog": nil} {
		s := echoServer("read")
		s.AddReceivingMiddleware(mcphost.Middleware(static(catalog), mcphost.Options{TTL: time.Minute}))
		if res, err := dial(t, s, "c", "").ListTools(testContext(t), nil); err != nil || res.TTLMs != 0 {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

// A list is private if Request may refuse callers.
func TestMiddlewareCacheScopeWithRequest(t *testing.T) {
	s := echoServer("read")
	request := func(context.Context, mcphost.Caller) (engine.Request, error) { return engine.Request{}, nil }
	s.AddReceivingMiddleware(mcphost.Middleware(static(catalog(t, "version: 1\n", guardedTools)), mcphost.Options{Request: request}))
	if res, err := dial(t, s, "c", "").ListTools(testContext(t), nil); err != nil || res.CacheScope != "private" {
		t.Errorf("the list is %+v, %v", res, err)
	}
}
