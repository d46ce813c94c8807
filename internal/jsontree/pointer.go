package jsontree

import (
	"strconv"
	"strings"
)

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// AppendToken appends a reference token, escaped, to a JSON Pointer (RFC 6901): AppendToken("/a",
// "b/c") is "/a/b~1c".
func AppendToken(pointer, token string) string {
	return pointer + "/" + escaper.Replace(token)
}

// AppendIndex appends the index of an array item to a JSON Pointer.
func AppendIndex(pointer string, i int) string {
	return pointer + "/" + strconv.Itoa(i)
}

// SplitPointer returns the unescaped reference tokens of a JSON Pointer, and reports whether
// pointer is one: empty, or a slash before each token, and no ~ except in ~0 and ~1. The pointer to
// the whole document, "", has no tokens.
func SplitPointer(pointer string) (tokens []string, ok bool) {
	if pointer == "" {
		return nil, true
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok || strings.Count(rest, "~") != strings.Count(rest, "~0")+strings.Count(rest, "~1") {
		return nil, false
	}
	tokens = strings.Split(rest, "/")
	for i, t := range tokens {
		tokens[i] = unescaper.Replace(t)
	}
	return tokens, true
}

// Within reports whether the value at the pointer inner is the one at outer or a part of it.
func Within(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '/')
}

// Overlap reports whether one of the values at two pointers is the other or a part of it.
func Overlap(a, b string) bool { return Within(a, b) || Within(b, a) }

// Find returns the value that a JSON Pointer leads to from root, or nil if it leads nowhere or is
// not a valid pointer.
func Find(root *Node, pointer string) *Node { return Walk(root, pointer, (*Node).Child) }

// Walk is Find for any tree. child returns the child of a node that a reference token leads to, or
// nil.
func Walk[T any](root *T, pointer string, child func(node *T, token string) *T) *T {
	tokens, ok := SplitPointer(pointer)
	if !ok {
		return nil
	}
	for _, t := range tokens {
		if root == nil {
			break
		}
		root = child(root, t)
	}
	return root
}

// Child returns the item or member of n that a reference token leads to, or nil.
func (n *Node) Child(token string) *Node {
	if n == nil || n.Kind != Array {
		return n.Get(token)
	}
	if i, ok := ParseIndex(token); ok && i < len(n.Items) {
		return &n.Items[i]
	}
	return nil
}

// ParseIndex parses an array index as RFC 6901 defines it, without sign and leading zeros, and
// reports whether token is one.
func ParseIndex(token string) (int, bool) {
	i, err := strconv.Atoi(token)
	return i, err == nil && strconv.Itoa(i) == token && i >= 0
}
