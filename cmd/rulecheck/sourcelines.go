package main

import "github.com/toolrules/toolrules/internal/source"

// sourceLines are the files whose lines are shown beside problems, by name.
type sourceLines map[string]*source.File

func (s sourceLines) add(name string, data []byte) {
	s[name], _ = source.Parse(name, data)
}

// isTests says whether a file looks like a test file, and isRules whether it looks like a rule file: by the key that no other may have.
func (s sourceLines) isTests(name string) bool {
	return s.has(name, "cases") && !s.has(name, "version")
}

func (s sourceLines) isRules(name string) bool {
	return s.has(name, "version") && !s.has(name, "cases")
}

func (s sourceLines) has(name, key string) bool {
	f := s[name]
	return f != nil && f.Root().Get(key) != nil
}

func (s sourceLines) line(name string, n int) (string, bool) {
	f, ok := s[name]
	if !ok {
		return "", false
	}
	return f.Line(n), true
}
