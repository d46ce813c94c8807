package main

import "github.com/toolrules/toolrules/internal/source"

// sourceLines are the files whose lines are shown beside problems, by name.
type sourceLines map[string]*source.File

func (s sourceLines) add(name string, data []byte) {
	s[name], _ = source.Parse(name, data)
}

func (s sourceLines) line(name string, n int) (string, bool) {
	f, ok := s[name]
	if !ok {
		return "", false
	}
	return f.Line(n), true
}
