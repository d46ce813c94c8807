package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
)

// A toolName is the name by which a user refers to a tool, and the tools that it may mean.
type toolName struct {
	text  string
	found []engine.Key // the tools that it means: one, none, or several that have the same raw name
	near  []string     // if none is found, the names that may have been meant

	// If none is found, the tools that all would have the name, so that none has it. Nil if there
	// are none.
	collision *naming.Collision
}

// findTool finds the tool that a name means: server/tool, an exposed name, or a raw name, whichever
// is found first.
func findTool(c *engine.Catalog, text string) toolName {
	n := toolName{text: text}
	keys := c.Tools()
	for _, is := range []func(engine.Key) bool{
		func(k engine.Key) bool { return k.String() == text },
		func(k engine.Key) bool { name, ok := c.Name(k); return ok && name == text },
		func(k engine.Key) bool { return k.Tool == text },
	} {
		for _, k := range keys {
			if is(k) && !slices.Contains(n.found, k) {
				n.found = append(n.found, k)
			}
		}
		if len(n.found) > 0 {
			return n
		}
	}
	n.near = nearNames(c, keys, text)
	return n
}

// collisionOf returns the collision about an exposed name; nil if there is none.
func collisionOf(r *engine.Report, name string) *naming.Collision {
	i := slices.IndexFunc(r.Collisions, func(c naming.Collision) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Collisions[i]
}

// shownNames is how many names a message shows.
const shownNames = 6

// nearNames returns the tools whose names are much like a text, or hold it.
func nearNames(c *engine.Catalog, keys []engine.Key, text string) (near []string) {
	var all, forms []string // forms[i] is a name of the tool all[i]
	for _, k := range keys {
		name, _ := c.Name(k)
		for _, form := range []string{k.String(), k.Tool, name} {
			if form != "" {
				all, forms = append(all, k.String()), append(forms, form)
			}
		}
	}
	if form, ok := suggest.Nearest(text, forms); ok {
		near = append(near, all[slices.Index(forms, form)])
	}
	_, tool, found := strings.Cut(text, "/")
	if !found {
		tool = text
	}
	for i, form := range forms {
		if tool != "" && strings.Contains(strings.ToLower(form), strings.ToLower(tool)) &&
			!slices.Contains(near, all[i]) {
			near = append(near, all[i])
		}
	}
	return near
}

// key returns the tool, or an error if the name does not identify exactly one tool.
func (n toolName) key() (engine.Key, error) {
	switch {
	case len(n.found) == 1:
		return n.found[0], nil
	case len(n.found) == 0 && n.collision != nil:
		tools := explain.VisibleKeys(n.collision.Tools)
		message := fmt.Sprintf("no tool has the name %q, since several would have it: %s; explain one of them", n.text,
			wording.EnumerateFirst(tools, shownNames))
		return engine.Key{}, &failure{code: exitProblems, message: visible.Text(message)}
	case len(n.found) == 0:
		message := fmt.Sprintf("there is no tool %q in the catalogs", n.text)
		if len(n.near) > 0 {
			message += "; did you mean " + alternatives(n.near) + "?"
		} else {
			message += "; rulecheck view --hidden lists all of them"
		}
		return engine.Key{}, &failure{code: exitProblems, message: visible.Text(message)}
	}
	return engine.Key{}, usagef("%s is a tool of several servers: write %s",
		visible.Text(strconv.Quote(n.text)), alternatives(explain.VisibleKeys(n.found)))
}

// alternatives writes names of which one may be meant: "a, b or c".
func alternatives(names []string) string {
	if len(names) > shownNames {
		return fmt.Sprintf("%s or one of %s", strings.Join(names[:shownNames-1], ", "),
			wording.Plural(len(names)-shownNames+1, "other"))
	}
	return wording.Alternatives(names)
}
