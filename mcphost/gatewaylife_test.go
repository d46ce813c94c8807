package mcphost_test

import (
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// A flaky upstream has a server that accepts connections while it is up.
type flaky struct {
	up      atomic.Bool
	session atomic.Pointer[mcp.ServerSession] // the last one
}

func (f *flaky) upstream(t *testing.T, id string, s *mcp.Server) mcphost.Upstream {
	return mcphost.Upstream{ID: id, Transport: func() mcp.Transport {
		if !f.up.Load() {
			return nil
		}
		ct, st := mcp.NewInMemoryTransports()
		ss, err := s.Connect(t.Context(), st, nil)
		if err != nil {
			t.Error(err)
		}
		f.session.Store(ss)
		return ct
	}}
}

// down closes the connection and refuses new ones.
func (f *flaky) down() {
	f.up.Store(false)
	f.session.Load().Close()
}

// Lists and calls wait for servers that have not been tried yet; the handshake does not.
func TestGatewayWaitsForServers(t *testing.T) {
	for _, protocol := range protocols {
		start := make(chan struct{})
		s := echoServer("t")
		slow := mcphost.Upstream{ID: "slow", Transport: func() mcp.Transport {
			<-start
			return inMemory(t, "slow", s).Transport()
		}}
		g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, "version: 1\n")), []mcphost.Upstream{slow}, mcphost.GatewayOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.Close)
		cs := dial(t, g.Server(), "c", protocol) // does not wait
		listed, called := make(chan string, 1), make(chan error, 1)
		go func() { listed <- names(t, cs) }()
		go func() {
			_, err := call(t, cs, "slow__t")
			called <- err
		}()
		select {
		case got := <-listed:
			t.Errorf("%s: it listed %q before the server was tried", protocol, got)
		case err := <-called:
			t.Errorf("%s: a call returned %v before the server was tried", protocol, err)
		case <-time.After(100 * time.Millisecond):
		}
		close(start)
		if got := <-listed; got != "slow__t" {
			t.Errorf("%s: it listed %q", protocol, got)
		}
		if err := <-called; err != nil {
			t.Errorf("%s: the call returned %v", protocol, err)
		}
	}
}

// Lists and calls do not wait longer than ReadyTimeout, and the log names the servers that they no
// longer wait for.
func TestGatewayReadyTimeout(t *testing.T) {
	for _, timeout := range []time.Duration{100 * time.Millisecond, -1} {
		var log lockedBuffer
		start := make(chan struct{})
		slow := mcphost.Upstream{ID: "slow", Transport: func() mcp.Transport {
			<-start
			return nil
		}}
		g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, "version: 1\n")),
			[]mcphost.Upstream{slow, inMemory(t, "good", echoServer("t"))}, mcphost.GatewayOptions{
				ReadyTimeout: timeout, Logger: slog.New(slog.NewTextHandler(&log, nil)),
			})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		cs := dial(t, g.Server(), "c", "")
		got := names(t, cs)
		if took := time.Since(began); took < timeout || took > 5*time.Second {
			t.Errorf("the list took %v, want about %v", took, timeout)
		}
		if timeout > 0 && got != "good__t" {
			t.Errorf("it listed %q", got)
		}
		late := strings.Count(log.String(), "is not connected yet")
		if want := max(0, min(1, int(timeout))); late != want || want > 0 && !strings.Contains(log.String(), "server=slow waited=100ms") {
			t.Errorf("the log has %d servers that are late, want %d:\n%s", late, want, log.String())
		}
		close(start)
		g.Close()
	}
}

// The tools of a server stay listed for the grace period after its connection is lost, and calls
// return an error.
func TestGatewayGrace(t *testing.T) {
	const away = `{"code":-32603,"message":"the tool's server is unavailable: try again later"}`
	var log lockedBuffer
	opts := mcphost.GatewayOptions{
		Grace: time.Second, MaxBackoff: 20 * time.Millisecond, Logger: slog.New(slog.NewTextHandler(&log, nil)),
	}
	var server flaky
	server.up.Store(true)
	g := gateway(t, "version: 1\n", opts, server.upstream(t, "a", echoServer("t", "u")), inMemory(t, "good", echoServer("t")))
	cs := dial(t, g.Server(), "c", "")

	server.down()
	var err error
	eventually(t, "a call fails", func() bool { _, err = call(t, cs, "a__t"); return err != nil })
	if got := wireError(t, err); got != away {
		t.Errorf("a call returns %s, want %s", got, away)
	}
	if got := names(t, cs); got != "a__t a__u good__t" {
		t.Errorf("it lists %s right after the loss", got)
	}
	server.up.Store(true)
	eventually(t, "it is back", func() bool { _, err := call(t, cs, "a__t"); return err == nil })
	time.Sleep(opts.Grace + 100*time.Millisecond) // the end of the grace period changes nothing any more
	if got := names(t, cs); got != "a__t a__u good__t" {
		t.Errorf("it lists %s once the server is back", got)
	}

	server.down()
	eventually(t, "its tools are gone", func() bool { return names(t, cs) == "good__t" })
	if _, err := call(t, cs, "a__t"); !strings.Contains(wireError(t, err), "unknown tool") {
		t.Errorf("a call returns %v after the grace period", err)
	}
	server.up.Store(true)
	eventually(t, "it is back again", func() bool { return names(t, cs) == "a__t a__u good__t" })

	lines := log.String()
	for _, want := range []string{
		`level=INFO msg="connected to the server" server=a tools=2`,
		`level=INFO msg="connected to the server" server=good tools=1`,
		`msg="lost the connection to the server" server=a`,
		`level=INFO msg="reconnected to the server" server=a tools=2`,
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("the log has no %s:\n%s", want, lines)
		}
	}
}

// The grace period continues if a server accepts connections but does not list its tools.
func TestGatewayGraceOfBrokenServer(t *testing.T) {
	var broken atomic.Bool
	url := serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
		if req.Method != "tools/list" || !broken.Load() {
			return false
		}
		w.WriteHeader(http.StatusNotFound)
		return true
	})
	opts := mcphost.GatewayOptions{Grace: 300 * time.Millisecond, MaxBackoff: 20 * time.Millisecond}
	g := gateway(t, "version: 1\n", opts, mcphost.Upstream{ID: "a", URL: url})
	cs := dial(t, g.Server(), "c", "")
	if got := names(t, cs); got != "a__t" {
		t.Fatalf("it lists %s", got)
	}
	broken.Store(true)
	g.Refresh()
	eventually(t, "its tools are gone", func() bool { return names(t, cs) == "" })
	broken.Store(false)
	eventually(t, "it is back", func() bool { return names(t, cs) == "a__t" })
}

// Without a grace period, tools are removed when the connection is lost.
func TestGatewayWithoutGrace(t *testing.T) {
	var server flaky
	server.up.Store(true)
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{Grace: -1}, server.upstream(t, "a", echoServer("t")))
	cs := dial(t, g.Server(), "c", "")
	server.down()
	began := time.Now()
	eventually(t, "its tools are gone", func() bool { return names(t, cs) == "" })
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("they stayed for %v", took)
	}
}
