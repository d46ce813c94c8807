package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serveTools is an MCP server for the scripts, on standard input and output: "mcp-server MODE". It
// ends with its input.
func serveTools() {
	mode := "ok"
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	time.AfterFunc(time.Minute, func() { os.Exit(1) })
	fmt.Println("mcp-server listens")
	fmt.Fprintln(os.Stderr, "mode", mode)
	switch mode {
	case "slow":
		time.Sleep(1500 * time.Millisecond)
	case "prompt":
		fmt.Print("mcp-server> ")
	case "nearly":
		fmt.Println(`{"jsonrpc": oops`)
	}
	switch mode {
	case "dead":
		os.Exit(1)
	case "crash":
		fmt.Fprint(os.Stderr, "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module "+
			"'left-pad'\n",
			strings.Repeat("    at Module._load (node:internal/modules/cjs/loader:1051:27)\n", 500),
			"Node.js v22.1.0\n")
		os.Exit(1)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var req struct {
			ID     json.RawMessage
			Method string
			Params struct{ Cursor string }
		}
		if mode == "silent" || json.Unmarshal(in.Bytes(), &req) != nil || len(req.ID) == 0 {
			continue
		}
		answer := `"error":{"code":-32601,"message":"no such method"}`
		switch {
		case req.Method == "initialize":
			answer = `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"Files","version":"1.0"}}`
		case req.Method == "tools/list" && mode == "rubbish":
			answer = `"result":{"tools":7}`
		case req.Method == "tools/list" && mode == "hostile":
			answer = "\"result\":{\"tools\":[{\"name\":\"read_file\",\"title\":\"a\u009b31m\",\"inputSchema\":{\"type\":\"object\"}}]}"
		case req.Method == "tools/list" && mode == "empty":
			answer = `"result":{"tools":[]}`
		case req.Method == "tools/list" && mode == "partial" && req.Params.Cursor != "":
			os.Exit(1)
		case req.Method == "tools/list" && req.Params.Cursor == "":
			answer = `"result":{"tools":[{"name":"read_file","size":1.50,"inputSchema":{"type":"object"}}],"nextCursor":"2"}`
		case req.Method == "tools/list":
			answer = `"result":{"tools":[{"z":0,"name":"write_file","inputSchema":{"type":"object"}}]}`
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", req.ID, answer)
	}
}

func TestSaid(t *testing.T) {
	var log stderrExcerpt
	for i := range 2000 {
		fmt.Fprintf(&log, "line %d\r\n\n", i)
	}
	fmt.Fprint(&log, "\x1b[31mred")
	want := []string{"line 0", "line 1", "line 2", "line 3", "line 4", "line 5", "…", "line 1997", "line 1998",
		"line 1999", `\u001b[31mred`}
	if diff := cmp.Diff(want, log.lines()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(log.first)+len(log.last) > 2*maxSaid {
		t.Errorf("%d bytes are kept", len(log.first)+len(log.last))
	}
	log = stderrExcerpt{}
	fmt.Fprint(&log, "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    import "+
		"httpx\nModuleNotFoundError: No module named 'httpx'\n")
	if diff := cmp.Diff([]string{"ModuleNotFoundError: No module named 'httpx'"}, log.lines()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
