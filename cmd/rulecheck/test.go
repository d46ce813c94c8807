package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/testrun"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

func newTest(c *console) *cobra.Command {
	var t tester
	var w testWriter
	cmd := &cobra.Command{
		Use:   "test FILE...",
		Short: "Run the tests of rule files",
		Long: `Test runs test files, which define what requests are expected to see under a rule file, given the
tools of catalogs. For a case that fails it prints what was expected and what it got, and explains the first tool
that is not as expected.

A test file names its rule file and its catalogs, relative to itself:

  rules: tools.rules.yaml
  catalog: [catalogs/github.json, catalogs/fs.json]
  cases:
    - name: guests see nothing destructive
      request: {runner: codex, user: {role: guest}}
      sees: [github/get_issue, 'fs/read_*']
      hides: ['*/*delete*']

With --cover it lists the entries of the filter, patterns of sets, entries of naming.rename, entries of descriptions
and runner rules that could be removed without a case failing, and prints the share of the others. --cover-min 90
implies --cover, and exits with 1 if the share is below 90 % for one of the rule files.

` + ignoreHelp + `

With --init it runs no tests, but writes a test file that records the current results: to FILE, which must not exist
yet, or to standard output. The flags --catalog, --ctx, --runner, --model, --verbosity and --force require --init.

` + catalogHelp + `

` + matrixHelp,
		Example: `  rulecheck test tools.test.yaml
  rulecheck test *.test.yaml --cover-min 90
  rulecheck test *.test.yaml --format junit > rulecheck.xml
  rulecheck test --init tools.rules.yaml --catalog catalogs/ --verbosity 0,9 tools.test.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case w.rules != "" && len(args) > 1:
				return usagef("--init writes one test file, and %s", given(args))
			case w.rules == "" && len(args) == 0:
				return usagef("test needs at least one test file; - is standard input")
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := w.checkFlags(cmd); err != nil {
				return err
			}
			if w.rules != "" {
				return w.run(c, strings.Join(args, ""))
			}
			return t.run(c, args)
		},
	}
	w.register(c, cmd)
	cmd.Flags().BoolVar(&t.cover, "cover", false, "list the rules that no case covers")
	cmd.Flags().IntVar(&t.coverMin, "cover-min", 0,
		"exit with 1 if fewer than this `percent` of the rules are covered; implies --cover")
	t.format.register(cmd, report.Tests, "")
	cmd.Flags().BoolVar(&t.strict, "strict", false, "exit with 1 if there are warnings")
	cmd.Flags().BoolVarP(&t.quiet, "quiet", "q", false, "do not print files whose cases pass")
	return cmd
}

// A tester is the test command with its flags, and the results.
type tester struct {
	cover    bool
	coverMin int // percent
	format   formatFlag
	strict   bool
	quiet    bool

	results testrun.Results
	lines   terminal.Files
	warned  map[string]bool // warnings of catalogs that have been reported, since test files share catalogs

	// instead of running the cases; nil: run them
	prove func(*ruletest.File, *engine.Engine, []engine.Server) (*ruletest.Result, error)
}

func (t *tester) run(c *console, names []string) error {
	if err := t.format.check(); err != nil {
		return err
	}
	if t.coverMin < 0 || t.coverMin > 100 {
		return usagef("--cover-min is a percentage, 0 to 100, and %d is not", t.coverMin)
	}
	t.cover = t.cover || t.coverMin > 0
	defer c.progress("running the tests")()
	t.lines, t.warned = terminal.Files{}, map[string]bool{}
	for _, name := range names {
		f, err := t.runFile(c, name)
		if err != nil {
			return err
		}
		t.results.Files = append(t.results.Files, f)
		if t.cover && f.Result != nil {
			t.results.Cover(f)
		}
	}
	if err := t.format.print(c, report.Result{
		Text: func(out *bytes.Buffer) {
			t.results.Print(out, report.Text{Line: t.lines.Line, Color: c.colored(c.stdout)}, t.quiet)
		},
		JSON:     func() any { return t.results.JSON() },
		Problems: t.results.Problems,
		Suites:   func() []report.Suite { return t.results.Suites(t.lines) },
	}); err != nil {
		return err
	}
	enough := t.coveredEnough(c)
	if err := t.verdict(); err != nil || enough {
		return err
	}
	return errProblems
}

// coveredEnough reports whether the tests of each rule file cover as many rules as --cover-min asks
// for, and says on standard error where they do not. A rule file without rules is covered.
func (t *tester) coveredEnough(c *console) bool {
	enough := true
	for _, x := range t.results.Covers {
		if covered, all := x.Coverage.Share(); covered*100 < t.coverMin*all {
			enough = false
			fmt.Fprintf(c.stderr, "rulecheck: %s: %s of its %s covered, which is less than the %d %% of --cover-min\n",
				visible.Text(x.Rules),
				wording.Number(covered), wording.Plural(all, "rule"), t.coverMin)
		}
	}
	return enough
}

// runFile runs the cases of one file. The error is wrong usage: a file that can't be read is a
// problem of the test file.
func (t *tester) runFile(c *console, name string) (testrun.File, error) {
	f := testrun.File{Name: name}
	data, err := c.readFile(name, "the test file")
	if err != nil {
		p := unreadable(name, err)
		if p == nil {
			return f, err
		}
		f.Problems, f.Unread = rules.Problems{p}, true
		return f, nil
	}
	t.lines.Add(name, data)
	if err := t.runCases(c, &f, data); err != nil {
		return f, err
	}
	f.Problems, f.Silenced = check.Silence(name, data, f.Problems, f.Result != nil)
	return f, nil
}

// runCases runs the cases that data holds. The error is wrong usage.
func (t *tester) runCases(c *console, f *testrun.File, data []byte) error {
	file, err := ruletest.Parse(f.Name, data)
	if err != nil {
		if f.Problems = check.NoTests(f.Name, data); f.Problems == nil {
			f.Problems = asProblems(err)
		}
		return nil
	}
	e, err := t.engineOf(c, f, file)
	if err != nil {
		return err
	}
	servers := t.serversOf(c, f, file)
	if f.Problems.Fatal() {
		return nil
	}
	run := (*ruletest.File).Run
	if t.prove != nil {
		run = t.prove
	}
	if f.Result, err = run(file, e, servers); err != nil {
		f.Problems = append(f.Problems, asProblems(err)...)
		return nil
	}
	f.Problems = append(f.Problems, f.Result.Warnings...)
	return nil
}

// asProblems returns the problems that an error holds.
func asProblems(err error) rules.Problems {
	if ps, ok := errors.AsType[rules.Problems](err); ok {
		return ps
	}
	return rules.Problems{{Code: check.CodeUnknown, Offset: -1, Message: err.Error(), Err: err}}
}

// verdict returns the error with which the command ends, or nil.
func (t *tester) verdict() error {
	var unread []string
	for _, f := range t.results.Files {
		if f.Unread {
			unread = append(unread, visible.Text(f.Name))
		}
	}
	switch {
	case len(unread) > 0:
		return failedf("%s can't be run", wording.Enumerate(unread))
	case !t.results.Passed(t.strict):
		return errProblems
	}
	return nil
}
