package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/prove"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// A Printer writes what a change of rules does.
type Printer struct {
	old, catalog *engine.Catalog
	report       *Report
	unseen       []string // servers whose tools the catalogs lack
	Options
}

// Options refine what a Printer writes. The zero value is the default.
type Options struct {
	All     bool // list every tool by name in the text
	Servers bool // the catalogs differ and the rules are the same, instead of the reverse

	Exact prove.Difference // what changes for all requests
}

// NewPrinter compares two catalogs for the requests.
func NewPrinter(before, after *engine.Catalog, requests []matrix.Request, opts Options) *Printer {
	p := &Printer{old: before, catalog: after, report: Compare(before, after, requests), Options: opts}
	if opts.Servers {
		p.unseen = partialServers(before, after)
	} else {
		p.unseen = unseenServers(before, after)
	}
	p.settle()
	return p
}

// Print writes what people read: tools that differ in the same way, for the same requests,
// together.
func (p *Printer) Print(out *bytes.Buffer) {
	r := p.report
	p.printSights(out, "Added", r.Added, p.old)
	p.printSights(out, "Removed", r.Removed, p.catalog)
	p.printSights(out, "Shown", r.Shown, p.old)
	p.printSights(out, "Hidden", r.Hidden, p.catalog)
	p.printRenamed(out)
	p.printHints(out)
	p.printRedescribed(out)
	p.printSights(out, "Without a name now", r.Rejected, p.catalog)
	p.printElsewhere(out)
	p.printExact(out)
	out.WriteString(p.summary() + "\n" + p.exactSummary() + "\n")
	p.printUncertain(out)
}

// printUncertain prints what keeps the summary from being all that can be said.
func (p *Printer) printUncertain(out *bytes.Buffer) {
	if n := len(p.report.Elsewhere); n > 0 {
		fmt.Fprintf(out, "%s may differ for other requests, which --exit-code counts as a difference\n",
			wording.Plural(n, "tool"))
	}
	if n := len(p.unseen); n > 0 {
		fmt.Fprintf(out, "not compared: tools of %s, which the catalogs lack; "+
			"--exit-code counts that as a difference\n",
			visible.Text(wording.EnumerateFirst(p.unseen, unseenShown)))
	}
}

// unseenShown is how many servers without tools are named.
const unseenShown = 10

// summary counts what differs.
func (p *Printer) summary() string {
	s := p.counts()
	requests := "for the request"
	if p.old.Depends().None() && p.catalog.Depends().None() {
		requests = "for every request"
	}
	if n := len(p.report.Requests); n > 1 {
		requests = fmt.Sprintf("for %s (%s)", wording.Plural(n, "request"),
			visible.Clip(visible.Text(matrix.Summary(p.report.Requests)), 2*terminal.DescriptionWidth))
	}
	if p.report.Empty() {
		return fmt.Sprintf("no difference in %s, %s", wording.Plural(s.tools, "tool"), requests)
	}
	breaking := ""
	if s.Renamed > 0 {
		breaking = " (breaking)"
	}
	servers := ""
	if s.Added+s.Removed+s.Hints > 0 || p.Servers {
		servers = fmt.Sprintf("%s added, %s removed, %s with other hints, ", wording.Number(s.Added),
			wording.Number(s.Removed),
			wording.Number(s.Hints))
	}
	return fmt.Sprintf("%s: %s%s shown, %s hidden, %s renamed%s, %s re-described, %s without a name now; %s",
		wording.Plural(s.tools, "tool"), servers, wording.Number(s.Shown), wording.Number(s.Hidden),
		wording.Number(s.Renamed), breaking,
		wording.Number(s.Redescribed), wording.Number(s.Rejected), requests)
}

// printHints lists the tools for which conditions read other hints.
func (p *Printer) printHints(out *bytes.Buffer) {
	list := p.report.Hints
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "With other hints, %s:\n", wording.Plural(p.counts().Hints, "tool"))
	for _, g := range grouped(list, func(h *HintChange) string {
		return fmt.Sprintf("%s: %t → %t", h.Hint, h.From,
			h.To)
	},
		func(h *HintChange) engine.Key { return h.Key }) {
		fmt.Fprintf(out, "  %s\n", g.title)
		p.printNames(out, g.keys)
	}
	out.WriteByte('\n')
}

