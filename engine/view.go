package engine

import (
	"errors"
	"iter"
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
	query   rules.TextRequest // for texts; the tool is filled in for each
	level   Level             // what query points into, as do runner and model
	host    Level
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
	v := &View{catalog: c, words: &c.engine.words, level: req.Verbosity, host: host, runner: req.Runner, model: req.Model}
	v.request = c.engine.rules.Env().Request(expr.RequestValues{
		Runner: req.Runner, Model: req.Model, Verbosity: req.Verbosity.effective(host), Attrs: req.Attrs,
	})
	v.asked, v.usual = -1, Level{}.effective(host)
	if req.Verbosity.set {
		v.asked = req.Verbosity.effective(host)
	}
	v.query = rules.TextRequest{
		Runner: optional(&v.runner), Model: optional(&v.model),
		Verbosity: v.level.pointer(), DefaultVerbosity: v.host.pointer(), Request: v.request,
	}
	return v
}

// optional says that to a host an empty runner or model is a missing one.
func optional(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// Tools gives the tools that the request sees, in catalog order.
func (v *View) Tools() iter.Seq[Tool] {
	return func(yield func(Tool) bool) { v.visible(yield) } // v.visible itself would take memory for each call
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
	own    *tool
	number int // in the catalog
}

func (v *View) toolAt(number int) Tool {
	return Tool{view: v, own: v.catalog.tools[number], number: number}
}

// Name is the exposed name: what the model sees and a call uses.
func (t Tool) Name() string { return t.view.catalog.nameAt(t.number) }

// Key is the server's id and the server's own name for the tool: what a call is sent on with.
func (t Tool) Key() Key { return t.own.key }

// Facts are what the server said of the tool, as expressions see it. Its lists must not be changed.
func (t Tool) Facts() expr.ToolFacts { return t.own.bound.Facts() }

// Title is the title that the request sees, empty if there is none.
func (t Tool) Title() string { return t.text(placeTitle) }

// Description is the description that the request sees, empty if there is none.
func (t Tool) Description() string { return t.text(placeDescription) }

func (t Tool) text(kind placeKind) string {
	for i := range t.own.places {
		p := &t.own.places[i]
		if p.kind != kind {
			continue
		}
		if t.view.catalog.engine.opts.Plain {
			return t.plainText(p)
		}
		switch a, c, rule := t.view.answer(&t, p); {
		case a&escaped != 0:
			text, _ := c.text.Answer(rule, t.view.levelFor(c.placed))
			return text
		case a != noAnswer:
			return t.view.words.text(a)
		}
	}
	return t.own.headText(kind)
}

func (t Tool) plainText(p *place) string {
	if text, ok := t.view.answerPlain(t.own, p); ok {
		return text
	}
	return t.own.headText(p.kind)
}

// headText gives the title or description that the server sent; empty if it has sent none.
func (t *tool) headText(kind placeKind) string {
	facts := t.bound.Facts()
	if kind == placeTitle {
		return facts.Title
	}
	return facts.Description
}
