package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/view"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func newView(c *console) *cobra.Command {
	var v viewer
	cmd := &cobra.Command{
		Use:        "view FILE --catalog CATALOG",
		SuggestFor: []string{"show", "list", "ls", "tools"},
		Short:      "Show the tools that a request sees",
		Long: `View shows the tools that a request sees under a rule file: the name that the model sees, the server
and its own name for the tool, the size of the tool as it is sent, and the first line of its description. Then it
prints what is hidden, which tools have no name, and which rules failed for this request; --hidden lists each hidden
tool and what hides it.

` + catalogHelp + `

` + requestHelp + `

If a limit of the rule file applies, it also prints which tools are deferred. --search shows what the request finds
with a query: the names, best first, and scores.

With --json it prints the tools/list result itself, byte for byte as a host would send it, but with hidden characters
as escapes.

With --matrix it shows several requests side by side, one row per tool and one column per request: x if the request
sees the tool; a, b, c if requests see different descriptions. Tools that are the same for all requests are only
counted, unless --all lists them.

` + severalHelp,
		Example: `  rulecheck view tools.rules.yaml --catalog catalogs/ --ctx '{"user": {"role": "guest"}}'
  rulecheck view tools.rules.yaml --catalog catalogs/ --runner codex --model 5.4 --verbosity 3
  rulecheck view tools.rules.yaml --catalog catalogs/ --search 'open an issue'
  rulecheck view tools.rules.yaml --catalog gh=github.json --json | jq '.tools[].name'
  rulecheck view tools.rules.yaml --catalog catalogs/ --matrix --runner codex,claude --verbosity 0,5,9`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("view needs one rule file, and %s", given(args))
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return v.run(c, cmd, args[0]) },
	}
	c.catalogFlag(cmd, &v.catalogs)
	v.flags.register(cmd)
	v.format.register(cmd, report.Any, " (the tools/list result itself)")
	cmd.Flags().BoolVar(&v.wide, "wide", false, "do not shorten descriptions")
	cmd.Flags().BoolVar(&v.hidden, "hidden", false, "list every hidden tool and what hides it")
	cmd.Flags().BoolVar(&v.matrix, "matrix", false, "show several requests side by side")
	cmd.Flags().StringVar(&v.search, "search", "", "show what a search with this query finds")
	cmd.Flags().BoolVar(&v.all, "all", false, "with --matrix, list every tool by name")
	return cmd
}

// A viewer is the view command with its flags.
type viewer struct {
	catalogs []string
	flags    requestsFlags
	format   formatFlag
	wide     bool
	hidden   bool
	matrix   bool
	all      bool
	search   string
}

func (v *viewer) run(c *console, cmd *cobra.Command, file string) error {
	if err := v.checkFlags(); err != nil {
		return err
	}
	s, err := c.open(file, v.catalogs)
	if err != nil {
		return err
	}
	if v.matrix {
		return v.showMatrix(c, s)
	}
	seen, err := s.view(c, cmd, &v.flags, "--matrix shows several")
	if err != nil {
		return err
	}
	if v.search != "" {
		return v.format.print(c, report.Result{
			Text: func(out *bytes.Buffer) { seen.PrintSearch(out, v.search) },
			JSON: func() any { return seen.SearchJSON(v.search) },
		})
	}
	return v.format.print(c, report.Result{
		Text: func(out *bytes.Buffer) { seen.Print(out, v.wide, v.hidden) },
		JSON: func() any {
			list := seen.ToolsJSON()
			for _, text := range seen.Failures() {
				c.warn(text)
			}
			return report.Raw(list)
		},
	})
}

// showMatrix shows what several requests see, side by side.
func (v *viewer) showMatrix(c *console, s *setting) error {
	defer c.progress("building the catalog")()
	catalog, err := s.build(c)
	if err != nil {
		return err
	}
	requests, err := v.flags.all(c, catalog)
	if err != nil {
		return err
	}
	m := view.NewMatrix(catalog, requests)
	return v.format.print(c, report.Result{Text: func(out *bytes.Buffer) { m.Print(out, v.all) }})
}

// checkFlags reports flags that cannot be combined.
func (v *viewer) checkFlags() error {
	if err := v.format.check(); err != nil {
		return err
	}
	switch {
	case v.format.is("json") && v.matrix:
		return usagef("--json is for one request, and --matrix shows several")
	case v.hidden && (v.format.is("json") || v.matrix):
		return usagef("--hidden is for the table, and goes with neither --json nor --matrix")
	case v.wide && (v.format.is("json") || v.matrix):
		return usagef("--wide is for the table, and goes with neither --json nor --matrix")
	case v.search != "" && (v.matrix || v.hidden || v.wide):
		return usagef("--search goes with none of --matrix, --hidden and --wide")
	case v.all && !v.matrix:
		return usagef("--all goes with --matrix; --hidden lists every tool that is hidden")
	}
	return nil
}

// A setting is a rule file and the catalogs that it is tried on.
type setting struct {
	lines    terminal.Files
	rules    *ruleset.Rules
	catalogs []catalogfile.Catalog
}

// open reads a rule file that has to be without errors, and catalogs.
func (c *console) open(file string, sources []string) (*setting, error) {
	if len(sources) == 0 {
		return nil, usagef("a catalog is missing: --catalog path; rulecheck capture makes one of a running server")
	}
	s := &setting{lines: terminal.Files{}}
	if err := s.load(c, file, "the rule file"); err != nil {
		return nil, err
	}
	catalogs, warnings, err := c.loadCatalogs(sources)
	if err != nil {
		return nil, err
	}
	c.show(warnings, nil)
	s.catalogs = catalogs
	return s, nil
}

// load reads a rule file that has to be without errors.
func (s *setting) load(c *console, file, what string) error {
	data, err := c.readFile(file, what)
	if err != nil {
		return err
	}
	s.lines.Add(file, data)
	var ps rules.Problems
	if s.rules, ps = check.Load(file, data); s.rules == nil {
		return s.problems(c, ps)
	}
	return nil
}

// problems shows why a rule file can't be used.
func (s *setting) problems(c *console, ps rules.Problems) error {
	c.show(ps, s.lines)
	fmt.Fprintln(c.stderr, report.Count(ps))
	return errProblems
}

// build builds the catalog.
func (s *setting) build(c *console) (*engine.Catalog, error) {
	catalog, ps := check.Build(s.rules, s.catalogs, engine.Options{})
	if catalog == nil {
		return nil, s.problems(c, ps)
	}
	return catalog, nil
}

// view builds the catalog and binds the one request of the flags. Several names what shows several
// requests.
func (s *setting) view(c *console, cmd *cobra.Command, flags *requestsFlags, several string) (*view.Report, error) {
	one, err := flags.one(several)
	if err != nil {
		return nil, err
	}
	req, err := one.request(c, cmd, s.rules)
	if err != nil {
		return nil, err
	}
	defer c.progress("building the catalog")()
	seen, ps := view.New(s.rules, s.catalogs, req)
	if seen == nil {
		return nil, s.problems(c, ps)
	}
	return seen, nil
}
