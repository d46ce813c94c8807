package source

import "strings"

// InBrackets reports whether a list or mapping is written in brackets, as always in JSON, and not
// line by line.
func (f *File) InBrackets(n *Node) bool {
	return (n.Kind == List || n.Kind == Map) && n.start < len(f.text.data) &&
		strings.IndexByte("[{", f.text.data[n.start]) >= 0
}

// CutByComma reports whether an unquoted string in braces continues after a comma, which ends it,
// so that YAML reads the rest as a key without a value: {reason: Don't, never}. Returns the string
// that was meant. text and key must be of the same mapping.
func (f *File) CutByComma(text, key *Node) (meant string, ok bool) {
	end := key.start + len(key.Text)
	if !text.Plain || text.Text == "" || !key.Plain || text.start > key.start || end > len(f.text.data) {
		return "", false
	}
	meant = string(f.text.data[text.start:end])
	rest := strings.TrimLeft(string(f.text.data[end:lineEnd(f.text.data, end)]), " ")
	ok = strings.HasPrefix(meant, text.Text) && strings.HasSuffix(meant, key.Text) &&
		!strings.ContainsAny(meant, "\r\n") &&
		rest != "" && strings.IndexByte(",}", rest[0]) >= 0
	return meant, ok
}
