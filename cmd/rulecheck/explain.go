package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/visible"
)

func newExplain(c *console) *cobra.Command {
	var x explainer
	cmd := &cobra.Command{
		SuggestFor: []string{"why"},
		Use:        "explain FILE --catalog CATALOG TOOL",
		Short:      "Say why a request sees a tool, or does not",
		Long: `Explain says in its first line whether a request sees a tool, and as what. Below it come the rule that decides, the
other rules that reach the tool, its name, and for each text that rules are about where it comes from: the entry, the runner rule
or the level, and what lost against it, with the scores by which it lost.

TOOL is server/tool, the name that the model sees, or the tool's own name if only one server has it.

` + catalogHelp + `

` + requestHelp + `

With --json it prints all of it as JSON, texts in full. It exits with 1 if there is no such tool.`,
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
	catalogFlag(cmd, &x.catalogs)
	x.flags.register(cmd)
	cmd.Flags().BoolVar(&x.json, "json", false, "print the explanation as JSON")
	cmd.Flags().BoolVar(&x.wide, "wide", false, "do not shorten texts")
	return cmd
}

// An explainer is the explain command with its flags.
type explainer struct {
	catalogs []string
	flags    requestsFlags
	json     bool
	wide     bool
}

// complete lets the shell complete rule files, and then the tools of the catalogs that have been given.
func (x *explainer) complete(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return ruleFiles(cmd, args, typed)
	}
	var sources []catalogfile.Source
	for _, text := range x.catalogs {
		if s := catalogfile.ParseSource(text); !slices.Contains(sources, s) { // cobra reads the flags twice when it completes
			sources = append(sources, s)
		}
	}
	none := func() ([]string, cobra.ShellCompDirective) { return nil, cobra.ShellCompDirectiveNoFileComp }
	catalogs, _, err := catalogfile.Load(sources, strings.NewReader(""))
	if err != nil {
		return none()
	}
	open, err := engine.Parse("open.yaml", []byte("version: 1"))
	if err != nil {
		return none()
	}
	catalog, _, err := open.Catalog(catalogfile.Servers(catalogs))
	if err != nil {
		return none()
	}
	var names []string
	for _, k := range catalog.Keys() {
		if name := k.String(); strings.HasPrefix(name, typed) && visible.Text(name) == name {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (x *explainer) run(c *console, cmd *cobra.Command, file, tool string) error {
	s, err := c.open(file, x.catalogs)
	if err != nil {
		return err
	}
	one, err := x.flags.one("view --matrix shows several")
	if err != nil {
		return err
	}
	req, err := one.request(c, cmd, s.rules)
	if err != nil {
		return err
	}
	defer c.progress("building the catalog")()
	sight, err := s.look(c, req)
	if err != nil {
		return err
	}
	name := findTool(sight.catalog, tool)
	key, err := name.key()
	if err != nil {
		return err
	}
	e := newExplanation(sight.catalog, req, sight.catalog.Explain(req, key))
	for i := range s.catalogs {
		if s.catalogs[i].ID == key.Server {
			e.list = s.catalogs[i].List
		}
	}
	var out bytes.Buffer
	if x.json {
		err = findings.EncodeJSON(&out, e.json())
	} else {
		e.print(&out, x.wide)
	}
	if err != nil {
		return failedf("the result can't be made: %v", err)
	}
	return c.write(out.Bytes())
}
