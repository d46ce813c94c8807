package mcphost_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// Each call is recorded once, with what the rules decided and how it ended.
func TestOnCall(t *testing.T) {
	var got []string
	refuse := false
	opts := hasty()
	opts.Request = func(_ context.Context, c mcphost.Caller) (engine.Request, error) {
		if c.Client.Name == "banned" {
			return engine.Request{}, errors.New("banned")
		}
		return engine.Request{Runner: c.Client.Name}, nil
	}
	opts.OnCall = func(_ context.Context, call mcphost.CallRecord) (func(string), error) {
		if refuse {
			return nil, errors.New("the disk is full")
		}
		line := fmt.Sprintf("%s %s %s %t", call.Request.Runner, call.Name, call.Key, call.Visible)
		return func(outcome string) { got = append(got, line+" "+outcome) }, nil
	}
	const rules = "version: 1\nfilter: {exclude: [ok/hidden, {tools: ok/own, when: ctx.runner == \"guest\"}]}\n"
	g := gateway(t, rules, opts, inMemory(t, "ok", echoServer("t", "hidden", "own")), inMemory(t, "asks",
		asksForName()),
		command(t, "fails", "tool error"), command(t, "dies", "dies"), command(t, "late", "no answer"), command(t,
			"refuses", "refuses"))
	eventually(t, "all are connected", func() bool { return len(names(t, dial(t, g.Server(), "admin", ""))) > 40 })
	for _, tt := range []struct{ client, tool, want string }{
		{"admin", "ok__t", "admin ok__t ok/t true ok"},
		{"admin", "ok__hidden", "admin ok__hidden ok/hidden false denied"},
		{"guest", "ok__own", "guest ok__own ok/own false denied"},
		{"admin", "ok__own", "admin ok__own ok/own true ok"},
		{"admin", "nothing", "admin nothing / false denied"},
		{"admin", "fails__t", "admin fails__t fails/t true tool_error"},
		{"admin", "late__t", "admin late__t late/t true timeout"},
		{"admin", "refuses__t", "admin refuses__t refuses/t true error"},
		{"admin", "dies__t", "admin dies__t dies/t true unavailable"},
		{"banned", "ok__t", " ok__t / false refused"},
	} {
		got = nil
		_, _ = call(t, dial(t, g.Server(), tt.client, ""), tt.tool)
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s calls %s: %q, want %q", tt.client, tt.tool, got, tt.want)
		}
	}
	got = nil
	ct, st := mcp.NewInMemoryTransports()
	if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
		t.Fatal(err)
	}
	asked := connect(t, ct, "admin", "", &mcp.ClientOptions{ElicitationHandler: func(context.Context,
		*mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "decline"}, nil
	}})
	if _, err := call(t, asked, "asks__greet"); err != nil || len(got) != 2 ||
		got[0] != "admin asks__greet asks/greet true input_required" || got[1] != "admin asks__greet asks/greet true ok" {
		t.Errorf("a call with input: %q, %v", got, err)
	}
	refuse = true
	if _, err := call(t, dial(t, g.Server(), "admin", ""), "ok__t"); err == nil || wireError(t,
		err) != `{"code":-32600,"message":"the request is refused"}` {
		t.Errorf("a call that cannot be recorded: %v", err)
	}
}
