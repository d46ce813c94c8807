package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/prove"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// Wider reports whether some request may see a tool after the change that it does not see before
// it.
func (p *Printer) Wider() bool { return p.mayBe(true) }

// Narrower reports whether some request may see a tool before the change that it does not see after
// it.
func (p *Printer) Narrower() bool { return p.mayBe(false) }

func (p *Printer) mayBe(wider bool) bool {
	return len(p.Exact.Open) > 0 || slices.ContainsFunc(p.Exact.Changes,
		func(c prove.Change) bool { return c.Wider == wider })
}

// settle removes from what may differ for other requests the visibility of tools, if that is known
// for all requests.
func (p *Printer) settle() {
	if len(p.Exact.Open) > 0 {
		return
	}
	for i := range p.report.Elsewhere {
		p.report.Elsewhere[i].Visibility = false
	}
	p.report.Elsewhere = slices.DeleteFunc(p.report.Elsewhere,
		func(x Possibility) bool { return !x.Name && len(x.Texts) == 0 })
}

// printExact prints who sees more or less, for all requests.
func (p *Printer) printExact(out *bytes.Buffer) {
	for _, wider := range []bool{true, false} {
		title := "Wider: some requests see more"
		if !wider {
			title = "Narrower: some requests see less"
		}
		for _, c := range p.Exact.Changes {
			if c.Wider != wider {
				continue
			}
			if title != "" {
				out.WriteString(title + "\n")
				title = ""
			}
			p.printChange(out, &c)
		}
		if title == "" {
			out.WriteByte('\n')
		}
	}
	for _, o := range p.Exact.Open {
		fmt.Fprintf(out, "It is not known whether more changes: %s\n", visible.Text(openText(o)))
	}
}

func (p *Printer) printChange(out *bytes.Buffer, c *prove.Change) {
	few := 6
	if p.All {
		few = len(c.Tools)
	}
	fmt.Fprintf(out, "  %s\n", visible.Text(wording.EnumerateFirst(namesOf(c.Tools), few)))
	malformed := ""
	if c.Malformed {
		malformed = "; only malformed requests differ"
	}
	fmt.Fprintf(out, "    for example  %s%s\n", visible.Text(proof.RequestJSON(c.Request)), malformed)
	for i, condition := range c.Region {
		label := "all requests"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(out, "    %-12s %s\n", label, visible.Text(condition))
	}
}

func openText(o prove.Open) string {
	if o.Atom == "" {
		return o.Reason
	}
	return fmt.Sprintf("%s (%s): %s", o.Atom, o.Where, o.Reason)
}

func namesOf(keys []engine.Key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.String()
	}
	return names
}

// exactSummary states in one line what changes for all requests.
func (p *Printer) exactSummary() string {
	wider, narrower := 0, 0
	for _, c := range p.Exact.Changes {
		if c.Wider {
			wider += len(c.Tools)
		} else {
			narrower += len(c.Tools)
		}
	}
	switch {
	case len(p.Exact.Open) > 0:
		return "for all requests: not known exactly"
	case wider+narrower == 0:
		return "for all requests: every request sees the same tools as before"
	}
	return fmt.Sprintf("for all requests: %s wider, %s narrower", wording.Plural(wider, "tool"),
		wording.Number(narrower))
}

// An exactJSON is what changes for all requests.
type exactJSON struct {
	Wider    []exactChangeJSON `json:"wider"`
	Narrower []exactChangeJSON `json:"narrower"`
	Open     []proof.OpenJSON  `json:"open"` // why more may change; empty if nothing else does
}

type exactChangeJSON struct {
	Tools   []string        `json:"tools"`
	Request json.RawMessage `json:"request"` // a smallest one that differs, as --ctx has it
	// conditions: the well-formed requests that differ; null if they can't be said
	Region    []string `json:"region"`
	Malformed bool     `json:"malformed"` // only malformed requests differ
}

func newExactJSON(d *prove.Difference) exactJSON {
	j := exactJSON{Wider: []exactChangeJSON{}, Narrower: []exactChangeJSON{}, Open: []proof.OpenJSON{}}
	for _, c := range d.Changes {
		one := exactChangeJSON{Tools: namesOf(c.Tools), Request: json.RawMessage(proof.RequestJSON(c.Request)),
			Region: c.Region, Malformed: c.Malformed}
		if c.Wider {
			j.Wider = append(j.Wider, one)
		} else {
			j.Narrower = append(j.Narrower, one)
		}
	}
	for _, o := range d.Open {
		j.Open = append(j.Open, proof.OpenJSON(o))
	}
	return j
}
