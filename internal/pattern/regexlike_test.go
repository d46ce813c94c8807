package pattern_test

import (
	"fmt"
	"testing"

	"github.com/toolrules/toolrules/internal/pattern"
)

func TestLooksLikeRegex(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"github/.*", "7 github/* | github ^.*$"},
		{"github/delete_.*", "14 github/delete_* | github ^delete_.*$"},
		{"github/delete.*", "13? github/delete* | github ^delete.*$"},
		{".*delete.*", "0 *delete* | * ^.*delete.*$"},
		{"^github/delete_.*$", "0 github/delete_* | github ^delete_.*$"},
		{"github/^delete_repo$", "7 github/delete_repo | github ^delete_repo$"},
		{"github/(create|delete)_.*", "7 github/{create,delete}_* | github ^(create|delete)_.*$"},
		{"github/create_a|delete_a", "15 github/{create_a,delete_a} | github ^(create_a|delete_a)$"},
		{"(github|gitlab)/.*", "0 {github,gitlab}/* | {github,gitlab} ^.*$"},
		{`github/v\d+_.*`, `8  | github ^v\d+_.*$`},
		{`fs/read_.+`, "8 fs/read_?* | fs ^read_.+$"},
		{`fs/(`, "3  |  "},
		{`fs/a+`, "4  | fs ^a+$"},
		{`fs/docs\.search.*`, `15? fs/docs.search* | fs ^docs\.search.*$`},
		{"fs/files.read", ""},
		{`fs/a\*b`, ""},
		{`fs/a\|b`, ""},
		{"fs/a$b", ""},
		{"fs/a^b", ""},
		{"fs/a.?", ""},
		{"fs/*", ""},
		{"fs/{a,b}?", ""},
		{"fs/* when (x)", ""}, // a condition
		{"", ""},
	} {
		got := ""
		if like, ok := pattern.LooksLikeRegex(c.src); ok {
			doubt := ""
			if !like.Certain {
				doubt = "?"
			}
			server := like.Server
			if like.Regex == "" {
				server = ""
			}
			got = fmt.Sprintf("%d%s %s | %s %s", like.Offset, doubt, like.Glob, server, like.Regex)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
