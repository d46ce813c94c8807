package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

var schemas = []string{"rules", "tests"}

func newSchema(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [rules|tests]",
		Short: "Print the JSON Schema of rule files or test files, for editors",
		Long: `Schema prints the JSON Schema (draft-07) of rule files, or of test files. An editor with a YAML
language server checks a file and completes its keys if this is its first line:

  # yaml-language-server: $schema=./toolrules.schema.json`,
		Example: `  rulecheck schema > toolrules.schema.json
  rulecheck schema tests > toolrules.test.schema.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("schema prints one schema")
			}
			if len(args) == 1 && !slices.Contains(schemas, args[0]) {
				return usagef("there is no schema of %q; there is one of: %s", args[0], wording.Enumerate(schemas))
			}
			return nil
		},
		ValidArgs: schemas,
		RunE: func(_ *cobra.Command, args []string) error {
			if slices.Contains(args, "tests") {
				return c.write(ruletest.JSONSchema())
			}
			return c.write(rules.JSONSchema())
		},
	}
}
