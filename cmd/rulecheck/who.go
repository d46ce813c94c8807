package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/ruletest"
)

func newWho(c *console) *cobra.Command {
	var w whoFinder
	cmd := &cobra.Command{
		Use:   "who FILE --catalog CATALOG TOOL...",
		Short: "Show which requests see a tool",
		Long: `Who prints for each tool exactly which well-formed requests see it, as conditions in the language of
rule files: a request sees the tool if one of the conditions is true, and no request sees it otherwise. Tools that
the same requests see are printed together. If the requests can't be described in a few conditions, who prints the
attributes that matter and two requests, one that sees the tool and one that does not.

TOOL is a pattern, server/tool or tool alone, which is compared exactly; '*' is every tool. In a well-formed request
every declared attribute has a value of its type within the limits. Functions that a host adds in Go are not
considered.

It exits with 1 if the requests that see a tool are not known exactly.

` + catalogHelp,
		Example: `  rulecheck who tools.rules.yaml --catalog catalogs/ github/merge_pull_request
  rulecheck who tools.rules.yaml --catalog catalogs/ 'github/*' --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("who needs a rule file and a tool, and %s", given(args))
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return w.run(c, args[0], args[1:]) },
	}
	c.catalogFlag(cmd, &w.catalogs)
	w.format.register(cmd, report.Any, "")
	cmd.Flags().BoolVar(&w.all, "all", false, "list every tool by name")
	cmd.Flags().DurationVar(&w.timeout, "timeout", 0, "the longest `time` to take, as 30s")
	return cmd
}

// A whoFinder is the who command with its flags.
type whoFinder struct {
	catalogs []string
	format   formatFlag
	all      bool
	timeout  time.Duration
}

func (w *whoFinder) run(c *console, file string, patterns []string) error {
	if err := w.format.check(); err != nil {
		return err
	}
	s, err := c.open(file, w.catalogs)
	if err != nil {
		return err
	}
	catalog, err := s.build(c)
	if err != nil {
		return err
	}
	keys, err := keysOf(catalog, patterns)
	if err != nil {
		return err
	}
	defer c.progress("computing which requests see them")()
	ctx, cancel := withTimeout(w.timeout)
	defer cancel()
	audiences := ruletest.Who(ctx, catalog, keys...)
	if err := w.format.print(c, report.Result{
		Text: func(out *bytes.Buffer) { proof.PrintAudiences(out, audiences, w.all) },
		JSON: func() any { return proof.NewWhoJSON(audiences) },
	}); err != nil {
		return err
	}
	if slices.ContainsFunc(audiences, func(a ruletest.Audience) bool { return !a.Known }) {
		return errProblems
	}
	return nil
}

// withTimeout returns a context that is done after a time; 0 is never.
func withTimeout(d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), d)
}

// keysOf returns the tools of a catalog that patterns match, in the order of the catalog.
func keysOf(catalog *engine.Catalog, patterns []string) (keys []engine.Key, err error) {
	tools := catalog.Tools()
	matched := make([]bool, len(tools))
	for _, text := range patterns {
		p, err := pattern.Parse(text)
		if err != nil {
			return nil, usagef("%s: %v", visible.Text(text), err)
		}
		found := false
		for i, key := range tools {
			if p.Match(key.Server, key.Tool) {
				matched[i], found = true, true
			}
		}
		if !found {
			f := &failure{code: exitUsage, message: fmt.Sprintf("%s matches no tool in the catalogs",
				visible.Text(text))}
			names := make([]string, len(tools))
			for i, key := range tools {
				names[i] = key.String()
			}
			if near, ok := suggest.Nearest(text, names); ok {
				f.hint = fmt.Sprintf("did you mean %s?", visible.Text(near))
			}
			return nil, f
		}
	}
	for i, key := range tools {
		if matched[i] && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}
