package engine

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/naming"
)

// A Key names a tool: the server's id and the name that the server itself uses.
type Key = naming.Key

// A Tool is one tool as one request sees it: a small value that keeps its [View], and so the request, in memory. It may be shared by
// any number of goroutines. Tools come from a View; the methods of the zero Tool panic.
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
func (t Tool) Info() expr.ToolInfo { return t.own().bound.Info() }

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

// A tool is one tool of a part: what its server sent, and what the rules say of it. What it is called is the catalog's business.
type tool struct {
	key    Key
	raw    []byte     // the JSON object as it was sent, but for the nulls that count as not sent
	sent   []byte     // the JSON object as it was sent; nil if that is raw
	bound  *cond.Tool // what expressions know of it
	places []place
	cuts   []cut // where raw is cut for its name and for places, in the order of raw
}

// asSent returns the JSON object as the server sent it.
func (t *tool) asSent() []byte {
	if t.sent != nil {
		return t.sent
	}
	return t.raw
}

// headText gives the title or description that the server sent; empty if it has sent none.
func (t *tool) headText(kind placeKind) string {
	if kind == placeTitle {
		return t.bound.Title()
	}
	return t.bound.Description()
}
