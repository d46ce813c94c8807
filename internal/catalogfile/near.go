package catalogfile

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolrules/toolrules/internal/suggest"
)

// NearPath returns the path of an existing file or directory in the same directory with a name
// close to that of a missing path. Endings that both names have, such as .rules.yaml, do not make
// them similar.
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
