package mcphost_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// The test binary also acts as the servers: with this variable in its environment it runs one of
// servers on standard input and output, until its input ends.
const serverVariable = "MCPHOST_TEST_SERVER"

func TestMain(m *testing.M) {
	if name := os.Getenv(serverVariable); name != "" {
		time.AfterFunc(3*time.Minute, func() { os.Exit(1) }) // whatever happens
		serve(name)
		return
	}
	os.Exit(m.Run())
}

// command returns an upstream that runs this binary as a server.
func command(t testing.TB, id, server string) mcphost.Upstream {
	return mcphost.Upstream{ID: id, Command: []string{os.Args[0]}, Env: []string{serverVariable + "=" + server}, Stderr: t.Output()}
}

func serve(name string) {
	if name == "sdk" { // a server of the SDK, which logs to its standard output
		fmt.Print("listening…\n{\"level\":30,\"msg\":\"ready\"}\n[1, 2]\n\n")
		_ = echoServer("read", "write").Run(context.Background(), &mcp.StdioTransport{})
		return
	}
	if name == "child" {
		select {}
	}
	switch name {
	case "prompt": // which no end of line follows
		fmt.Print("Server {1} running> ")
	case "nearly":
		fmt.Print("{\"jsonrpc\": oops\nstarting… {\"jsonrpc\":\"2.0\"}\n")
	}
	s := &scripted{out: os.Stdout}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var req request
		if json.Unmarshal(line, &req) == nil {
			servers[name](s, req)
		}
	}
}

type request struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Cursor    string
		Arguments map[string]json.RawMessage
	}
}

// A scripted server sends given responses, valid or not.
type scripted struct {
	out   io.Writer
	count int
}

func (s *scripted) reply(req request, result string) {
	fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", req.ID, result)
}

func (s *scripted) refuse(req request, fault string) {
	fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":%s,"error":%s}`+"\n", req.ID, fault)
}

// polite handles the required requests: the handshake, a list of one tool, and calls.
func (s *scripted) polite(req request) {
	switch {
	case len(req.ID) == 0:
	case req.Method == "initialize":
		s.reply(req, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}`)
	case req.Method == "tools/list":
		s.reply(req, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
	case req.Method == "tools/call":
		s.reply(req, `{"content":[{"type":"text","text":"answer"}]}`)
	default:
		s.refuse(req, `{"code":-32601,"message":"no such method"}`)
	}
}

// modern does not support the handshake.
func (s *scripted) modern(req request) {
	switch {
	case req.Method == "initialize":
		s.refuse(req, `{"code":-32601,"message":"no such method"}`)
	case req.Method == "server/discover":
		s.reply(req, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}`)
	default:
		s.polite(req)
	}
}

// except is polite except for one method.
func except(method string, do func(*scripted, request)) func(*scripted, request) {
	return func(s *scripted, req request) {
		if req.Method == method {
			do(s, req)
			return
		}
		s.polite(req)
	}
}

