package pattern_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/pattern"
)

func TestMissingSlash(t *testing.T) {
	servers := []string{"git", "gitlab", "notion"}
	for _, c := range []struct{ src, want string }{
		{"gitlab", "gitlab/*"},
		{"GitLab", "gitlab/*"},
		{"gitlab.create_issue", "gitlab/create_issue"},
		{"gitlab:create_*", "gitlab/create_*"},
		{"gitlab__create_issue", "gitlab/create_issue"},
		{`gitlab\/create_issue`, "gitlab/create_issue"},
		{"git.log", "git/log"},
		{"mcp__gitlab__create_issue", "gitlab/create_issue"},
		{"mcp__gitlab__create_*", "gitlab/create_*"},
		{"MCP__GitLab__create_*", "gitlab/create_*"},
		{"mcp_gitlab_create_issue", "gitlab/create_issue"},
		{"mcp_gitlab_*", "gitlab/*"},
		{"mcp__gitlab", "gitlab/*"},
		{"mcp__git__log", "git/log"},
		{"mcp__github__log", ""},
		{"mcp__gitlab/log", ""},
		{"mcp_", ""},
		{"gitlab/create_issue", ""},
		{"gitlab.com/create_issue", ""},
		{"gitlab_create_issue", ""},
		{"gitlab.", ""},
		{"gitlab*", ""},
		{"fs", ""},
		{"no", ""},
		{`gitlab\create_issue`, "gitlab/create_issue"},
		{`gitlab\create_*`, "gitlab/create_*"},
		{`github\create_issue`, ""}, // no such server
		{`gitlab\d`, ""},            // could be a class
	} {
		if got, ok := pattern.MissingSlash(c.src, servers); got != c.want || ok != (c.want != "") {
			t.Errorf("MissingSlash(%q) = %q, %t; want %q", c.src, got, ok, c.want)
		}
	}
	if got, ok := pattern.MissingSlash(`fs\read_file`, nil); got != "fs/read_file" || !ok { // any server
		t.Errorf("got %q, %t", got, ok)
	}
}

func TestWithServer(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"GitLab/create_*", "gitlab/create_*"},
		{`GitLab/a\/b`, `gitlab/a\/b`},
		{"GitLab", ""},
		{"Git*/create_*", ""},
		{"{Git,Lab}/create_*", ""},
		{`a\/b/c`, ""},
	} {
		if got, ok := pattern.WithServer(c.src, "gitlab"); got != c.want || ok != (c.want != "") {
			t.Errorf("WithServer(%q) = %q, %t; want %q", c.src, got, ok, c.want)
		}
	}
}

func TestClientName(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"mcp__github__delete_*", "github/delete_*"},
		{"mcp__github", "github/*"},
		{"mcp__github__*", "github/*"},
		{"mcp__*__delete_*", "*/delete_*"},
		{"mcp__GitHub-Cloud__delete__x", "github_cloud/delete__x"},
		{"mcp_github_delete", ""}, // only the list of servers says where the ID ends
		{"mcp__", ""},
		{"mcp__github__a[b]", ""},
		{"mcp__github/x", ""},
		{"github__x", ""},
	} {
		if got, ok := pattern.ClientName(c.src); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("ClientName(%q) = %q, %t; want %q", c.src, got, ok, c.want)
		}
	}
}
