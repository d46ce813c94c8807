package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serveTools is an MCP server for the scripts, on standard input and output: "mcp-server MODE". It ends with its input.
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
	if mode == "dead" {
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
		case req.Method == "tools/list" && req.Params.Cursor == "":
			answer = `"result":{"tools":[{"name":"read_file","size":1.50,"inputSchema":{"type":"object"}}],"nextCursor":"2"}`
		case req.Method == "tools/list":
			answer = `"result":{"tools":[{"z":0,"name":"write_file","inputSchema":{"type":"object"}}]}`
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", req.ID, answer)
	}
}

func TestTail(t *testing.T) {
	var log tail
	for i := range 2000 {
		fmt.Fprintf(&log, "line %d\r\n\n", i)
	}
	fmt.Fprint(&log, "\x1b[31mred")
	want := []string{"line 1991", "line 1992", "line 1993", "line 1994", "line 1995", "line 1996", "line 1997", "line 1998", "line 1999", `\u001b[31mred`}
	if diff := cmp.Diff(want, log.lines()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
