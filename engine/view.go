package engine

import (
	"errors"
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// ErrNotFound is the one answer for a name that this request can't call: because the tool is hidden from it, because the tool
// got no name, or because there is none. Nothing about it says which.
var ErrNotFound = errors.New("tool not found")

// A View is what one request sees of a catalog. It never changes and may be shared by any number of goroutines. Making one is
// cheap; what a tool looks like is worked out when it is asked for. The zero View sees nothing.
type View struct {
	catalog *Catalog
	request *cond.Request
	level   Level
	runner  string
	model   string

	words        *words // the engine's, at hand
	asked, usual int    // the level that the request asks for, -1 if none; the one for texts that do not say
	choices      atomic.Pointer[choices]
}

// View binds a request to the catalog. Nothing of a request is refused: what is missing or of a wrong type fails the rules
// that read it, and a rule that fails hides.
func (c *Catalog) View(req Request) *View {
	if c.engine == nil {
		return &View{}
	}
	host := c.engine.opts.DefaultVerbosity
	v := &View{catalog: c, words: &c.engine.words, level: req.Verbosity, runner: req.Runner, model: req.Model}
	v.request = c.engine.rules.Env().Request(expr.RequestValues{
		Runner: req.Runner, Model: req.Model, Verbosity: req.Verbosity.effective(host), Attrs: req.Attrs,
	})
	v.asked, v.usual = -1, Level{}.effective(host)
	if req.Verbosity.set {
		v.asked = req.Verbosity.effective(host)
	}
	return v
}

// query gives what a text is asked for a tool.
func (v *View) query(t *tool) rules.TextRequest {
	return rules.TextRequest{
		Runner: optional(&v.runner), Model: optional(&v.model),
		Verbosity: v.level.pointer(), DefaultVerbosity: v.catalog.engine.opts.DefaultVerbosity.pointer(),
		Tool: t.bound, Request: v.request,
	}
}

// optional says that to a host an empty runner or model is a missing one.
func optional(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// Resolve gives the tool behind a name that a caller used: the server to ask, and the name that the server knows it by. It
// finds exactly the tools that Tools lists, by their exposed names and, if the rule file accepts them, by their raw names.
// Every other name is [ErrNotFound].
func (v *View) Resolve(name string) (Key, error) {
	if v.catalog == nil {
		return Key{}, ErrNotFound
	}
	number, ok := v.catalog.names.AcceptNumber(name)
	if !ok || !v.shows(number) {
		return Key{}, ErrNotFound
	}
	return v.catalog.tools[number].key, nil
}