// counts are how many tools differ in which way.
type counts struct {
	tools                                         int
	Added, Removed, Hints                         int
	Shown, Hidden, Renamed, Redescribed, Rejected int
}

func (p *Printer) counts() counts {
	r := p.report
	hinted := map[engine.Key]bool{}
	for _, h := range r.Hints {
		hinted[h.Key] = true
	}
	return counts{tools: len(p.catalog.Tools()), Added: len(r.Added), Removed: len(r.Removed), Hints: len(hinted),
		Shown: len(r.Shown), Hidden: len(r.Hidden), Renamed: len(r.Renamed),
		Redescribed: len(r.Redescribed), Rejected: len(r.Rejected)}
}

// requests names some of the requests, unless there is only one anyway.
func (p *Printer) requests(some []int) string {
	if len(p.report.Requests) == 1 {
		return ""
	}
	return " for " + visible.Text(matrix.Describe(p.report.Requests, some))
}

// A group is tools that differ in one way.
type group struct {
	title string
	keys  []engine.Key
}

// grouped puts tools with the same title together, in the order in which they come up.
func grouped[T any](items []T, title func(*T) string, key func(*T) engine.Key) (groups []group) {
	for i := range items {
		name := title(&items[i])
		at := slices.IndexFunc(groups, func(g group) bool { return g.title == name })
		if at < 0 {
			groups = append(groups, group{title: name})
			at = len(groups) - 1
		}
		groups[at].keys = append(groups[at].keys, key(&items[i]))
	}
	return groups
}

// printSights lists tools that are seen on one side, by what hides them on the other one, where the
// catalog is c.
func (p *Printer) printSights(out *bytes.Buffer, title string, sights []VisibilityChange, c *engine.Catalog) {
	if len(sights) == 0 {
		return
	}
	fmt.Fprintf(out, "%s, %s:\n", title, wording.Plural(len(sights), "tool"))
	groups := grouped(sights, func(s *VisibilityChange) string {
		return strings.TrimPrefix(p.requests(s.Requests)+", "+p.why(title, s, c), ", ")
	}, func(s *VisibilityChange) engine.Key { return s.Key })
	for _, g := range groups {
		fmt.Fprintf(out, "  %s\n", strings.TrimSpace(g.title))
		p.printNames(out, g.keys)
	}
	out.WriteByte('\n')
}

// why describes what hides a tool on the side where it is not seen.
func (p *Printer) why(title string, s *VisibilityChange, c *engine.Catalog) string {
	e := explain.New(c, p.report.Requests[s.Requests[0]].Request, s.Why)
	switch {
	case s.Twin != (engine.Key{}) && title == "Added":
		return "its server called it " + visible.Text(s.Twin.Tool)
	case s.Twin != (engine.Key{}):
		return "its server calls it " + visible.Text(s.Twin.Tool)
	case !e.Known && title == "Added":
		return "the old catalog does not have it"
	case !e.Known:
		return "the new catalog does not have it"
	case e.Name == "":
		return e.WhyNoName()
	case title == "Shown":
		return "until now: " + e.Basis()
	}
	return e.Basis()
}

// renamesShown is how many renames are shown.
const renamesShown = 20

func (p *Printer) printRenamed(out *bytes.Buffer) {
	if len(p.report.Renamed) == 0 {
		return
	}
	fmt.Fprintf(out, "Renamed, %s. This is BREAKING: calls by the old name fail.\n",
		wording.Plural(len(p.report.Renamed), "tool"))
	t := terminal.Table{Indent: "  "}
	for i, x := range p.report.Renamed {
		if i == renamesShown && !p.All {
			t.Add(fmt.Sprintf("and %s more, which --all lists", wording.Number(len(p.report.Renamed)-i)))
			break
		}
		t.Add(visible.Text(x.Key.String()), x.From, "→ "+x.To, strings.TrimSpace(p.requests(x.Requests)))
	}
	t.Print(out)
	out.WriteByte('\n')
}

