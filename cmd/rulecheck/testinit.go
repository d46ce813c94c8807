package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/ruletest"
)

// A testWriter is the test command where it writes a test file.
type testWriter struct {
	rules    string // --init
	catalogs []string
	flags    requestsFlags
	force    bool
}

func (w *testWriter) register(c *console, cmd *cobra.Command) {
	cmd.Flags().StringVar(&w.rules, "init", "",
		"write a test file for this `rule file` that records the current results")
	c.catalogFlag(cmd, &w.catalogs)
	w.flags.register(cmd)
	cmd.Flags().BoolVar(&w.force, "force", false, "with --init, overwrite FILE if it exists")
}

// checkFlags reports flags without effect: flags of --init without it, and the others with it.
func (w *testWriter) checkFlags(cmd *cobra.Command) error {
	unused := []string{"catalog", "ctx", "runner", "model", "verbosity", "force"}
	why := "goes with --init: a test file defines its own catalogs and requests"
	if w.rules != "" {
		unused, why = []string{"cover", "cover-min", "format", "json", "strict", "quiet"},
			"is for tests that are run, and --init runs none"
	}
	for _, name := range unused {
		if cmd.Flags().Changed(name) {
			return usagef("--%s %s", name, why)
		}
	}
	return nil
}

// run writes a test file to path, or to standard output if that is empty.
func (w *testWriter) run(c *console, path string) error {
	if w.rules == "-" {
		return usagef("a test file has to name its rule file, and standard input has no name")
	}
	s, err := c.open(w.rules, w.catalogs)
	if err != nil {
		return err
	}
	defer c.progress("building the catalog")()
	catalog, err := s.build(c)
	if err != nil {
		return err
	}
	requests, err := w.flags.all(c, catalog)
	if err != nil {
		return err
	}
	named := namedRequests(requests, catalog.Depends().None())
	if size := ruletest.SnapshotSize(catalog, named); size > source.MaxBytes {
		return tooLarge("at least ", size, len(named))
	}
	f := &ruletest.File{Cases: ruletest.Snapshot(catalog, named)}
	if f.Rules, err = relative(path, w.rules); err != nil {
		return err
	}
	for _, text := range w.catalogs {
		from := catalogfile.ParseSource(text)
		if from.Path == "-" {
			return usagef("a test file has to name its catalogs, and standard input has no name")
		}
		if from.Path, err = relative(path, from.Path); err != nil {
			return err
		}
		f.Catalogs = append(f.Catalogs, from.String())
	}
	text := append([]byte(testFileHead), f.YAML()...)
	if len(text) > source.MaxBytes {
		return tooLarge("", len(text), len(named))
	}
	if path == "" {
		return c.write(text)
	}
	if err := writeNew(path, text, w.force); err != nil {
		return err
	}
	return c.write(fmt.Appendf(nil, "wrote %s; run it: %s\n", visible.Text(path),
		visible.Text("rulecheck test "+fileWord(path))))
}

func tooLarge(about string, size, requests int) error {
	return failedf("the test file would have %s%s bytes for %s, and %s are allowed: take fewer requests, with --ctx, "+
		"or fewer catalogs",
		about, wording.Number(size), wording.Plural(requests, "request"), wording.Number(source.MaxBytes))
}

const testFileHead = `# yaml-language-server: $schema=./toolrules.test.schema.json
# What holds today, written by rulecheck test --init. Keep what should hold tomorrow as well, and say in the names
# of the cases why.
`

func namedRequests(requests []matrix.Request, everybody bool) []ruletest.Case {
	list := make([]ruletest.Case, len(requests))
	for i, r := range requests {
		list[i] = ruletest.Case{Name: visible.Text(r.Name), Request: r.Request}
		switch {
		case everybody:
			list[i].Name = "every request"
		case r.Name == "":
			list[i].Name = "the request"
		}
	}
	return list
}

// relative returns the way to a file from the folder of the test file at path; for one without a
// path from where the command runs.
func relative(path, to string) (string, error) {
	if path == "" || filepath.IsAbs(to) {
		return filepath.ToSlash(to), nil
	}
	rel, err := filepath.Rel(filepath.Dir(path), to)
	if err != nil {
		return "", usagef("there is no way from %s to %s", path, to)
	}
	return filepath.ToSlash(rel), nil
}
