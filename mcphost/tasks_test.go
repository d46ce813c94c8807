package mcphost_test

import (
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toolrules/toolrules/mcphost"
)

// A tool that can only be called as a task is left out, as long as it requires one.
func TestGatewayLeavesOutTaskTools(t *testing.T) {
	const schema = `"inputSchema":{"type":"object"}`
	const before = `{"tools":[
		{"name":"plain",` + schema + `},
		{"name":"job",` + schema + `,"execution":{"taskSupport":"required"}},
		{"name":"spelt",` + schema + `,"execution":{"\u0074askSupport":"requ\u0069red"}},
		{"name":"either",` + schema + `,"execution":{"taskSupport":"optional"}},
		{"name":"never",` + schema + `,"execution":{"taskSupport":"forbidden"}},
		{"name":"said",` + schema + `,"description":"taskSupport: required"}]}`
	var list atomic.Value
	list.Store(before)
	url := serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
		if req.Method != "tools/list" {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		(&scripted{out: w}).reply(req, strings.ReplaceAll(list.Load().(string), "\n", ""))
		return true
	})
	for _, pageSize := range []int{0, 2} {
		list.Store(before)
		var log lockedBuffer
		opts := mcphost.GatewayOptions{PageSize: pageSize, Logger: slog.New(slog.NewTextHandler(&log, nil))}
		g := gateway(t, "version: 1\n", opts, mcphost.Upstream{ID: "s", URL: url}, inMemory(t, "good", echoServer("job")))
		cs := dial(t, g.Server(), "c", "2025-11-25")
		if got := names(t, cs); got != "s__plain s__either s__never s__said good__job" {
			t.Errorf("it lists %s", got)
		}
		if _, err := call(t, cs, "s__job"); wireError(t, err) != `{"code":-32602,"message":"unknown tool \"s__job\""}` {
			t.Errorf("a call returns %v", err)
		}
		if got, err := call(t, cs, "s__either"); got != "answer" {
			t.Errorf("a call returns %q, %v", got, err)
		}
		g.Refresh()
		list.Store(strings.ReplaceAll(before, `"taskSupport":"required"`, `"taskSupport":"optional"`))
		g.Refresh()
		eventually(t, "it is listed", func() bool {
			return names(t, cs) == "s__plain s__job s__either s__never s__said good__job"
		})
		for name, want := range map[string]int{"job": 1, "spelt": 2, "either": 0} { // once for each list
			if got := strings.Count(log.String(), "must be called as a task, which the gateway does not support\" server=s tool="+name); got != want {
				t.Errorf("%s is logged %d times, want %d: %s", name, got, want, log.String())
			}
		}
	}
}
