package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/visible"
)

// catalogFlag lets a command take catalogs.
func catalogFlag(cmd *cobra.Command, sources *[]string) {
	cmd.Flags().StringArrayVar(sources, "catalog", nil,
		"`[id=]path` of a server's tools (a tools/list result as JSON), or of a directory of such files; - is standard input; may be given several times")
}

// loadCatalogs reads the catalogs that a command was given.
func (c *console) loadCatalogs(args []string) ([]catalogfile.Catalog, error) {
	defer c.progress("reading catalogs")()
	sources := make([]catalogfile.Source, len(args))
	for i, arg := range args {
		sources[i] = catalogfile.ParseSource(arg)
	}
	catalogs, warnings, err := catalogfile.Load(sources, c.stdin)
	for _, w := range warnings {
		c.warn(visible.Text(w.Error()))
	}
	if errs, ok := err.(catalogfile.Errors); ok {
		return nil, catalogFailure(errs)
	}
	return catalogs, nil
}

// catalogFailure says all that is wrong with catalogs. Names that the user has to choose anew are wrong usage.
func catalogFailure(errs catalogfile.Errors) error {
	f := &failure{code: exitUsage}
	lines := make([]string, len(errs))
	for i, e := range errs {
		lines[i] = visible.Text(e.Error())
		switch e.Code {
		case catalogfile.BadID, catalogfile.DuplicateID, catalogfile.IDOfMany, catalogfile.StdinTwice:
		default:
			f.code = exitFailed
		}
	}
	f.message = strings.Join(lines, "\nrulecheck: ")
	return f
}
