package mcphost_test

import (
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

func TestSetUpstreams(t *testing.T) {
	a, b := command(t, "a", "counts"), command(t, "b", "polite")
	g := gateway(t, "version: 1\nservers: [a, b, c]\n", mcphost.GatewayOptions{}, a, b)
	cs := dial(t, g.Server(), "", "")
	if got := names(t, cs); got != "a__t b__t" {
		t.Fatalf("it lists %s", got)
	}
	if got := tool(t, cs, "a__t", nil); got != "1" {
		t.Fatalf("the first call returned %s", got)
	}
	set := func(upstreams ...mcphost.Upstream) {
		t.Helper()
		if err := g.SetUpstreams(upstreams); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(want string) {
		t.Helper()
		eventually(t, "it lists "+want, func() bool { return names(t, cs) == want })
	}
	// Added before the others, and in another order.
	set(command(t, "c", "polite"), b, a)
	shows("c__t b__t a__t")
	set(a)
	shows("a__t")
	if _, err := call(t, cs, "b__t"); err == nil {
		t.Error("a tool of a server that was removed was called")
	}
	if got := tool(t, cs, "a__t", nil); got != "2" { // the same process
		t.Errorf("the second call returned %s", got)
	}
	for name, upstreams := range map[string][]mcphost.Upstream{
		"invalid":           {a, {ID: "b"}},
		"twice":             {a, a},
		"not in the rules":  {a, command(t, "d", "polite")},
		"not in the rules2": {command(t, "d", "polite")},
	} {
		if err := g.SetUpstreams(upstreams); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	shows("a__t")
	if got := tool(t, cs, "a__t", nil); got != "3" {
		t.Errorf("the third call returned %s", got)
	}
	if got := g.Status(); len(got) != 1 || got[0] != (mcphost.UpstreamStatus{ID: "a", Connected: true, Tried: true,
		Tools: 1}) {
		t.Errorf("the status is %+v", got)
	}
	// A change starts it anew. Its tools stay listed meanwhile.
	a.Env = append(a.Env, "X=1")
	set(a)
	if got := names(t, cs); got != "a__t" {
		t.Errorf("while it connects it lists %s", got)
	}
	eventually(t, "the new process answers", func() bool {
		got, err := call(t, cs,
			"a__t")
		return err == nil && got == "1"
	})
	g.Close()
	if err := g.SetUpstreams([]mcphost.Upstream{a, b}); err == nil {
		t.Error("upstreams were set after Close")
	}
}

// A call in progress when its server is removed still gets its answer.
func TestSetUpstreamsFinishesCalls(t *testing.T) {
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, command(t, "a", "slow"))
	cs := dial(t, g.Server(), "", "")
	names(t, cs)
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			if got, err := call(t, cs, "a__t"); err != nil || got != "late" {
				t.Errorf("the call returned %q, %v", got, err)
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	if err := g.SetUpstreams(nil); err != nil {
		t.Fatal(err)
	}
	calls.Wait()
	_, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: "a__t"})
	if err == nil {
		t.Error("a tool of a server that was removed was called")
	}
}

// Servers come and go while others are called and listed.
func TestSetUpstreamsUnderLoad(t *testing.T) {
	a, b := command(t, "a", "polite"), command(t, "b", "polite")
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, a)
	done := make(chan struct{})
	var clients sync.WaitGroup
	for range 4 {
		cs := dial(t, g.Server(), "", "")
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if got := names(t, cs); got != "a__t" && got != "a__t b__t" {
					t.Errorf("it lists %q", got)
				}
				if _, err := call(t, cs, "a__t"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 10 {
		for _, upstreams := range [][]mcphost.Upstream{{a, b}, {a}} {
			if err := g.SetUpstreams(upstreams); err != nil {
				t.Error(err)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	close(done)
	clients.Wait()
}
