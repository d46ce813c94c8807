package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/starter"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

func newInit(c *console) *cobra.Command {
	var sources []string
	var force bool
	cmd := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Write a starter rule file",
		Long: `Init prints a small rule file with comments, or writes it to FILE, which must not exist yet. With
catalogs the file fits their tools: it lists the servers and their numbers of tools, and hides the tools that are
destructive by their names or hints.

` + catalogHelp,
		Example: `  rulecheck init
  rulecheck init tools.rules.yaml --catalog catalogs/`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("init writes one file, and %s", given(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			catalogs, warnings, err := c.loadCatalogs(sources)
			if err != nil {
				return err
			}
			c.show(warnings, nil)
			text, err := starter.File(catalogs)
			if err != nil {
				return failedf("%v", err)
			}
			if len(args) == 0 {
				return c.write(text)
			}
			if err := writeNew(args[0], text, force); err != nil {
				return err
			}
			return c.write(written(args[0], sources))
		},
	}
	c.catalogFlag(cmd, &sources)
	cmd.Flags().BoolVar(&force, "force", false, "overwrite FILE if it exists")
	return cmd
}

// written prints the name of the new file and what to do next.
func written(path string, sources []string) []byte {
	see := "rulecheck view " + fileWord(path)
	for _, s := range sources {
		see += " --catalog " + wording.ShellWord(s)
	}
	if len(sources) == 0 {
		see += " --catalog CATALOGS"
	}
	return fmt.Appendf(nil, "wrote %s; what it does: %s\n", visible.Text(path), visible.Text(see))
}

// fileWord returns a file name as an argument of a command, which is neither a flag nor standard
// input.
func fileWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return wording.ShellWord(path)
}
