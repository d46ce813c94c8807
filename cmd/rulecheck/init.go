package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/starter"
	"github.com/toolrules/toolrules/internal/visible"
)

func newInit(c *console) *cobra.Command {
	var sources []string
	var force bool
	cmd := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Write a rule file to start from",
		Long: `Init prints a small rule file with comments, or writes it to FILE, which must not exist yet. With catalogs it is
one that fits their tools: it lists the servers, says how many tools each has, and hides the tools whose names or hints say that
they destroy something.

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

// written says which file there is now, and what to do next.
func written(path string, sources []string) []byte {
	see := "rulecheck view " + fileWord(path)
	for _, s := range sources {
		see += " --catalog " + findings.ShellWord(s)
	}
	if len(sources) == 0 {
		see += " --catalog CATALOGS"
	}
	return fmt.Appendf(nil, "wrote %s; what it does: %s\n", visible.Text(path), visible.Text(see))
}

// fileWord gives a file that was written as an argument of a command: no flag, nor standard input.
func fileWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return findings.ShellWord(path)
}

// writeNew writes a file that does not exist yet, or any if forced.
func writeNew(path string, data []byte, force bool) error {
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, mode, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return failedf("%s exists already; --force overwrites it", visible.Text(path))
	}
	if err == nil {
		_, err = f.Write(data)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return failedf("%s", visible.Text(fmt.Sprintf("%s can't be written: %v", path, err)))
	}
	return nil
}
