package main

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
)

// catalogFlag lets a command take catalogs.
func (c *console) catalogFlag(cmd *cobra.Command, sources *[]string) {
	cmd.Flags().BoolVar(&c.keepNonconforming, "keep-nonconforming", false,
		"keep tools that do not conform to MCP's schema, for hosts that keep them")
	cmd.Flags().StringArrayVar(sources, "catalog", nil, "the tools of a server, from `[id=]path`; may be repeated")
}

// catalogHelp is what the commands with catalogs say of them.
const catalogHelp = `A catalog is a JSON file that holds a server's tools/list result, {"server": id, "tools":
[...]}, or only the array of tools; a directory of such files; or - for standard input. The ID of the server is the
one given (--catalog github=gh.json); by default it is derived from "server" or from the file name: in lower case,
other characters replaced with one underscore, and with an s before a first digit. In the form with "server", "tags":
{"tool": ["word"]} sets the tags that expressions read as tool.tags.`

// loadCatalogs reads the catalogs given to a command. Errors and warnings about them go to standard
// error.
func (c *console) loadCatalogs(args []string) ([]catalogfile.Catalog, rules.Problems, error) {
	catalogs, ps, err := c.readCatalogs(args)
	if err != nil {
		c.show(ps, nil)
		return nil, nil, err
	}
	return catalogs, ps, nil
}

// readCatalogs is loadCatalogs for commands that print the problems themselves: the error is about
// the problems.
func (c *console) readCatalogs(args []string) ([]catalogfile.Catalog, rules.Problems, error) {
	defer c.progress("reading catalogs")()
	sources := make([]catalogfile.Source, len(args))
	for i, arg := range args {
		sources[i] = catalogfile.ParseSource(arg)
	}
	var stdin io.Reader
	if slices.ContainsFunc(sources, func(s catalogfile.Source) bool { return s.Path == "-" }) {
		var err error
		if stdin, err = c.takeInput("a catalog"); err != nil {
			return nil, nil, err
		}
	}
	catalogs, warnings, err := c.loadSources(sources, stdin)
	if errs, ok := errors.AsType[rules.Problems](err); ok {
		return nil, errs, catalogFailure(errs)
	}
	return catalogs, warnings, nil
}

// loadSources loads catalogs, whose nonconforming tools are kept if the user wants so.
func (c *console) loadSources(sources []catalogfile.Source, stdin io.Reader) ([]catalogfile.Catalog, rules.Problems,
	error) {
	catalogs, warnings, err := catalogfile.Load(sources, stdin)
	for i := range catalogs {
		catalogs[i].KeepNonconforming = c.keepNonconforming
	}
	return catalogs, warnings, err
}

// catalogFailure distinguishes server names that the user has to change, which is wrong usage, from
// unusable files.
func catalogFailure(errs rules.Problems) error {
	for _, e := range errs {
		switch e.Code {
		case catalogfile.BadID, catalogfile.DuplicateID, catalogfile.IDOfMany, catalogfile.StdinTwice:
		default:
			return &failure{code: exitFailed}
		}
	}
	return &failure{code: exitUsage}
}
