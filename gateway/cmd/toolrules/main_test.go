package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The test binary is also the command and the servers behind it.
const (
	roleVariable = "TOOLRULES_TEST_ROLE"
	roleGateway  = "gateway"
)

// waitTime is the duration of a call whose arguments have "wait".
const waitTime = 600 * time.Millisecond

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role != "" {
		time.AfterFunc(5*time.Minute, func() { os.Exit(1) }) // whatever happens
	}
	switch role {
	case "":
		os.Exit(m.Run())
	case roleGateway:
		main()
	case rolePlain:
		servePlain()
	case roleMany:
		_ = manyTools().Run(context.Background(), &mcp.StdioTransport{})
	default:
		_ = newServer(strings.Split(role, ",")...).Run(context.Background(), &mcp.StdioTransport{})
	}
}

// newServer returns a server whose tools answer with their name; pid answers with the process ID.
func newServer(tools ...string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "server"}, nil)
	for _, name := range tools {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if strings.Contains(string(req.Params.Arguments), `"wait"`) {
					time.Sleep(waitTime)
				}
				text := name
				if name == "pid" {
					text = strconv.Itoa(os.Getpid())
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
			})
	}
	return s
}

// A setup is a folder with the files of a gateway.
type setup struct {
	t   *testing.T
	dir string
}

func newSetup(t *testing.T, files map[string]string) *setup {
	t.Helper()
	s := &setup{t, t.TempDir()}
	for name, text := range files {
		s.write(name, text)
	}
	return s
}

func (s *setup) path(name string) string { return filepath.Join(s.dir, name) }

// write replaces a file as a whole.
func (s *setup) write(name, text string) {
	s.t.Helper()
	text = strings.ReplaceAll(text, "$SELF", strings.Trim(string(quoted(os.Args[0])), `"`))
	if err := os.WriteFile(s.path(name+".new"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(s.path(name+".new"), s.path(name)); err != nil {
		s.t.Fatal(err)
	}
}

func quoted(text string) []byte { data, _ := json.Marshal(text); return data }

// twoServers has a filesystem and a memory server.
const twoServers = `{
	// as a client has it
	"mcpServers": {
		"fs": {"command": "$SELF", "env": {"TOOLRULES_TEST_ROLE": "read,write"}},
		"Memory Server": {"command": "$SELF", "env": {"TOOLRULES_TEST_ROLE": "read_graph,delete"},},
	},
}`

// A gateway is a running command.
type gateway struct {
	t      *testing.T
	cmd    *exec.Cmd
	log    *lockedText
	url    string // of the main listener; empty on standard input and output
	admin  string // URL of the admin listener
	exited chan error
}

// A lockedText is what a process has written so far.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// command returns the command with the files of the setup.
func (s *setup) command(args ...string) *exec.Cmd {
	args = append([]string{"serve", "--servers", s.path("mcp.json"), "--rules", s.path("tools.rules.yaml")}, args...)
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), roleVariable+"="+roleGateway)
	return cmd
}

var (
	listening      = regexp.MustCompile(`msg="the gateway serves HTTP" address=(\S+)`)
	listeningAdmin = regexp.MustCompile(`msg="the admin listener serves HTTP" address=(\S+)`)
)

// start starts the command over HTTP, at any port of the loopback interface.
func (s *setup) start(args ...string) *gateway {
	s.t.Helper()
	return s.run(s.command(append([]string{"--http", "127.0.0.1:0"}, args...)...))
}

func (s *setup) run(cmd *exec.Cmd) *gateway {
	s.t.Helper()
	g := &gateway{t: s.t, cmd: cmd, log: &lockedText{}, exited: make(chan error, 1)}
	stderr, err := g.cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := g.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	addresses := make(chan string, 1)
	go func() {
		lines := bufio.NewReader(io.TeeReader(stderr, g.log))
		for {
			line, err := lines.ReadString('\n')
			if m := listeningAdmin.FindStringSubmatch(line); m != nil {
				g.admin = "http://" + m[1]
			}
			if m := listening.FindStringSubmatch(line); m != nil {
				addresses <- m[1]
			}
			if err != nil {
				g.exited <- g.cmd.Wait()
				return
			}
		}
	}()
	s.t.Cleanup(func() {
		_ = g.cmd.Process.Kill()
		if s.t.Failed() {
			s.t.Logf("log of the gateway:\n%s", g.log)
		}
	})
	select {
	case address := <-addresses:
		g.url = "http://" + address
	case err := <-g.exited:
		s.t.Fatalf("it ended: %v\n%s", err, g.log)
	case <-time.After(30 * time.Second):
		s.t.Fatalf("it does not listen:\n%s", g.log)
	}
	return g
}

// stop sends SIGTERM and waits for the end.
func (g *gateway) stop() error {
	if err := g.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return g.wait()
}

func (g *gateway) wait() error {
	select {
	case err := <-g.exited:
		return err
	case <-time.After(time.Minute):
		g.t.Fatal("it does not end")
		return nil
	}
}

// awaitLog waits until the log has a text.
func (g *gateway) awaitLog(text string) {
	g.t.Helper()
	for end := time.Now().Add(30 * time.Second); !strings.Contains(g.log.String(),
		text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			g.t.Fatalf("the log has no %q", text)
		}
	}
}

func connect(t testing.TB, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "c"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

// connect returns a session over HTTP whose requests have these headers.
func (g *gateway) connect(headers ...string) *mcp.ClientSession {
	g.t.Helper()
	return connect(g.t, &mcp.StreamableClientTransport{Endpoint: g.url,
		HTTPClient: &http.Client{Transport: withHeaders(headers)}})
}

// withHeaders adds headers, names and values alternating, to each request.
type withHeaders []string

func (h withHeaders) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	for i := 0; i < len(h); i += 2 {
		req.Header.Set(h[i], h[i+1])
	}
	return http.DefaultTransport.RoundTrip(req)
}

func names(t testing.TB, cs *mcp.ClientSession) string {
	t.Helper()
	res, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range res.Tools {
		got = append(got, tool.Name)
	}
	return strings.Join(got, " ")
}

// awaitTools waits until a session lists these tools.
func awaitTools(t testing.TB, cs *mcp.ClientSession, want string) {
	t.Helper()
	got := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got = names(t, cs); got == want {
			return
		}
	}
	t.Fatalf("it lists %s, want %s", got, want)
}
