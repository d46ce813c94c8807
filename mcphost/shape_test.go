package mcphost_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// listing is an upstream in this process that has just one list to give.
func listing(t testing.TB, id, list string) mcphost.Upstream {
	return mcphost.Upstream{ID: id, Transport: func() mcp.Transport {
		url := serveList(t, list)
		return &mcp.StreamableClientTransport{Endpoint: url}
	}}
}

// A tool that clients could not read is left out, and the others stay.
func TestGatewayLeavesMisfitsOut(t *testing.T) {
	for name, member := range map[string]string{
		"a title that is a number":    `"title":7`,
		"a title that is null":        `"title":null`,
		"a description in parts":      `"description":["a"]`,
		"a hint in words":             `"annotations":{"readOnlyHint":"yes"}`,
		"annotations in words":        `"annotations":"read only"`,
		"a title of annotations":      `"annotations":{"title":1}`,
		"_meta that is a list":        `"_meta":[]`,
		"an output schema of true":    `"outputSchema":true`,
		"execution in words":          `"execution":"later"`,
		"icons in words":              `"icons":"i.png"`,
		"an icon in words":            `"icons":["i.png"]`,
		"an icon without src":         `"icons":[{"mimeType":"image/png"}]`,
		"an icon of one size":         `"icons":[{"src":"i.png","sizes":"any"}]`,
		"an icon of several":          `"icons":[{"src":"i.png","sizes":[1]}]`,
		"a number that is too large":  `"x":{"y":[1e400]}`,
		"no input schema":             `"inputSchema":null`,
		"an input schema of any type": `"inputSchema":{"properties":{}}`,
		"an input schema of a string": `"inputSchema":{"type":"string"}`,
		"properties in a list":        `"inputSchema":{"type":"object","properties":[]}`,
		"required in words":           `"inputSchema":{"type":"object","required":"a"}`,
		"required by number":          `"inputSchema":{"type":"object","required":[1]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(member, "inputSchema") {
				member += `,"inputSchema":{"type":"object"}`
			}
			list := `{"tools":[{"name":"odd",` + member + `},{"name":"good","inputSchema":{"type":"object"}}]}`
			g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, listing(t, "fs", list))
			if got := names(t, dial(t, g.Server(), "c", "")); got != "fs__good" {
				t.Errorf("lists %s", got)
			}
			g = gateway(t, "version: 1\n", mcphost.GatewayOptions{KeepMisfits: true}, listing(t, "fs", list))
			var seen recorder
			ct, st := mcp.NewInMemoryTransports()
			if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
				t.Fatal(err)
			}
			_, _ = connect(t, seen.wrap(ct), "c", "", nil).ListTools(testContext(t), nil)
			if got := seen.last(t); !strings.Contains(got, member) {
				t.Errorf("the odd tool was left out of %s", got)
			}
		})
	}
}

// Next to nothing that real servers list is left out, and what is kept passes the gateway byte for byte, but for its name.
func TestGatewayRealServers(t *testing.T) {
	files, err := filepath.Glob("../testdata/catalogs/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no catalogs: %v", err)
	}
	total, passed := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := gateway(t, "version: 1\nnaming: {namespace: false}\n", mcphost.GatewayOptions{PageSize: -1}, listing(t, "s", string(data)))
		sent, got := namelessTools(t, data), namelessTools(t, rawList(t, g.Server()))
		total, passed = total+len(sent), passed+len(got)
		for _, tool := range got {
			if !slices.Contains(sent, tool) {
				t.Errorf("%s: no such tool was sent: %s", file, tool)
			}
		}
	}
	t.Logf("%d of %d tools pass", passed, total)
	if passed*100 < total*99 {
		t.Errorf("only %d of %d tools pass", passed, total)
	}
}
