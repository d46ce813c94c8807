package engine

import (
	"errors"
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// ErrNotFound is the error for every name that a request can't call: the tool is hidden from it,
// has no name, or does not exist. The error does not reveal which.
var ErrNotFound = errors.New("tool not found")

// A View is what one request sees of a catalog. It is immutable and safe for concurrent use. Making
// one is cheap; descriptions are computed on demand. The zero View sees nothing.
type View struct {
	catalog *Catalog
	request *cond.Request
	level   Level // of the request
	file    Level // of the rule file, if the request has none
	runner  string
	model   string

	words        *words // the engine's
	asked, usual int    // the level of the request, -1 if it has none; the level for entries without one
	choices      atomic.Pointer[choices]
}

// View binds a request to the catalog. It accepts every request: a missing or wrongly typed value
// makes the rules that read it fail, and a rule that fails hides.
func (c *Catalog) View(req Request) *View {
	if c.engine == nil {
		return &View{}
	}
	v := &View{catalog: c, words: &c.engine.words, level: req.Verbosity, runner: req.Runner, model: req.Model}
	if !req.Verbosity.set {
		v.file = c.engine.fileLevel(optional(&v.runner), optional(&v.model))
	}
	usual := v.file.or(c.engine.opts.DefaultVerbosity)
	v.request = c.engine.Rules.Env().Request(expr.RequestValues{
		Runner: req.Runner, Model: req.Model, Verbosity: req.Verbosity.effective(usual), Attrs: req.Attrs,
	})
	v.asked, v.usual = -1, Level{}.effective(usual)
	if req.Verbosity.set {
		v.asked = req.Verbosity.effective(usual)
	}
	return v
}

// fileLevel returns the level that the rule file sets for requests without one; missing if it sets
// none.
func (e *Engine) fileLevel(runner, model *string) Level {
	if level, ok := e.Rules.Verbosity().Level(runner, model); ok {
		return Verbosity(int64(level))
	}
	return Level{}
}

// query returns the request for the descriptions of a tool.
func (v *View) query(t *tool) ruleset.TextRequest {
	return ruleset.TextRequest{
		Runner: optional(&v.runner), Model: optional(&v.model),
		Verbosity: v.level.pointer(), FileVerbosity: v.file.pointer(),
		DefaultVerbosity: v.catalog.engine.opts.DefaultVerbosity.pointer(),
		Tool:             t.bound, Request: v.request,
	}
}

// optional returns nil for the empty string: to a host an empty runner or model is a missing one.
func optional(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// Resolve returns the tool for a name that a caller used: the server to call, and the tool's raw
// name. It finds exactly the tools that Tools yields, by their exposed names and, if the rule file
// accepts them, by their raw names. The error for every other name is [ErrNotFound].
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