var servers = map[string]func(*scripted, request){
	"polite":       (*scripted).polite,
	"prompt":       (*scripted).polite,
	"nearly":       (*scripted).polite,
	"modern":       (*scripted).modern,
	"silent":       func(*scripted, request) {},
	"afraid":       except("server/discover", func(*scripted, request) { select {} }), // never reads on
	"no list":      except("tools/list", func(*scripted, request) {}),
	"no answer":    except("tools/call", func(*scripted, request) {}),
	"dies":         except("tools/call", func(*scripted, request) { os.Exit(3) }),
	"dies at once": func(*scripted, request) { os.Exit(3) },
	"deaf":         except("tools/call", func(*scripted, request) { select {} }),
	"pages": except("tools/list", func(s *scripted, req request) {
		s.count++
		s.reply(req, fmt.Sprintf(`{"tools":[{"name":"t%d","inputSchema":{"type":"object"}}],"nextCursor":"%d"}`, s.count, s.count))
	}),
	"circle": except("tools/list", func(s *scripted, req request) {
		s.reply(req, `{"tools":[{"name":"t"}],"nextCursor":"again"}`)
	}),
	"huge": except("tools/list", func(s *scripted, req request) {
		s.reply(req, `{"tools":[{"name":"t","description":"`+strings.Repeat("x", 50<<20)+`"}]}`)
	}),
	"huge in pages": except("tools/list", func(s *scripted, req request) {
		s.count++
		s.reply(req, fmt.Sprintf(`{"tools":[{"name":"t%d","description":%q}],"nextCursor":"%d"}`, s.count, strings.Repeat("x", 100<<10), s.count))
	}),
	"invalid JSON": except("tools/list", func(s *scripted, req request) {
		s.reply(req, `{"tools":[}`)
	}),
	"no object": except("tools/list", func(s *scripted, req request) {
		s.reply(req, `"tools"`)
	}),
	"an error": except("tools/list", func(s *scripted, req request) {
		s.refuse(req, `{"code":-32603,"message":"out of order"}`)
	}),
	"no tools": except("tools/list", func(s *scripted, req request) {
		s.refuse(req, `{"code":-32601,"message":"no such method"}`)
	}),
	"odd tools": except("tools/list", func(s *scripted, req request) {
		s.reply(req, `{"tools":[`+
			`{"name":"good","inputSchema":{"type":"object"},"x":[null]},{"name":"title","title":7,"inputSchema":{"type":"object"}},{"name":"none"},`+
			`{"name":"twice","inputSchema":{"type":"object"}},{"name":"twice","inputSchema":{"type":"object"},"title":"T"},`+
			`{"name":7},null,{"name":"a","name":"b"},{"name":"last","inputSchema":{"type":"object"}}]}`)
	}),
	"environment": except("tools/call", func(s *scripted, req request) {
		env, _ := json.Marshal(strings.Join(os.Environ(), " "))
		s.reply(req, `{"content":[{"type":"text","text":`+string(env)+`}]}`)
	}),
	"counts": except("tools/call", func(s *scripted, req request) {
		s.count++
		s.reply(req, fmt.Sprintf(`{"content":[{"type":"text","text":"%d"}]}`, s.count))
	}),
	"slow": except("tools/call", func(s *scripted, req request) {
		time.AfterFunc(500*time.Millisecond, func() { s.reply(req, `{"content":[{"type":"text","text":"late"}]}`) })
	}),
	"tool error": except("tools/call", func(s *scripted, req request) {
		s.reply(req, `{"isError":true,"content":[]}`)
	}),
	"an odd result": except("tools/call", func(s *scripted, req request) {
		s.reply(req, `[1]`)
	}),
	"asks": except("tools/call", func(s *scripted, req request) {
		s.reply(req, `{"resultType":"input_required","inputRequests":{}}`)
	}),
	"pings": except("tools/list", func(s *scripted, req request) { // and reads no answers
		s.reply(req, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":"%d","method":"ping"}`+"\n", i); err != nil {
				return
			}
		}
	}),
	"asks later": except("tools/call", func(s *scripted, req request) {
		s.reply(req, `{"resultType":"input_required","requestState":"later"}`)
	}),
	"starts a task": except("tools/call", func(s *scripted, req request) {
		s.reply(req, `{"resultType":"task","task":{"taskId":"1"}}`)
	}),
	"has a code of its own": except("tools/call", func(s *scripted, req request) {
		s.refuse(req, fmt.Sprintf(`{"code":%s,"message":"its own","data":-32003}`, req.Params.Arguments["code"]))
	}),
	"has lost it": except("tools/call", func(s *scripted, req request) {
		s.refuse(req, `{"code":-32602,"message":"MCP error -32602: Tool t not found"}`)
	}),
	"refuses": except("tools/call", func(s *scripted, req request) {
		s.refuse(req, `{"code":-32602,"message":"no n","data":{"a":1.0}}`)
	}),
	"parent": except("tools/list", func(s *scripted, req request) { // its child holds the pipes open and never exits
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), serverVariable+"=child")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			os.Exit(1)
		}
		s.reply(req, fmt.Sprintf(`{"tools":[{"name":"pid_%d","inputSchema":{"type":"object"}}]}`, child.Process.Pid))
	}),
}
