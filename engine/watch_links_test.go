package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestLinksOf(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	if err := os.MkdirAll(at("real", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, at("real", "deep", "f"), "")
	writeFile(t, at("plain"), "")
	for path, target := range map[string]string{
		"dir": "real/deep", "up": "real/deep/../../plain", "abs": at("real"), "loop": "loop2", "loop2": "./loop", "dangling": "real/nothing",
		// ".." after a symlink is the parent of the symlink's target.
		"through": "dir/../deep/f",
	} {
		if err := os.Symlink(target, at(path)); err != nil {
			t.Skip(err)
		}
	}
	tests := []struct {
		name, path string
		want       []string
	}{
		{"a plain file", "plain", []string{"plain"}},
		{"a missing file", "missing", []string{"missing"}},
		{"a missing folder", "missing/and/more", []string{"missing"}},
		{"through a folder", "real/deep/f", []string{"real/deep/f"}},
		{"a folder", "real/deep", []string{"real/deep"}},
		{"a link to a folder", "dir/f", []string{"dir", "real/deep/f"}},
		{"a link that goes up", "up", []string{"up", "plain"}},
		{"an absolute link", "abs/deep/f", []string{"abs", "real/deep/f"}},
		{"a link through a link", "through", []string{"through", "dir", "real/deep/f"}},
		{"a link to nothing", "dangling", []string{"dangling", "real/nothing"}},
		{"below a file", "plain/f", []string{"plain/f"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, l := range linksOf(at(filepath.FromSlash(test.path))) {
				rel, err := filepath.Rel(dir, l.path())
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, filepath.ToSlash(rel))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	if got := len(linksOf(at("loop"))); got != maxLinks+1 {
		t.Errorf("a loop has %d links", got)
	}
}
