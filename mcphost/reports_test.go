package mcphost_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/toolrules/toolrules/mcphost"
)

// Scopes are in scope or scp, as a list or as one string with spaces, depending on the identity
// provider.
func TestReport108_ScopesOfAnyProvider(t *testing.T) {
	source := mcphost.Source{Claims: map[string]string{"scp|scope": "user.scopes"}}
	const rules = "version: 1\ncontext: {user: {scopes: [string]}}\nfilter: {include: [{when: '\"tools:read\" in ctx.user.scopes'}]}\n"
	cat := catalog(t, rules, `[{"name":"t","inputSchema":{"type":"object"}}]`)
	if err := source.Check(cat.Engine().File()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		token auth.TokenInfo
		sees  bool
	}{
		{auth.TokenInfo{Extra: map[string]any{"scp": "tools:read tools:write"}}, true},
		{auth.TokenInfo{Extra: map[string]any{"scp": "tools:write"}}, false},
		{auth.TokenInfo{Extra: map[string]any{"scp": "tools:read"}}, true},
		{auth.TokenInfo{Extra: map[string]any{"scp": []any{"tools:write", "tools:read"}}}, true},
		{auth.TokenInfo{Extra: map[string]any{"scp": []any{"tools:write tools:read"}}}, false},
		{auth.TokenInfo{Extra: map[string]any{"scope": "tools:read tools:write"}}, true},
		{auth.TokenInfo{Scopes: []string{"tools:read"}}, true},
		{auth.TokenInfo{Extra: map[string]any{"scp": "tools:write", "scope": "tools:read"}}, false}, // the first that there is
		{auth.TokenInfo{Extra: map[string]any{"scp": ""}}, false},
		{auth.TokenInfo{Extra: map[string]any{"scp": 7}}, false},
		{auth.TokenInfo{}, false},
	} {
		req, err := source.Request(t.Context(), mcphost.Caller{Token: &tt.token, Rules: cat.Engine().File()})
		if err != nil {
			t.Fatal(err)
		}
		sees := false
		for range cat.View(req).Tools() {
			sees = true
		}
		if sees != tt.sees {
			t.Errorf("%+v: sees the tool is %t", tt.token, sees)
		}
	}
}

// pagesOf is a server over HTTP that returns pages by cursor.
func pagesOf(t *testing.T, page func(cursor string) string) mcphost.Upstream {
	return mcphost.Upstream{ID: "p", URL: serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
		if req.Method != "tools/list" {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		s := &scripted{out: w}
		if result := page(req.Params.Cursor); result != "" {
			s.reply(req, result)
		} else {
			s.refuse(req, `{"code":-32603,"message":"no such page"}`)
		}
		return true
	})}
}

func tools(names ...string) string {
	for i, name := range names {
		names[i] = fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name)
	}
	return `"tools":[` + strings.Join(names, ",") + `]`
}

// All pages of a list are read, and an error on one of them is an error of the whole list.
func TestReport124_AllPages(t *testing.T) {
	pages := map[string]string{
		"":  `{` + tools("a", "b") + `,"nextCursor":"2"}`,
		"2": `{` + tools("c", "d") + `,"nextCursor":"3"}`,
		"3": `{` + tools("e", "f") + `}`,
	}
	whole := pagesOf(t, func(cursor string) string { return pages[cursor] })
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, whole)
	if got := names(t, dial(t, g.Server(), "c", "")); got != "p__a p__b p__c p__d p__e p__f" {
		t.Errorf("it lists %s", got)
	}
	broken := pagesOf(t, func(cursor string) string { return map[string]string{"": pages[""]}[cursor] })
	g = gateway(t, "version: 1\n", hasty(), broken)
	if got := names(t, dial(t, g.Server(), "c", "")); got != "" {
		t.Errorf("it lists %s of a list whose second page is an error", got)
	}
	_, err := mcphost.Capture(testContext(t), broken, mcphost.CaptureOptions{})
	if codes(err) != "list p" || !strings.Contains(err.Error(), "no such page") {
		t.Errorf("Capture returned %v", err)
	}
}

// A list whose cursors never end is aborted with a message.
func TestReport125_CursorsWithoutEnd(t *testing.T) {
	count := 0
	for name, next := range map[string]func(cursor string) string{
		"always one cursor": func(string) string { return "x" },
		"two that alternate": func(cursor string) string {
			return map[string]string{"x": "y"}[cursor] + map[bool]string{true: "x"}[cursor != "x"]
		},
		"a new one every time": func(string) string { count++; return fmt.Sprint(count) },
	} {
		endless := pagesOf(t, func(cursor string) string { return `{` + tools("t") + `,"nextCursor":"` + next(cursor) + `"}` })
		limits := mcphost.Limits{Pages: 50}
		_, err := mcphost.Capture(testContext(t), endless, mcphost.CaptureOptions{Limits: limits})
		if codes(err) != "endless_list p" {
			t.Errorf("%s: Capture returned %v", name, err)
		}
		opts := hasty()
		opts.Limits = limits
		g := gateway(t, "version: 1\n", opts, endless)
		if got := names(t, dial(t, g.Server(), "c", "")); got != "" {
			t.Errorf("%s: it lists %s", name, got)
		}
	}
}

// A hidden tool cannot be called by its name either.
func TestReport133_CallsByName(t *testing.T) {
	g := gateway(t, "version: 1\nfilter: {exclude: [zed/alpha]}\n", mcphost.GatewayOptions{}, inMemory(t, "zed", echoServer("alpha", "beta")))
	for _, protocol := range protocols {
		cs := dial(t, g.Server(), "c", protocol)
		if got := names(t, cs); got != "zed__beta" {
			t.Errorf("%s: it lists %s", protocol, got)
		}
		_, err := call(t, cs, "zed__alpha")
		if got := wireError(t, err); got != `{"code":-32602,"message":"unknown tool \"zed__alpha\""}` {
			t.Errorf("%s: the call returns %s", protocol, got)
		}
		if got, err := call(t, cs, "zed__beta"); err != nil {
			t.Errorf("%s: the other returns %s, %v", protocol, got, err)
		}
	}
}
