package documented

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
)

var validName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// A name is what became of the name of a tool.
type name struct {
	wanted    string // the exposed name that it would have; empty if its own name is not legal
	truncated bool
	reserved  bool // the name belongs to another server's namespace
	ok        bool // it has that name
}

// names names the tools of a catalog, in their order.
func (f *File) names(servers []Server, tools []*tool) []name {
	n := &f.Naming
	reserved := []string{n.Prefix + "trunc_"}
	for _, id := range f.Servers {
		reserved = append(reserved, n.namespace(id))
	}
	for _, s := range n.Servers {
		reserved = append(reserved, n.namespace(s.Server))
	}
	for _, s := range servers {
		reserved = append(reserved, n.namespace(s.ID))
	}
	reserved = slices.DeleteFunc(reserved, func(s string) bool { return s == "" })

	all := make([]name, len(tools))
	byName := map[string][]int{}
	for i, t := range tools {
		own := n.own(t)
		if !validName.MatchString(own) {
			continue
		}
		all[i] = n.name(t.server, own)
		bare := !n.NoNamespace && n.namespace(t.server) == ""
		all[i].reserved = bare && !all[i].truncated && slices.ContainsFunc(reserved,
			func(s string) bool { return strings.HasPrefix(all[i].wanted, s) })
		if !all[i].reserved {
			byName[all[i].wanted] = append(byName[all[i].wanted], i)
		}
	}
	for _, same := range byName {
		truncated := slices.ContainsFunc(same, func(i int) bool { return all[i].truncated })
		if len(same) == 1 || n.Collisions == "keep_first" && !truncated {
			all[same[0]].ok = true
		}
	}
	return all
}

// own returns the name of a tool that its exposed name is made of.
func (n *Naming) own(t *tool) string {
	for _, r := range n.Rename {
		if r.Server == t.server && r.Tool == t.name {
			return r.To
		}
	}
	return t.name
}

// as returns the replacement of a server's ID in names; empty for a server without a namespace.
func (n *Naming) as(server string) string {
	if n.NoNamespace {
		return ""
	}
	for _, s := range n.Servers {
		if s.Server == server {
			return s.As
		}
	}
	return server
}

func (n *Naming) separator() string {
	if n.Separator == "" {
		return "__"
	}
	return n.Separator
}

// namespace returns what the names of a server start with; empty if it has no namespace.
func (n *Naming) namespace(server string) string {
	as := n.as(server)
	if as == "" {
		return ""
	}
	return n.Prefix + as + n.separator()
}

// name returns the exposed name for the own name of a tool.
func (n *Naming) name(server, own string) name {
	head := n.namespace(server)
	if head == "" {
		head = n.Prefix
	}
	exposed := head + strings.ReplaceAll(own, ".", "_")
	if slices.Contains(n.Targets, "bedrock-agents") {
		exposed = strings.ReplaceAll(exposed, "-", "_")
	}
	first := exposed[0] | 0x20
	letter := 'a' <= first && first <= 'z'
	switch {
	case letter:
	case slices.Contains(n.Targets, "bedrock-agents"), slices.Contains(n.Targets, "gemini") && exposed[0] != '_':
		exposed = "t_" + exposed
	}
	limit := orDefault(n.MaxBytes, 64)
	if len(exposed) <= limit {
		return name{wanted: exposed}
	}
	sum := sha256.Sum256([]byte(server + "\x00" + own))
	hash := hex.EncodeToString(sum[:])[:orDefault(n.HashDigits, 8)]
	start := n.Prefix + "trunc_"
	if n.Truncated == "readable" && n.namespace(server) != "" {
		rest := exposed[len(n.Prefix):]
		return name{wanted: start + rest[:limit-len(start)-1-len(hash)] + "_" + hash, truncated: true}
	}
	return name{wanted: start + hash, truncated: true}
}

func orDefault(n, ifZero int) int {
	if n == 0 {
		return ifZero
	}
	return n
}
