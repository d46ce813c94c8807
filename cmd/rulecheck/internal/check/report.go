package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/conform"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// fromReport converts the engine's report on a catalog to problems. Package lint reports patterns
// that match nothing.
func fromReport(c *engine.Catalog, catalogs []catalogfile.Catalog) rules.Problems {
	r := reporter{catalog: c, rules: c.Engine().Rules, report: c.Report(), catalogs: catalogs}
	return slices.Concat(r.failures(), r.places(), r.faults(), r.rejected(), r.collisions(), r.truncated(),
		r.needTasks())
}

type reporter struct {
	catalog  *engine.Catalog
	rules    *ruleset.Rules
	report   *engine.Report
	catalogs []catalogfile.Catalog
}

// ofServer makes a problem of a server's catalog as a whole.
func (r *reporter) ofServer(id string, p *rules.Problem) *rules.Problem {
	p.Offset = -1
	for _, c := range r.catalogs {
		if c.ID == id {
			p.File = c.Path
		}
	}
	return p
}

// failures reports each rule that failed once, with the tools that it failed for.
func (r *reporter) failures() (ps rules.Problems) {
	at := map[string]*rules.Problem{}
	tools := map[string][]string{}
	for _, f := range r.report.Failures {
		tools[f.Pointer] = append(tools[f.Pointer], f.Key.String())
		if at[f.Pointer] == nil {
			at[f.Pointer] = &rules.Problem{Code: CodeRuleFailed, Severity: rules.SeverityWarning, File: f.File,
				Line:    f.Line,
				Column:  f.Column,
				Pointer: f.Pointer, Offset: -1, Message: f.Reason}
			ps = append(ps, at[f.Pointer])
		}
	}
	for _, p := range ps {
		p.Message = fmt.Sprintf("fails for %s: %s", list(tools[p.Pointer]), p.Message)
		p.Hint = "an exclude that fails hides, an include that fails does not match"
	}
	return ps
}

// places reports descriptions whose location a schema does not have. A description for several
// tools is fine if some of them have the location.
func (r *reporter) places() (ps rules.Problems) {
	type group struct {
		rule string
		code engine.PlaceCode
	}
	var order []group
	first := map[group]engine.PlaceFault{}
	tools := map[group][]string{}
	reached, missing := r.reached(), r.missing()
	for _, f := range r.report.Places {
		if lacks := f.Code == engine.CodePlaceMissing || f.Code == engine.CodePlaceNoSchema; lacks && reached[f.Rule] {
			continue
		}
		if f.Code == engine.CodePlaceNoSchema && missing[f.Rule] {
			continue // that other tools have a schema and lack the path says more
		}
		g := group{f.Rule, f.Code}
		if tools[g] == nil {
			order = append(order, g)
			first[g] = f
		}
		if name := f.Key.String(); !slices.Contains(tools[g], name) {
			tools[g] = append(tools[g], name)
		}
	}
	for _, g := range order {
		p := &rules.Problem{Code: CodePath + "_" + rules.Code(g.code), Severity: rules.SeverityWarning, OnKey: true,
			Message: fmt.Sprintf("in %s: %s %s", list(tools[g]), first[g].Path, first[g].Message),
			Hint:    r.argumentsHint(first[g])}
		if g.code == engine.CodePlaceIgnored {
			p.Severity = rules.SeverityNote
		}
		ps = append(ps, placed(r.rules, g.rule, p))
	}
	return ps
}

// shownArguments is how many arguments of a tool a hint names.
const shownArguments = 10

// argumentsHint lists the arguments of the first tool whose schema lacks one. Returns "" if the
// fault is of another kind, or if the missing location is inside an argument.
func (r *reporter) argumentsHint(f engine.PlaceFault) string {
	if f.Code != engine.CodePlaceMissing || !strings.Contains(f.Rule, "/arguments/") ||
		strings.Contains(f.Message, "did you mean") {
		return ""
	}
	facts, _ := r.catalog.Info(f.Key)
	names := facts.Arguments
	first, _, _ := strings.Cut(f.Path, ".")
	switch {
	case slices.Contains(names, strings.TrimRight(first, "[]")):
		return ""
	case len(names) == 0:
		return fmt.Sprintf("%s declares no arguments", visible.Text(f.Key.String()))
	}
	more := ""
	if rest := len(names) - shownArguments; rest > 0 {
		names, more = names[:shownArguments], fmt.Sprintf(" and %d more", rest)
	}
	return fmt.Sprintf("the arguments of %s are %s%s", visible.Text(f.Key.String()),
		visible.Text(strings.Join(names, ", ")), more)
}

// missing returns the descriptions, by pointer, whose location the schema of some tool does not
// have.
func (r *reporter) missing() map[string]bool {
	found := map[string]bool{}
	for _, f := range r.report.Places {
		if f.Code == engine.CodePlaceMissing {
			found[f.Rule] = true
		}
	}
	return found
}

// reached returns the descriptions, by pointer, whose location the schema of some tool has.
func (r *reporter) reached() map[string]bool {
	found := map[string]bool{}
	if len(r.report.Places) == 0 {
		return found
	}
	for _, key := range r.catalog.Tools() {
		for _, text := range r.catalog.Explain(engine.Request{}, key).Texts {
			for _, c := range text.Candidates {
				found[c.Rule] = true
			}
		}
	}
	return found
}

