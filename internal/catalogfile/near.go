package catalogfile

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolrules/toolrules/internal/suggest"
)

// NearPath gives the path of a file or directory that was probably meant by one that does not exist: one beside it whose name is much
// like it. The endings that both names have, as .rules.yaml, do not make them alike.
func NearPath(path string) (string, bool) {
	dir, name := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return "", false
	}
	best, bestDistance := "", 0
	for _, e := range entries {
		a, b := withoutEnding(name, e.Name())
		if _, ok := suggest.Nearest(a, []string{b}); !ok || name == e.Name() {
			continue
		}
		if d := suggest.Distance(a, b); best == "" || d < bestDistance {
			best, bestDistance = e.Name(), d
		}
	}
	return dir + best, best != ""
}

// withoutEnding takes off two names the endings that both have, each from a dot on.
func withoutEnding(a, b string) (string, string) {
	for {
		end := filepath.Ext(a)
		if end == "" || end == a || end == b || !strings.HasSuffix(b, end) {
			return a, b
		}
		a, b = strings.TrimSuffix(a, end), strings.TrimSuffix(b, end)
	}
}
