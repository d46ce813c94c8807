package mcphost_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// The amount of work of TestGatewayReloadUnderLoad. The full test takes minutes: -swaps 3000 -slow
// 60.
var (
	swaps      = flag.Int("swaps", 150, "how often the rule file is replaced, a third of the times by a broken one")
	slowWrites = flag.Int("slow", 2, "how often it is written in place, with a pause half-way")
)

// replace replaces a rule file as an editor does.
func replace(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// writeSlowly writes a file in place and pauses halfway, where the content is a valid rule file
// without descriptions.
func writeSlowly(t testing.TB, file, text string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	half := strings.Index(text, "descriptions")
	for _, part := range []string{text[:half], text[half:]} {
		if _, err := f.WriteString(part); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
	}
}

// version returns a rule file in which all names and descriptions contain its number, so that a mix
// of two versions would be visible.
func version(n int) string {
	return fmt.Sprintf("version: 1\nnaming: {prefix: v%d_}\ndescriptions: [{tools: '*/*', description: Version %d.}]\n", n, n)
}

// The rules of a gateway change while many callers list and call: no caller sees a mix of two
// versions, and each listed tool can be called unless the rules have changed since.
func TestGatewayReloadUnderLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tools.rules.yaml")
	replace(t, file, version(0))
	var inForce atomic.Int64 // counts versions
	w, err := engine.Watch(t.Context(), file, engine.WatchOptions{OnChange: func(c engine.Change) {
		if c.Problems == nil {
			inForce.Add(1)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	live, err := w.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	upstreams := []mcphost.Upstream{inMemory(t, "a", echoServer("x", "y")), inMemory(t, "b", echoServer("z"))}
	g, err := mcphost.NewGateway(live, upstreams, mcphost.GatewayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Ready(testContext(t)); err != nil {
		t.Fatal(err)
	}

	stop := make(chan struct{})
	var callers sync.WaitGroup
	var lists, calls atomic.Int64
	for i := range 8 {
		cs := dial(t, g.Server(), "c", protocols[i%2])
		callers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				before := live.Catalog()
				res, err := cs.ListTools(testContext(t), nil)
				if err != nil {
					t.Error(err)
					return
				}
				lists.Add(1)
				seen := map[string]bool{}
				for _, tool := range res.Tools {
					prefix, _, _ := strings.Cut(tool.Name, "_")
					seen[prefix] = true
					if tool.Description != "Version "+prefix[1:]+"." {
						t.Errorf("%s says %s", tool.Name, tool.Description)
					}
				}
				if len(seen) != 1 || len(res.Tools) != 3 {
					t.Errorf("a list of %d tools has versions %v", len(res.Tools), seen)
				}
				if _, err := call(t, cs, res.Tools[1].Name); err == nil {
					calls.Add(1)
				} else if got := wireError(t, err); !strings.Contains(got, "unknown tool") {
					t.Errorf("a call returned %s", got)
				} else if live.Catalog() == before {
					t.Errorf("%s was listed but cannot be called", res.Tools[1].Name)
				}
			}
		})
	}
	for n := 1; n <= *swaps; n++ {
		text := version(n)
		if n%3 == 0 {
			text = "version: 1\nfilter: {exclude: ["
		}
		replace(t, file, text)
		time.Sleep(5 * time.Millisecond)
		if *slowWrites > 0 && n%max(1, *swaps / *slowWrites) == 0 {
			writeSlowly(t, file, version(10_000+n))
		}
	}
	replace(t, file, version(99_999))
	cs := dial(t, g.Server(), "c", "")
	eventually(t, "the last version is in force", func() bool { return strings.HasPrefix(names(t, cs), "v99999_") })
	close(stop)
	callers.Wait()
	t.Logf("%d versions, %d lists, %d calls", inForce.Load(), lists.Load(), calls.Load())
	if calls.Load() == 0 || inForce.Load() < 2 {
		t.Error("too little has happened")
	}
}

// A closed gateway leaves no goroutine, file descriptor or process.
func TestGatewayLeaksNothing(t *testing.T) {
	s := echoServer("t")
	url, stateless := httpTransport(t, s, nil), httpTransport(t, s, &mcp.StreamableHTTPOptions{Stateless: true})
	once := func() {
		g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, "version: 1\n")), []mcphost.Upstream{
			inMemory(t, "memory", s),
			{ID: "http", URL: url},
			{ID: "stateless", URL: stateless},
			command(t, "process", "polite"),
			command(t, "dead", "dies at once"),
			{ID: "nobody", URL: "http://127.0.0.1:1"},
		}, mcphost.GatewayOptions{ConnectTimeout: 2 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Ready(testContext(t)); err != nil {
			t.Fatal(err)
		}
		ct, st := mcp.NewInMemoryTransports()
		ss, err := g.Server().Connect(testContext(t), st, nil)
		if err != nil {
			t.Fatal(err)
		}
		cs, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil).Connect(testContext(t), ct, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"memory__t", "http__t", "stateless__t", "process__t"} {
			if _, err := call(t, cs, name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		cs.Close()
		ss.Close()
		g.Close()
	}
	once() // what is made once and kept
	goroutines, descriptors := runtime.NumGoroutine(), openDescriptors()
	for range 3 {
		once()
	}
	eventually(t, "all goroutines end", func() bool {
		return runtime.NumGoroutine() <= goroutines+3 // idle connections of HTTP come and go
	})
	eventually(t, "all descriptors are closed", func() bool { return openDescriptors() <= descriptors+2 })
}

// openDescriptors returns the number of open file descriptors, on systems that can tell.
func openDescriptors() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}
