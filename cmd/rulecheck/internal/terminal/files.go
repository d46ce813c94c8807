package terminal

import "github.com/toolrules/toolrules/internal/source"

// Files are the files whose lines are shown beside problems, by name.
type Files map[string]*source.File

// Add adds a file.
func (f Files) Add(name string, data []byte) { f[name], _ = source.Parse(name, data) }

// Line returns a line of a file, counted from 1, and reports whether the file is known.
func (f Files) Line(name string, n int) (string, bool) {
	file, ok := f[name]
	if !ok {
		return "", false
	}
	return file.Line(n), true
}
