package engine

import (
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is the maximum number of symlinks on a path, as on Linux.
const maxLinks = 40

// A link is a name in a folder that determines which file a path leads to: a symlink on the path,
// or its end.
type link struct {
	dir  string // the folder, without symlinks
	name string
}

func (l link) path() string { return filepath.Join(l.dir, l.name) }

// linksOf returns the links of an absolute path, in the order in which they are followed: every
// symlink, and finally the file, or the first name that is missing or can't be accessed.
func linksOf(path string) []link {
	dir, names := split(path)
	var links []link
	followed := 0
	for len(names) > 0 {
		here := link{dir: dir, name: names[0]}
		names = names[1:]
		if here.name == ".." {
			dir = filepath.Dir(dir)
			continue
		}
		if !isSymlink(here.path()) {
			if _, err := os.Lstat(here.path()); err != nil || len(names) == 0 {
				return append(links, here)
			}
			dir = here.path()
			continue
		}
		links = append(links, here)
		target, err := os.Readlink(here.path())
		if followed++; err != nil || followed > maxLinks {
			return links
		}
		if filepath.IsAbs(target) {
			var rest []string
			dir, rest = split(target)
			names = append(rest, names...)
			continue
		}
		names = append(namesOf(target), names...)
	}
	return links
}

// split splits an absolute path into its root and the names below it.
func split(path string) (root string, names []string) {
	volume := filepath.VolumeName(path)
	return volume + string(filepath.Separator), namesOf(path[len(volume):])
}

// namesOf splits a path without a root. It keeps "..", which can't be resolved textually after a
// symlink.
func namesOf(path string) []string {
	var names []string
	for name := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if name != "" && name != "." {
			names = append(names, name)
		}
	}
	return names
}