// faults reports server data that could not be used. A fault that several tools of a server share
// is one problem.
func (r *reporter) faults() (ps rules.Problems) {
	type group struct {
		server  string
		code    engine.FaultCode
		message string
	}
	var order []group
	first := map[group]engine.Fault{}
	tools := map[group][]string{}
	for _, f := range r.report.Faults {
		g := group{f.Key.Server, f.Code, f.Message}
		if tools[g] == nil {
			order = append(order, g)
			first[g] = f
		}
		tools[g] = append(tools[g], NameOf(f))
	}
	for _, g := range order {
		who := list(tools[g])
		if len(tools[g]) > 1 {
			who += ", each" // the message is about one of them: its title is not a text
		}
		p := r.ofServer(g.server, &rules.Problem{Code: FaultCode(first[g]), Severity: rules.SeverityWarning,
			Message: who + ": " + g.message})
		if g.code == engine.CodeNonconforming && r.keeps(g.server) {
			p.Severity = rules.SeverityNote
		}
		if at := first[g].Index; at >= 0 {
			p.Pointer = fmt.Sprintf("/tools/%d", at)
		}
		ps = append(ps, p)
	}
	return ps
}

// keeps reports whether the nonconforming tools of a server are kept.
func (r *reporter) keeps(server string) bool {
	return slices.ContainsFunc(r.catalogs, func(c catalogfile.Catalog) bool {
		return c.ID == server &&
			c.KeepNonconforming
	})
}

// FaultCode returns the code under which problems report a fault of a server.
func FaultCode(f engine.Fault) rules.Code { return CodeServer + "_" + rules.Code(f.Code) }

// NameOf returns the name of what has the fault: the server, or one of its tools.
func NameOf(f engine.Fault) string {
	switch {
	case f.Index < 0:
		return "server " + f.Key.Server
	case f.Key.Tool == "":
		return fmt.Sprintf("tool %d of %s", f.Index+1, f.Key.Server)
	}
	return f.Key.String()
}

// rejected reports the tools without a legal name. Collisions are reported separately.
func (r *reporter) rejected() (ps rules.Problems) {
	var groups byServer
	for _, x := range r.report.Rejected {
		if x.Reason == naming.CodeInvalidName {
			groups.add(x.Key)
		}
	}
	for _, id := range groups.order {
		ps = append(ps, r.ofServer(id, &rules.Problem{Code: CodeNoName, Severity: rules.SeverityWarning,
			Message: fmt.Sprintf("%s can't be shown to a model: a tool name is 1 to 128 of A-Z a-z 0-9 _ . -",
				list(groups.tools[id])),
			Hint: "set a valid name under naming.rename"}))
	}
	return ps
}

func (r *reporter) collisions() (ps rules.Problems) {
	for _, x := range r.report.Collisions {
		tools := make([]string, len(x.Tools))
		for i, k := range x.Tools {
			tools[i] = k.String()
		}
		p := r.ofServer(x.Tools[0].Server, &rules.Problem{Code: CodeCollision, Severity: rules.SeverityWarning,
			Hint: "give one of them another name under naming.rename"})
		all, none, others := "all", "none of them is shown", "the others are not shown"
		if len(tools) == 2 {
			all, none, others = "both", "neither of them is shown", "the other is not shown"
		}
		p.Message = fmt.Sprintf("%s would %s be called %s", list(tools), all, x.Name)
		switch {
		case x.Owner == x.Tools[0]:
			p.Message += ": the first keeps the name, " + others
		case x.Owner != naming.Key{}:
			p.Message += fmt.Sprintf(": %s keeps the name, %s", x.Owner, others)
		case x.Truncated:
			p.Message += ", cut from longer names: " + none
		default:
			p.Message += ": " + none
		}
		ps = append(ps, p)
	}
	return ps
}

// truncated notes the names that were cut, once a server.
func (r *reporter) truncated() (ps rules.Problems) {
	var groups byServer
	limit := 0
	for _, x := range r.report.Truncated {
		groups.add(x.Key)
		limit = x.Limit
	}
	hint := "use naming.rename to give the tool a short, meaningful name"
	if r.catalog.Engine().File().Naming.Truncated != naming.ReadableTruncation {
		hint += ", or naming.truncated: readable to keep the start of the name"
	}
	for _, id := range groups.order {
		tools := groups.tools[id]
		ps = append(ps, r.ofServer(id, &rules.Problem{Code: CodeTruncated, Severity: rules.SeverityNote,
			Message: fmt.Sprintf("too long for a name of %d bytes, so that a hash ends the name: %s", limit,
				list(tools)),
			Hint: hint}))
	}
	return ps
}

// needTasks notes the tools that can be called only as a task, once a server. The gateway leaves
// them out; a host of its own may show them.
func (r *reporter) needTasks() (ps rules.Problems) {
	var groups byServer
	for _, key := range r.catalog.Tools() {
		raw, _ := r.catalog.Raw(key)
		if _, named := r.catalog.Name(key); !named || !bytes.Contains(raw, []byte("taskSupport")) {
			continue
		}
		if root, err := jsontree.Parse(raw, jsontree.Options{}); err == nil && conform.NeedsTask(raw, &root) {
			groups.add(key)
		}
	}
	for _, id := range groups.order {
		ps = append(ps, r.ofServer(id, &rules.Problem{Code: CodeNeedsTask, Severity: rules.SeverityNote,
			Message: list(groups.tools[id]) +
				" can be called only as a task, which the gateway does not support: it leaves them out",
			Hint: "hosts that support tasks can show them"}))
	}
	return ps
}

// byServer groups tools by their servers, in the order in which these come up.
type byServer struct {
	order []string
	tools map[string][]string
}

func (g *byServer) add(key engine.Key) {
	if g.tools == nil {
		g.tools = map[string][]string{}
	}
	if g.tools[key.Server] == nil {
		g.order = append(g.order, key.Server)
	}
	g.tools[key.Server] = append(g.tools[key.Server], key.String())
}

// listed is how many names a list shows before it counts the rest.
const listed = 4

// list writes names as people do.
func list(names []string) string { return wording.EnumerateFirst(names, listed) }
