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
		{"gitlab/create_issue", ""},
		{"gitlab.com/create_issue", ""},
		{"gitlab_create_issue", ""},
		{"gitlab.", ""},
		{"gitlab*", ""},
		{"fs", ""},
		{"no", ""},
	} {
		if got, ok := pattern.MissingSlash(c.src, servers); got != c.want || ok != (c.want != "") {
			t.Errorf("MissingSlash(%q) = %q, %t; want %q", c.src, got, ok, c.want)
		}
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
