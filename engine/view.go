package engine

import (
	"errors"
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// ErrNotFound is the one answer for a name that this request can't call: because the tool is hidden from it, because the tool
// got no name, or because there is none. Nothing about it says which.
var ErrNotFound = errors.New("tool not found")

// A View is what one request sees of a catalog. It never changes and may be shared by any number of goroutines. Making one is
// cheap; what a tool looks like is worked out when it is asked for. The zero View sees nothing.
type View struct {
	catalog *Catalog
	request *expr.Request
	level   Level
	runner  string
	model   string

	words        *words
	asked, usual int // the level that the request asks for, -1 if none; the one for texts that do not say
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

// query asks a text about a tool.
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

// A Tool is one tool as one request sees it.
type Tool struct {
	view   *View
	number int // in the catalog
}

// own gives what is the same for all requests.
func (t Tool) own() *tool { return t.view.catalog.tools[t.number] }

// Name is the exposed name: what the model sees and a call uses.
func (t Tool) Name() string { return t.view.catalog.nameAt(t.number) }

// Key is the server's id and the server's own name for the tool: what a call is sent on with.
func (t Tool) Key() Key { return t.own().key }

// Facts are what the server said of the tool, as expressions see it. Its lists must not be changed.
func (t Tool) Facts() expr.ToolFacts { return t.own().bound.Facts() }

// Title is the title that the request sees, empty if there is none.
func (t Tool) Title() string { return t.text(placeTitle) }

// Description is the description that the request sees, empty if there is none.
func (t Tool) Description() string { return t.text(placeDescription) }

func (t Tool) text(kind placeKind) string {
	own := t.own()
	for i := range own.places {
		p := &own.places[i]
		if p.kind != kind {
			continue
		}
		if t.view.catalog.engine.opts.Plain {
			return t.plainText(p)
		}
		if a := t.view.answer(&t, p); a != noAnswer {
			return t.view.words.text(a)
		}
	}
	return own.headText(kind)
}

func (t Tool) plainText(p *place) string {
	own := t.own()
	if text, ok := t.view.answerPlain(own, p); ok {
		return text
	}
	return own.headText(p.kind)
}

// headText gives the title or description that the server sent; empty if it has sent none.
func (t *tool) headText(kind placeKind) string {
	if kind == placeTitle {
		return t.bound.Title()
	}
	return t.bound.Description()
}