func (p *Printer) printRedescribed(out *bytes.Buffer) {
	list := p.report.Redescribed
	if len(list) == 0 {
		return
	}
	title := "Described in other words"
	if p.Servers {
		title = "Changed"
	}
	fmt.Fprintf(out, "%s, %s:\n", title, wording.Plural(len(list), "tool"))
	groups := grouped(list, func(x *Redescription) string { return p.changes(x) },
		func(x *Redescription) engine.Key { return x.Key })
	for _, g := range groups {
		p.printNames(out, g.keys)
		out.WriteString(g.title)
	}
	out.WriteByte('\n')
}

// printElsewhere lists the tools that may differ for other requests, by what may.
func (p *Printer) printElsewhere(out *bytes.Buffer) {
	list := p.report.Elsewhere
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "May differ for other requests than these, %s:\n", wording.Plural(len(list), "tool"))
	for _, g := range grouped(list, aspects, func(x *Possibility) engine.Key { return x.Key }) {
		fmt.Fprintf(out, "  %s\n", g.title)
		p.printNames(out, g.keys)
	}
	out.WriteByte('\n')
}

// aspects names what may differ of a tool.
func aspects(x *Possibility) string {
	var names []string
	if x.Visibility {
		names = append(names, "who sees it")
	}
	if x.Name {
		names = append(names, "its name")
	}
	for _, pointer := range x.Texts {
		if pointer == "" {
			names = append(names, "what its server says")
			continue
		}
		names = append(names, visible.Text(Place(pointer)))
	}
	return wording.Enumerate(names)
}

// changes writes how the texts of a tool differ.
func (p *Printer) changes(x *Redescription) string {
	var b strings.Builder
	for _, c := range x.Changes {
		fmt.Fprintf(&b, "      %s%s\n", visible.Text(c.Place()), p.requests(c.Requests))
		from, to := "", ""
		if c.From != nil {
			from = *c.From
		}
		if c.To != nil {
			to = *c.To
		}
		from, to = terminal.AroundDifference(from, to)
		if c.From != nil {
			fmt.Fprintf(&b, "        - %s\n", visible.Text(from))
		}
		if c.To != nil {
			fmt.Fprintf(&b, "        + %s\n", visible.Text(to))
		}
	}
	return b.String()
}

// namesWidth is how wide a list of names is, and namesLines how many lines of it are shown.
const (
	namesWidth = 96
	namesLines = 4
)

// printNames lists tools, as many on a line as there is room for. Unless all are requested, a
// server whose tools are all among them is named alone, and a long list is cut.
func (p *Printer) printNames(out *bytes.Buffer, keys []engine.Key) {
	names := explain.VisibleKeys(keys)
	if !p.All {
		names = p.shorter(keys)
	}
	line, lines := "", 0
	for i, name := range names {
		if i+1 < len(names) {
			name += ","
		}
		if line != "" && visible.Width(line)+1+visible.Width(name) > namesWidth {
			if lines++; lines == namesLines && !p.All {
				fmt.Fprintf(out, "    %s\n    and %s more, which --all lists\n", line, wording.Number(len(names)-i))
				return
			}
			fmt.Fprintf(out, "    %s\n", line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + name)
	}
	fmt.Fprintf(out, "    %s\n", line)
}

// fewTools is how many tools of a server are always named one by one.
const fewTools = 3

// shorter returns the names of tools, and of servers instead of all of their tools.
func (p *Printer) shorter(keys []engine.Key) (names []string) {
	all, here := map[string]int{}, map[string]int{}
	for _, k := range p.catalog.Tools() {
		all[k.Server]++
	}
	for _, k := range keys {
		here[k.Server]++
	}
	said := map[string]bool{}
	for _, k := range keys {
		switch n := here[k.Server]; {
		case n <= fewTools || n < all[k.Server]:
			names = append(names, visible.Text(k.String()))
		case !said[k.Server]:
			said[k.Server] = true
			names = append(names, fmt.Sprintf("%s/* (all %s)", k.Server, wording.Number(n)))
		}
	}
	return names
}
