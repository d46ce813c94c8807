package main

import (
	"reflect"
	"slices"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/diff"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

func newDiff(c *console) *cobra.Command {
	var d differ
	cmd := &cobra.Command{
		Use:   "diff OLD NEW --catalog CATALOG",
		Short: "Report how a change of rules changes the tools that requests see",
		Long: `Diff compares two rule files, not by their text but by the tools that requests see: which tools become visible or
hidden, are renamed, get other descriptions, or lose their name, and for which of the requests. A rename is marked as breaking:
calls by the old name fail. OLD or NEW may be - for standard input.

` + catalogHelp + `

` + matrixHelp + `

At the end it lists what may differ for other requests, and the servers in the rules whose tools are not, or not all, in a catalog.
--exit-code counts both as a difference: it exits with 0 only if no request can see a difference.`,
		Example: `  rulecheck diff old.rules.yaml tools.rules.yaml --catalog catalogs/
  git show main:tools.rules.yaml | rulecheck diff - tools.rules.yaml --catalog catalogs/ --exit-code
  rulecheck diff old.yaml new.yaml --catalog catalogs/ --ctx '{"user": {"role": "guest"}}' --ctx '{"user": {"role": "admin"}}'
  rulecheck diff old.yaml new.yaml --catalog catalogs/ --runner codex,claude --verbosity 0,5,9`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("diff needs two rule files, the old one and the new one, and %s", given(args))
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return d.run(c, args[0], args[1]) },
	}
	c.catalogFlag(cmd, &d.catalogs)
	d.flags.register(cmd)
	d.format.register(cmd, report.Any, "")
	cmd.Flags().BoolVar(&d.all, "all", false, "list every tool by name")
	cmd.Flags().BoolVar(&d.exitCode, "exit-code", false, "exit with 1 if any request may see a difference")
	return cmd
}

// A differ is the diff command with its flags.
type differ struct {
	catalogs []string
	flags    requestsFlags
	format   formatFlag
	exitCode bool
	all      bool
}

func (d *differ) run(c *console, before, after string) error {
	if err := d.format.check(); err != nil {
		return err
	}
	now, err := c.open(after, d.catalogs)
	if err != nil {
		return err
	}
	then := &setting{lines: sourceLines{}, catalogs: now.catalogs}
	data, err := c.readFile(before, "the old rule file")
	if err != nil {
		return err
	}
	then.lines.add(before, data)
	r, ps := check.Load(before, data)
	if r == nil {
		return then.problems(c, ps)
	}
	then.rules = r
	defer c.progress("comparing")()
	old, err := then.build(c)
	if err != nil {
		return err
	}
	current, err := now.build(c)
	if err != nil {
		return err
	}
	requests, err := d.flags.all(c, old, current)
	if err != nil {
		return err
	}
	p := diffPrinter{before: then, after: now, catalog: current, old: old, all: d.all, report: diff.Compare(old, current, requests)}
	p.unseen = unseenServers(old, current)
	if err := d.format.print(c, report.Result{Text: p.print, JSON: func() any { return p.json() }}); err != nil {
		return err
	}
	if d.exitCode && !p.certain() {
		return errProblems
	}
	return nil
}

// certain reports whether no request can see a difference.
func (p *diffPrinter) certain() bool {
	return p.report.Empty() && len(p.report.Elsewhere) == 0 && len(p.unseen) == 0
}

// unseenServers returns the servers whose tools nobody has compared: those that one of two rule
// files names and of which no catalog has tools, and those of which a catalog does not have all
// tools. There are none if the two files mean the same anyway.
func unseenServers(old, current *engine.Catalog) []string {
	if sameRules(old.Engine().Rules().File(), current.Engine().Rules().File()) {
		return nil
	}
	var unseen []string
	for _, c := range []*engine.Catalog{old, current} {
		for _, id := range check.ServersWithoutTools(c) {
			if !slices.Contains(unseen, id) {
				unseen = append(unseen, id)
			}
		}
	}
	for _, f := range current.Report().Faults {
		if hasMore := f.Code == engine.FaultMorePages || f.Code == engine.FaultTooLarge || f.Code == engine.FaultBadList; hasMore &&
			!slices.Contains(unseen, f.Key.Server) {
			unseen = append(unseen, f.Key.Server)
		}
	}
	if len(current.Tools()) == 0 && len(unseen) == 0 {
		return current.Servers()
	}
	return unseen
}

// build builds the catalog.
func (s *setting) build(c *console) (*engine.Catalog, error) {
	catalog, _, ps := check.Build(s.rules, s.catalogs, engine.Options{})
	if catalog == nil {
		return nil, s.problems(c, ps)
	}
	return catalog, nil
}

// sameRules reports whether two rule files hold the same values, wherever in the file they stand.
func sameRules(a, b *rules.File) bool {
	values := func(f *rules.File) rules.File {
		return rules.File{Servers: f.Servers, Context: f.Context, Sets: f.Sets, Naming: f.Naming, Filter: f.Filter,
			Descriptions: f.Descriptions}
	}
	return reflect.DeepEqual(values(a), values(b))
}
