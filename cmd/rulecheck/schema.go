package main

import (
	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/rules"
)

var schemas = []string{"rules"}

func newSchema(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [rules]",
		Short: "Print the JSON Schema of rule files, for editors",
		Long: `Schema prints the JSON Schema (draft-07) of rule files. An editor with a YAML language server checks a file and completes its keys
if the file says in its first line:

  # yaml-language-server: $schema=./toolrules.schema.json`,
		Example: `  rulecheck schema > toolrules.schema.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("schema prints one schema")
			}
			if len(args) == 1 && args[0] != "rules" {
				return usagef("there is no schema of %q; there is one of: %s", args[0], enumerate(schemas))
			}
			return nil
		},
		ValidArgs: schemas,
		RunE:      func(*cobra.Command, []string) error { return c.write(rules.JSONSchema()) },
	}
}
