package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/visible"
)

func newExplain(c *console) *cobra.Command {
	var x explainer
	cmd := &cobra.Command{
		SuggestFor: []string{"why"},
		Use:        "explain FILE --catalog CATALOG TOOL",
		Short:      "Explain why a request sees a tool or does not",
		Long: `Explain prints in its first line whether a request sees a tool, and under which name. Then it prints
the rule that decides, the other rules that match the tool, its name, and where each description set by rules comes
from: the entry, the runner rule or the level, and the candidates that lost, with their scores: model 3 is a name, 2
a list, 1 a glob, 0 any; runner 2 is a name, 1 a list, 0 any; when 1 is a condition; literals is the number of
characters of the glob that are not wildcards. The first score that differs decides.

TOOL is server/tool, the name that the model sees, or the tool's own name if only one server has it.

` + catalogHelp + `

` + requestHelp + `

With --json it prints the explanation as JSON, with complete descriptions. It exits with 1 if there is no such tool.`,
		Example: `  rulecheck explain tools.rules.yaml --catalog catalogs/ github/merge_pull_request --ctx '{"user": {"role": "guest"}}'
  rulecheck explain tools.rules.yaml --catalog catalogs/ github__create_issue --runner codex --verbosity 3
  rulecheck explain tools.rules.yaml --catalog gh=github.json create_issue --json | jq '.visible'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("explain needs a rule file and a tool, and %s", given(args))
			}
			return nil
		},
		ValidArgsFunction: x.complete,
		RunE:              func(cmd *cobra.Command, args []string) error { return x.run(c, cmd, args[0], args[1]) },
	}
	c.catalogFlag(cmd, &x.catalogs)
	x.flags.register(cmd)
	x.format.register(cmd, report.Any, "")
	cmd.Flags().BoolVar(&x.wide, "wide", false, "do not shorten descriptions")
	return cmd
}

// An explainer is the explain command with its flags.
type explainer struct {
	catalogs []string
	flags    requestsFlags
	format   formatFlag
	wide     bool
}

// complete lets the shell complete rule files, and then the tools of the catalogs that have been
// given.
func (x *explainer) complete(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return ruleFiles(cmd, args, typed)
	}
	var sources []catalogfile.Source
	for _, text := range x.catalogs {
		// cobra reads the flags twice when it completes
		if s := catalogfile.ParseSource(text); !slices.Contains(sources, s) {
			sources = append(sources, s)
		}
	}
	none := func() ([]string, cobra.ShellCompDirective) { return nil, cobra.ShellCompDirectiveNoFileComp }
	catalogs, _, err := catalogfile.Load(sources, strings.NewReader(""))
	if err != nil {
		return none()
	}
	catalog := underRules(args[0], catalogfile.Servers(catalogs))
	if catalog == nil {
		return none()
	}
	return completeTool(catalog, typed), cobra.ShellCompDirectiveNoFileComp
}

// underRules builds a catalog under a rule file or, where that can't be used as it stands, under no
// rules; nil if there is none to build.
func underRules(file string, servers []engine.Server) *engine.Catalog {
	if e, err := engine.Load(file, engine.Options{}); err == nil {
		if catalog, err := e.BuildCatalog(servers); err == nil {
			return catalog
		}
	}
	open, err := engine.Parse("open.yaml", []byte("version: 1"), engine.Options{})
	if err != nil {
		return nil
	}
	catalog, err := open.BuildCatalog(servers)
	if err != nil {
		return nil
	}
	return catalog
}

// completeTool returns the names of tools that start with what is typed: as server/tool or, if
// there is none, exposed names, and raw names that one tool alone has.
func completeTool(catalog *engine.Catalog, typed string) []string {
	var full, other []string
	fits := func(name string) bool { return strings.HasPrefix(name, typed) && visible.Text(name) == name }
	raw := map[string]int{}
	for _, k := range catalog.Tools() {
		raw[k.Tool]++
	}
	for _, k := range catalog.Tools() {
		if fits(k.String()) {
			full = append(full, k.String())
		}
		if name, ok := catalog.Name(k); ok && fits(name) {
			other = append(other, name)
		}
		if fits(k.Tool) && raw[k.Tool] == 1 && !slices.Contains(other, k.Tool) {
			other = append(other, k.Tool)
		}
	}
	if len(full) > 0 {
		return full
	}
	return other
}

func (x *explainer) run(c *console, cmd *cobra.Command, file, tool string) error {
	if err := x.format.check(); err != nil {
		return err
	}
	s, err := c.open(file, x.catalogs)
	if err != nil {
		return err
	}
	seen, err := s.view(c, cmd, &x.flags, "view --matrix shows several")
	if err != nil {
		return err
	}
	catalog := seen.Catalog
	name := findTool(catalog, tool)
	name.collision = collisionOf(catalog.Report(), tool)
	key, err := name.key()
	if err != nil {
		return err
	}
	e := explain.New(catalog, seen.Request, catalog.Explain(seen.Request, key))
	for i := range s.catalogs {
		if s.catalogs[i].ID == key.Server {
			e.List = s.catalogs[i].List
		}
	}
	return x.format.print(c, report.Result{
		Text: func(out *bytes.Buffer) { e.Print(out, x.wide) },
		JSON: func() any { return e.JSON() },
	})
}
