package main

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/diff"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/prove"
)

func newDiff(c *console) *cobra.Command {
	var d differ
	cmd := &cobra.Command{
		Use:   "diff OLD NEW --catalog CATALOG | diff RULES --catalog-old CATALOG --catalog-new CATALOG",
		Short: "Report how a change of rules or of servers changes the tools that requests see",
		Long: `Diff compares two rule files, not by their text but by the tools that requests see: which tools
become visible or hidden, are renamed, get other descriptions, or lose their name, and for which of the requests. A
rename is marked as breaking: calls by the old name fail. OLD or NEW may be - for standard input.

With --catalog-old and --catalog-new it compares what servers sent, under the same rules: which tools were added,
removed or renamed, which descriptions and which members of a tool differ, and which hints.

` + catalogHelp + `

` + matrixHelp + `

Then it reports for all requests, not only for these, which tools become visible to some (wider) or hidden from some
(narrower), with a smallest request and conditions for all of them. --no-wider exits with 1 if some request sees
more than before, also if only malformed requests do, or if that is not known: a gate for changes of rules. Names
and descriptions do not count for it.

At the end it lists names and descriptions that may differ for other requests, and the servers in the rules whose
tools are not, or not all, in a catalog. --exit-code counts all of this as a difference: it exits with 0 only if no
request can see a difference.`,
		Example: `  rulecheck diff old.rules.yaml tools.rules.yaml --catalog catalogs/
  git show main:tools.rules.yaml | rulecheck diff - tools.rules.yaml --catalog catalogs/ --exit-code
  rulecheck diff old.yaml new.yaml --catalog catalogs/ --ctx '{"user": {"role": "guest"}}' --ctx '{"user": {"role": "admin"}}'
  rulecheck diff old.yaml new.yaml --catalog catalogs/ --runner codex,claude --verbosity 0,5,9
  rulecheck diff tools.rules.yaml --catalog-old approved/ --catalog-new captured/ --exit-code`,
		Args:              func(_ *cobra.Command, args []string) error { return d.checkArgs(args) },
		ValidArgsFunction: ruleFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return d.run(c, args) },
	}
	c.catalogFlag(cmd, &d.catalogs)
	cmd.Flags().StringArrayVar(&d.oldCatalogs, "catalog-old", nil,
		"what a server sent before, from `[id=]path`; may be repeated")
	cmd.Flags().StringArrayVar(&d.newCatalogs, "catalog-new", nil,
		"what it sends now, from `[id=]path`; may be repeated")
	d.flags.register(cmd)
	d.format.register(cmd, report.Any, "")
	cmd.Flags().BoolVar(&d.all, "all", false, "list every tool by name")
	cmd.Flags().BoolVar(&d.noWider, "no-wider", false, "exit with 1 if some request may see more tools than before")
	cmd.Flags().BoolVar(&d.noNarrower, "no-narrower", false,
		"exit with 1 if some request may see fewer tools than before")
	cmd.Flags().DurationVar(&d.timeout, "timeout", 0,
		"the longest `time` to take for all requests, as 30s; what is not decided then is unknown")
	cmd.Flags().BoolVar(&d.exitCode, "exit-code", false, "exit with 1 if any request may see a difference")
	return cmd
}

// A differ is the diff command with its flags.
type differ struct {
	catalogs                 []string
	oldCatalogs, newCatalogs []string
	flags                    requestsFlags
	format                   formatFlag
	exitCode                 bool
	noWider, noNarrower      bool
	timeout                  time.Duration
	all                      bool
}

// comparesServers reports whether the catalogs differ instead of the rules.
func (d *differ) comparesServers() bool { return len(d.oldCatalogs)+len(d.newCatalogs) > 0 }

// checkArgs checks the rule files, and catalogs that can't be combined.
func (d *differ) checkArgs(args []string) error {
	switch {
	case !d.comparesServers() && len(args) != 2:
		return usagef("diff needs two rule files, the old one and the new one, and %s", given(args))
	case !d.comparesServers():
	case len(args) != 1:
		return usagef("diff needs one rule file with --catalog-old and --catalog-new, and %s", given(args))
	case len(d.oldCatalogs) == 0 || len(d.newCatalogs) == 0:
		return usagef("--catalog-old and --catalog-new go together")
	case len(d.catalogs) > 0:
		return usagef("--catalog is for two rule files; write the catalog under --catalog-old and --catalog-new")
	}
	return nil
}

// open reads what is compared.
func (d *differ) open(c *console, files []string) (then, now *setting, err error) {
	if !d.comparesServers() {
		if now, err = c.open(files[1], d.catalogs); err != nil {
			return nil, nil, err
		}
		then = &setting{lines: terminal.Files{}, catalogs: now.catalogs}
		return then, now, then.load(c, files[0], "the old rule file")
	}
	if now, err = c.open(files[0], d.newCatalogs); err != nil {
		return nil, nil, err
	}
	catalogs, warnings, err := c.loadCatalogs(d.oldCatalogs)
	if err != nil {
		return nil, nil, err
	}
	c.show(warnings, nil)
	return &setting{lines: now.lines, rules: now.rules, catalogs: catalogs}, now, nil
}

func (d *differ) run(c *console, files []string) error {
	if err := d.format.check(); err != nil {
		return err
	}
	then, now, err := d.open(c, files)
	if err != nil {
		return err
	}
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
	ctx, cancel := withTimeout(d.timeout)
	defer cancel()
	p := diff.NewPrinter(old, current, requests, diff.Options{All: d.all, Servers: d.comparesServers(),
		Exact: prove.Compare(ctx, old, current)})
	if err := d.format.print(c, report.Result{Text: p.Print, JSON: func() any { return p.JSON() }}); err != nil {
		return err
	}
	if d.exitCode && !p.Certain() || d.noWider && p.Wider() || d.noNarrower && p.Narrower() {
		return errProblems
	}
	return nil
}
