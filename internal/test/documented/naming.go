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
	ok        bool // it has that name
}

// names names the tools of a catalog, in their order.
func (n *Naming) names(tools []*tool) []name {
	all := make([]name, len(tools))
	byName := map[string][]int{}
	for i, t := range tools {
		if !validName.MatchString(t.name) {
			continue
		}
		all[i].wanted, all[i].truncated = n.name(t)
		byName[all[i].wanted] = append(byName[all[i].wanted], i)
	}
	for _, same := range byName {
		truncated := slices.ContainsFunc(same, func(i int) bool { return all[i].truncated })
		if len(same) == 1 || n.Collisions == "keep_first" && !truncated {
			all[same[0]].ok = true
		}
	}
	return all
}

// name returns the exposed name of a tool, and whether it had to be shortened.
func (n *Naming) name(t *tool) (exposed string, truncated bool) {
	own := t.name
	for _, r := range n.Rename {
		if r.Server == t.server && r.Tool == t.name {
			own = r.To
		}
	}
	exposed = n.Prefix
	if !n.NoNamespace {
		exposed += t.server + "__"
	}
	exposed += strings.ReplaceAll(own, ".", "_")
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
	if limit := orDefault(n.MaxBytes, 64); len(exposed) > limit {
		sum := sha256.Sum256([]byte(t.server + "\x00" + own))
		return n.Prefix + "trunc_" + hex.EncodeToString(sum[:])[:orDefault(n.HashDigits, 8)], true
	}
	return exposed, false
}

func orDefault(n, ifZero int) int {
	if n == 0 {
		return ifZero
	}
	return n
}
