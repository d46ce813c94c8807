package servers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/gateway/internal/servers"
	"github.com/toolrules/toolrules/mcphost"
)

func lookup(name string) (string, bool) {
	value, ok := map[string]string{"HOME": "/home/me", "KEY": "s3cret ${HOME}", "EMPTY": ""}[name]
	return value, ok
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []mcphost.Upstream
		notes      []string
	}{
		{"Claude Desktop",
			`{"globalShortcut": "", "mcpServers": {"file system": {"command": "npx", "args": ["-y", "pkg", "${HOME}/docs"], "env": {"A": "b=c"}}}}`,
			[]mcphost.Upstream{{ID: "file_system", Command: []string{"npx", "-y", "pkg", "/home/me/docs"},
				Env: []string{"A=b=c"}}}, nil},
		{"Cursor",
			`{"mcpServers": {"web": {"url": "https://x.example/mcp?key=${env:KEY}", "headers": {"Authorization": "Bearer ${KEY:-none}"}}}}`,
			[]mcphost.Upstream{{ID: "web", URL: "https://x.example/mcp?key=s3cret ${HOME}",
				Header: http.Header{"Authorization": {"Bearer s3cret ${HOME}"}}}}, nil},
		{"VS Code",
			"{\n\t// comment\n\t\"servers\": {\n\t\t\"gh\": {\"type\": \"http\", \"url\": \"https://x.example/\", },\n\t},\n\t\"inputs\": [],\n}",
			[]mcphost.Upstream{{ID: "gh", URL: "https://x.example/"}}, nil},
		{"settings of VS Code", `{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x", "cwd": "/tmp"}}}}`,
			[]mcphost.Upstream{{ID: "a", Command: []string{"x"}, Dir: "/tmp"}}, nil},
		{"arguments first", `{"mcpServers": {"a": {"args": ["1"], "command": "x", "env": {"PORT": 8080, "ON": true}}}}`,
			[]mcphost.Upstream{{ID: "a", Command: []string{"x", "1"}, Env: []string{"PORT=8080", "ON=true"}}}, nil},
		{"other keys",
			`{"mcpServers": {"a": {"command": "x", "autoApprove": [], "disabled": false}, "b": {"command": "y", "disabled": true}}}`,
			[]mcphost.Upstream{{ID: "a", Command: []string{"x"}}},
			[]string{`f.json:1:39: the key "autoApprove" is ignored`, `f.json:1:78: the server "b" is disabled`}},
		{"literals and defaults",
			`{"mcpServers": {"a": {"command": "$x", "args": ["$${HOME}", "${EMPTY:-d}", "${NONE:-}", "${NONE:-a:-b}", "${EMPTY}"]}}}`,
			[]mcphost.Upstream{{ID: "a", Command: []string{"$x", "${HOME}", "d", "", "a:-b", ""}}}, nil},
		{"header templates",
			`{"mcpServers": {"a": {"url": "http://x/", "headers": {"X-User": "u {ctx.user.id}", "x-key": "k"}}}}`,
			[]mcphost.Upstream{{ID: "a", URL: "http://x/", Header: http.Header{"X-Key": {"k"}},
				HeaderTemplates: map[string]string{"X-User": "u {ctx.user.id}"}}}, nil},
		{"no servers", `{"mcpServers": {}}`, nil, []string{"f.json:1:2: no server is enabled"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := []byte(tt.text)
			got, err := servers.Parse("f.json", data, lookup)
			if err != nil || string(data) != tt.text {
				t.Fatalf("%v; the text is now %s", err, data)
			}
			for i := range got.Upstreams {
				if !got.Upstreams[i].MinimalEnv || got.Upstreams[i].Stderr == nil {
					t.Error("it inherits all variables, or its standard error is discarded")
				}
			}
			ignored := cmpopts.IgnoreFields(mcphost.Upstream{}, "MinimalEnv", "Stderr", "Transport")
			if diff := cmp.Diff(tt.want, got.Upstreams, ignored, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.notes, got.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"not JSON", `{"mcpServers": `, "f.json:1:16: "},
		{"not JSON after a comment", "{ // c\n \"mcpServers\": {,}}", "f.json:2:17: "},
		{"a list", `[]`, `f.json:1:1: expected a mapping with the key "mcpServers" or "servers"`},
		{"both", `{"servers": {}, "mcpServers": {}}`, `f.json:1:17: "servers" and "mcpServers" are both there`},
		{"servers of another type", `{"mcpServers": []}`, "f.json:1:16: expected a mapping of servers, got a list"},
		{"a server of another type", `{"mcpServers": {"a": "npx"}}`,
			`f.json:1:22: expected a mapping that describes the server "a", got a string`},
		{"equal IDs", `{"mcpServers": {"a-b": {"command": "x"}, "A b": {"command": "y"}}}`,
			`f.json:1:42: "A b" and "a-b" have the same server ID, a_b`},
		{"equal keys", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, "f.json:1:40"},
		{"a long key", `{"mcpServers": {"` + strings.Repeat("a", 33) + `": {"command": "x"}}}`,
			"f.json:1:17: no server ID of at most 32 characters"},
		{"no letter", `{"mcpServers": {"-": {"command": "x"}}}`, "f.json:1:17: no server ID"},
		{"neither", `{"mcpServers": {"a": {}}}`, `f.json:1:17: the server "a" needs either "command" or "url"`},
		{"command and URL", `{"mcpServers": {"a": {"command": "x", "url": "http://x"}}}`,
			`needs either "command" or "url"`},
		{"headers of a command", `{"mcpServers": {"a": {"command": "x", "headers": {}}}}`, `"headers" is for a URL`},
		{"arguments of a URL", `{"mcpServers": {"a": {"url": "http://x", "args": []}}}`,
			`"args", "env" and "cwd" are for a command`},
		{"a relative URL", `{"mcpServers": {"a": {"url": "x?key=${KEY}"}}}`,
			"f.json:1:30: expected an absolute http or https URL"},
		{"an undefined variable", `{"mcpServers": {"a": {"command": "é${NONE}"}}}`,
			"f.json:1:36: the environment variable NONE is not set"},
		{"an input", `{"mcpServers": {"a": {"command": "${input:key}"}}}`,
			"f.json:1:35: ${input:key} asks the user of a client"},
		{"another variable", `{"mcpServers": {"a": {"command": "${workspaceFolder/x}"}}}`,
			"is not supported: write ${NAME}"},
		{"an open variable", `{"mcpServers": {"a": {"command": "${HOME"}}}`, "f.json:1:35: ${ has no closing }"},
		{"an argument of another type", `{"mcpServers": {"a": {"command": "x", "args": [1]}}}`,
			"f.json:1:48: expected a string, got a number"},
		{"a misspelled key", `{"mcpServers": {"a": {"comand": "x"}}}`,
			`f.json:1:23: unknown key "comand": did you mean "command"?`},
		{"SSE", `{"mcpServers": {"a": {"type": "sse", "url": "http://x"}}}`, `the transport "sse" is not supported`},
		{"a file of variables", `{"mcpServers": {"a": {"command": "x", "envFile": ".env"}}}`,
			"envFile is not supported"},
		{"a header name", `{"mcpServers": {"a": {"url": "http://x", "headers": {"a b": "c"}}}}`,
			`"a b" is not the name of an HTTP header`},
		{"a header value", `{"mcpServers": {"a": {"url": "http://x", "headers": {"A": "c\nd"}}}}`,
			"the value of the header A has characters"},
		{"a name of a variable", `{"mcpServers": {"a": {"command": "x", "env": {"A=B": "c"}}}}`,
			`"A=B" is not a valid name`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := servers.Parse("f.json", []byte(tt.text), lookup)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the error has a secret: %v", err)
			}
		})
	}
}

// All problems are reported at once, in the order of the file.
func TestAllErrors(t *testing.T) {
	_, err := servers.Parse("f.json",
		[]byte("{\"mcpServers\": {\n\"a\": {},\n\"b\": {\"command\": \"${NONE}\"},\n\"c\": 1}}"), lookup)
	if got := strings.Count(fmt.Sprint(err), "f.json:"); got != 3 {
		t.Errorf("%d problems: %v", got, err)
	}
}

// Parse never panics, and what it accepts is usable.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "{}", `{"mcpServers": {"a": {"command": "${HOME}"}}}`,
		`{"servers": {"a": {"url": "http://x", "headers": {"A": "b"}},},}`, "// c\n[]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := servers.Parse("f.json", data, lookup)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for i := range list.Upstreams {
			u := &list.Upstreams[i]
			if err := u.Check(); err != nil || seen[u.ID] {
				t.Errorf("%+v: %v", u, err)
			}
			seen[u.ID] = true
		}
	})
}
