package mcphost_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveHTTP serves a well-behaved server over HTTP, except for requests that do handles, and
// returns its URL.
func serveHTTP(t testing.TB, do func(http.ResponseWriter, *http.Request, request) bool) string {
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var req request
		_ = json.Unmarshal(body, &req)
		if do(w, r, req) {
			return
		}
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		var out bytes.Buffer
		(&scripted{out: &out}).polite(req)
		if out.Len() == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(out.Bytes())
	}))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h.URL
}

// alive reports whether the process with this ID is running.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return len(after) > 0 && after[0] != 'Z'
}

// serveList serves a list of tools over HTTP.
func serveList(t testing.TB, list string) string {
	return serveHTTP(t, func(w http.ResponseWriter, _ *http.Request, req request) bool {
		if req.Method != "tools/list" {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(req.ID) + `,"result":` + list + `}`))
		return true
	})
}

// rawList lists the tools of a server over HTTP, without a client, and returns the result.
func rawList(t testing.TB, s *mcp.Server) []byte {
	t.Helper()
	url := httpTransport(t, s, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	body := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	req, err := http.NewRequestWithContext(testContext(t), http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var msg struct{ Result json.RawMessage }
	if err := json.NewDecoder(res.Body).Decode(&msg); err != nil {
		t.Fatal(err)
	}
	return msg.Result
}

// namelessTools returns the tools of a list without white space between tokens and without their
// names.
func namelessTools(t testing.TB, list []byte) []string {
	t.Helper()
	var page struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(list, &page); err != nil {
		t.Fatal(err)
	}
	var tools []string
	for _, raw := range page.Tools {
		var tool struct{ Name string }
		var compact bytes.Buffer
		if json.Unmarshal(raw, &tool) != nil || json.Compact(&compact, raw) != nil {
			t.Fatalf("%s is not a tool", raw)
		}
		tools = append(tools, strings.Replace(compact.String(), `"name":"`+tool.Name+`"`, `"name":""`, 1))
	}
	return tools
}
