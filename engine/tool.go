package engine

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/naming"
)

// A Key identifies a tool: the server's ID and the raw name that the server uses.
type Key = naming.Key

// A Tool is one tool as one request sees it. It is a small value that keeps its [View], and so the
// request, in memory. It is safe for concurrent use. Tools come from a View; the methods of the
// zero Tool panic.
type Tool struct {
	view   *View
	number int // in the catalog; negative: of a MetaTool
}

// own returns the part of the tool that is the same for all requests.
func (t Tool) own() *tool {
	if t.number < 0 {
		return t.meta().tool
	}
	return t.view.catalog.tools[t.number]
}

// meta returns the tool of the engine that the tool is, if its number is negative.
func (t Tool) meta() *metaTool { return &t.view.catalog.engine.metas[metaNumber(t.number)] }

// Name returns the exposed name: the name that the model sees and calls use.
func (t Tool) Name() string {
	if t.number < 0 {
		return t.meta().name
	}
	return t.view.catalog.nameAt(t.number)
}

// Key returns the server's ID and the tool's raw name: what a forwarded call uses. The server of a
// [MetaTool] is empty.
func (t Tool) Key() Key { return t.own().key }

// Info returns the attributes of the tool that expressions can read, as its server sent them. The
// lists in it must not be modified.
func (t Tool) Info() expr.ToolInfo { return t.own().bound.Info() }

// Title returns the title that the request sees; empty if there is none.
func (t Tool) Title() string { return t.text(placeTitle) }

// Description returns the description that the request sees; empty if there is none.
func (t Tool) Description() string { return t.text(placeDescription) }

func (t Tool) text(kind placeKind) string {
	own := t.own()
	for i := range own.places {
		p := &own.places[i]
		if p.kind != kind {
			continue
		}
		if t.view.catalog.engine.opts.reference {
			return t.plainText(p)
		}
		switch a := t.view.answer(&t, p); {
		case a&wrapped != 0:
			x := &t.view.words.arounds[a&^wrapped]
			return x.before + t.view.headText(own, kind) + x.after
		case a != noAnswer:
			return t.view.words.text(a)
		}
	}
	return t.view.headText(own, kind)
}

func (t Tool) plainText(p *place) string {
	own := t.own()
	if text, ok := t.view.answerPlain(own, p); ok {
		return text
	}
	return t.view.headText(own, p.kind)
}

// A tool is one tool of a part: what its server sent, and which entries match it. Its exposed name
// is in the catalog.
type tool struct {
	key    Key
	raw    []byte     // the JSON object as it was sent, without the nulls that count as not sent
	rare   *rare      // what few tools have; nil if this one has nothing of it
	bound  *cond.Tool // the tool as expressions see it
	places []place
	cuts   []cut // where raw is cut for its name and for places, in the order of raw
}

// asSent returns the JSON object as the server sent it.
func (t *tool) asSent() []byte {
	if t.rare != nil && t.rare.sent != nil {
		return t.rare.sent
	}
	return t.raw
}

// Rare is what few tools have.
type rare struct {
	sent  []byte // the JSON object as it was sent; nil if that is raw
	forms *forms // nil: its server's texts are kept
}

// forms returns the forms of a tool; nil if its server's texts are kept.
func (t *tool) forms() *forms {
	if t.rare == nil {
		return nil
	}
	return t.rare.forms
}

// headText returns the title or description that the server sent; empty if it sent none.
func (t *tool) headText(kind placeKind) string {
	if kind == placeTitle {
		return t.bound.Title()
	}
	return t.bound.Description()
}
