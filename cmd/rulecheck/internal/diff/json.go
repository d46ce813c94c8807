package diff

import (
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
)

// A JSON is the JSON form of what a change of rules does. It is stable: fields may be added,
// and none is renamed or removed while Version is 1. Requests are named by their index.
type JSON struct {
	Version     int               `json:"version"` // 1
	Requests    []requestJSON     `json:"requests"`
	Summary     summaryJSON       `json:"summary"`
	Added       []sightJSON       `json:"added"`   // visible now, and not in the catalog before
	Removed     []sightJSON       `json:"removed"` // visible before, and no longer in the catalog
	Hints       []hintJSON        `json:"hints"`
	Shown       []sightJSON       `json:"shown"`
	Hidden      []sightJSON       `json:"hidden"`
	Renamed     []renameJSON      `json:"renamed"`
	Redescribed []redescribedJSON `json:"redescribed"`
	Rejected    []sightJSON       `json:"rejected"`     // seen before, and without a name now
	Elsewhere   []string          `json:"elsewhere"`    // may differ for other requests
	MayDiffer   []mayDifferJSON   `json:"may_differ"`   // the same tools, with what may differ
	NotCompared []string          `json:"not_compared"` // servers whose tools the catalogs lack

	Exact exactJSON `json:"exact"` // what changes for all requests
}

type requestJSON struct {
	Name       string         `json:"name"` // for people; may change
	Runner     string         `json:"runner,omitempty"`
	Model      string         `json:"model,omitempty"`
	Verbosity  *int64         `json:"verbosity,omitempty"`
	Attributes map[string]any `json:"attributes"`
}

// A summaryJSON counts tools.
type summaryJSON struct {
	Tools       int `json:"tools"` // of the catalogs
	Added       int `json:"added"`
	Removed     int `json:"removed"`
	Hints       int `json:"hints"`
	Shown       int `json:"shown"`
	Hidden      int `json:"hidden"`
	Renamed     int `json:"renamed"`
	Redescribed int `json:"redescribed"`
	Rejected    int `json:"rejected"`
	Breaking    int `json:"breaking"`   // those renamed
	MayDiffer   int `json:"may_differ"` // those of elsewhere
}

type sightJSON struct {
	Tool     string `json:"tool"` // server/tool
	Name     string `json:"name"` // the exposed name where it is seen
	Requests []int  `json:"requests"`
	Why      string `json:"why"` // for people; may change: what hides it where it is not seen

	// For a tool that was added or removed: what its server called it before or calls it now, if it
	// is equal except for its name.
	Twin string `json:"twin,omitempty"`
}

type hintJSON struct {
	Tool string `json:"tool"`
	Hint string `json:"hint"` // as conditions name it: readOnly
	From bool   `json:"from"`
	To   bool   `json:"to"`
}

type renameJSON struct {
	Tool     string `json:"tool"`
	From     string `json:"from"`
	To       string `json:"to"`
	Requests []int  `json:"requests"`
	Breaking bool   `json:"breaking"` // true
}

type redescribedJSON struct {
	Tool    string       `json:"tool"`
	Name    string       `json:"name"` // the exposed name now
	Changes []changeJSON `json:"changes"`
}

type changeJSON struct {
	Place    string  `json:"place"`   // as test files name it, where they can
	Pointer  string  `json:"pointer"` // JSON Pointer into the tool
	From     *string `json:"from"`    // null: it was not there
	To       *string `json:"to"`      // null: it is gone
	Requests []int   `json:"requests"`
}

type mayDifferJSON struct {
	Tool       string   `json:"tool"`
	Visibility bool     `json:"visibility"` // who sees it
	Name       bool     `json:"name"`       // its exposed name
	Texts      []string `json:"texts"`      // JSON Pointers into the tool; "" if it can't be told which text
}

// JSON returns the JSON form.
func (p *Printer) JSON() JSON {
	r, n := p.report, p.counts()
	j := JSON{
		Version: 1, Requests: []requestJSON{}, Renamed: []renameJSON{}, Redescribed: []redescribedJSON{},
		Elsewhere: []string{},
		MayDiffer: []mayDifferJSON{},
		Hints:     []hintJSON{},
		Summary: summaryJSON{Tools: n.tools, Added: n.Added, Removed: n.Removed, Hints: n.Hints, Shown: n.Shown,
			Hidden: n.Hidden, Renamed: n.Renamed,
			Redescribed: n.Redescribed, Rejected: n.Rejected, Breaking: n.Renamed, MayDiffer: len(r.Elsewhere)},
		NotCompared: append([]string{}, p.unseen...),
		Exact:       newExactJSON(&p.Exact),
		Added:       p.sights("Added", r.Added, p.old), Removed: p.sights("Removed", r.Removed, p.catalog),
		Shown: p.sights("Shown", r.Shown, p.old), Hidden: p.sights("Hidden", r.Hidden, p.catalog),
		Rejected: p.sights("Rejected", r.Rejected, p.catalog),
	}
	for _, req := range r.Requests {
		j.Requests = append(j.Requests, newRequestJSON(req))
	}
	for _, h := range r.Hints {
		j.Hints = append(j.Hints, hintJSON{Tool: h.Key.String(), Hint: h.Hint, From: h.From, To: h.To})
	}
	for _, x := range r.Renamed {
		j.Renamed = append(j.Renamed, renameJSON{Tool: x.Key.String(), From: x.From, To: x.To, Requests: x.Requests,
			Breaking: true})
	}
	for _, x := range r.Redescribed {
		item := redescribedJSON{Tool: x.Key.String(), Name: x.Name}
		for _, c := range x.Changes {
			item.Changes = append(item.Changes, changeJSON{Place: c.Place(), Pointer: c.Pointer, From: c.From, To: c.To,
				Requests: c.Requests})
		}
		j.Redescribed = append(j.Redescribed, item)
	}
	for _, x := range r.Elsewhere {
		j.Elsewhere = append(j.Elsewhere, x.Key.String())
		j.MayDiffer = append(j.MayDiffer, mayDifferJSON{Tool: x.Key.String(), Visibility: x.Visibility, Name: x.Name,
			Texts: append([]string{}, x.Texts...)})
	}
	return j
}

func (p *Printer) sights(title string, list []VisibilityChange, c *engine.Catalog) []sightJSON {
	items := []sightJSON{}
	for i := range list {
		s := &list[i]
		items = append(items, sightJSON{Tool: s.Key.String(), Name: s.Name, Requests: s.Requests,
			Why:  p.why(title, s, c),
			Twin: s.Twin.Tool})
	}
	return items
}

func newRequestJSON(r matrix.Request) requestJSON {
	j := requestJSON{Name: r.Name, Runner: r.Runner, Model: r.Model, Attributes: r.Attrs}
	if n, ok := r.Verbosity.Get(); ok {
		j.Verbosity = &n
	}
	if j.Attributes == nil {
		j.Attributes = map[string]any{}
	}
	return j
}
