package main

import (
	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/diff"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
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
	then := &setting{lines: terminal.Files{}, catalogs: now.catalogs}
	if err := then.load(c, before, "the old rule file"); err != nil {
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
	p := diff.NewPrinter(old, current, requests, d.all)
	if err := d.format.print(c, report.Result{Text: p.Print, JSON: func() any { return p.JSON() }}); err != nil {
		return err
	}
	if d.exitCode && !p.Certain() {
		return errProblems
	}
	return nil
}
