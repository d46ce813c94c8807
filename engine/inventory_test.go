package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/engine"
)

func TestInventory(t *testing.T) {
	e, err := engine.Parse("t.yaml", []byte("version: 1\nfilter: {exclude: ['*']}\n"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const get = `{ "name":"get", "x-other": 1.0, "inputSchema": {"type": "object"} }`
	c, err := e.BuildCatalog([]engine.Server{
		{ID: "b", Lists: [][]byte{[]byte(`[` + get + `, {"name":"a b","inputSchema":{"type":"object"}}, {"title":"no name"}]`)}},
		{ID: "empty"},
		{ID: "a", Lists: [][]byte{[]byte(`{"tools": [{"name":"get","inputSchema":{"type":"object"}}]}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b", "empty", "a"}, c.Servers()); diff != "" {
		t.Errorf("servers: %s", diff)
	}
	c.Servers()[0] = "changed"
	if c.Servers()[0] != "b" {
		t.Error("the catalog's own list of servers was handed out")
	}
	if diff := cmp.Diff([]engine.Key{{Server: "b", Tool: "get"}, {Server: "b", Tool: "a b"}, {Server: "a", Tool: "get"}}, c.Tools()); diff != "" {
		t.Errorf("keys: %s", diff)
	}
	for _, x := range []struct {
		key  engine.Key
		name string // empty: none
		raw  string // empty: no such tool
	}{
		{key: engine.Key{Server: "b", Tool: "get"}, name: "b__get", raw: get},
		{key: engine.Key{Server: "a", Tool: "get"}, name: "a__get", raw: `{"name":"get","inputSchema":{"type":"object"}}`},
		{key: engine.Key{Server: "b", Tool: "a b"}, raw: `{"name":"a b","inputSchema":{"type":"object"}}`}, // not legal
		{key: engine.Key{Server: "empty", Tool: "get"}},
	} {
		name, named := c.Name(x.key)
		if name != x.name || named != (x.name != "") {
			t.Errorf("%s is called %q, %t", x.key, name, named)
		}
		raw, known := c.Raw(x.key)
		if string(raw) != x.raw || known != (x.raw != "") {
			t.Errorf("%s was sent as %q, %t", x.key, raw, known)
		}
		if info, ok := c.Info(x.key); ok != known || ok && info.Name != x.key.Tool {
			t.Errorf("%s has the info %+v, %t", x.key, info, ok)
		}
	}
}
