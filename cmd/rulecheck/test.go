package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
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
		Long: `Test runs test files, which define what requests are expected to see under a rule file, given the tools of catalogs. For a
case that fails it prints what was expected and what it got, and explains the first tool that is not as expected.

A test file names its rule file and its catalogs, relative to itself:

  rules: tools.rules.yaml
  catalog: [catalogs/github.json, catalogs/fs.json]
  cases:
    - name: guests see nothing destructive
      request: {runner: codex, user: {role: guest}}
      sees: [github/get_issue, 'fs/read_*']
      hides: ['*/*delete*']

With --cover it lists the entries of the filter, patterns of sets, entries of naming.rename, entries of descriptions and runner rules
that could be removed without a case failing, and prints the share of the others. --cover-min 90 implies --cover, and exits with 1
if the share is below 90 % for one of the rule files.

` + ignoreHelp + `

With --init it runs no tests, but writes a test file that records the current results: to FILE, which must not exist yet, or to
standard output. The flags --catalog, --ctx, --runner, --model, --verbosity and --force require --init.

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
	cmd.Flags().IntVar(&t.coverMin, "cover-min", 0, "exit with 1 if fewer than this `percent` of the rules are covered; implies --cover")
	t.format.register(cmd, report.Tests, "")
	cmd.Flags().BoolVar(&t.strict, "strict", false, "exit with 1 if there are warnings")
	cmd.Flags().BoolVarP(&t.quiet, "quiet", "q", false, "do not print files whose cases pass")
	return cmd
}

// A tester is the test command with its flags, and what came of the files.
type tester struct {
	cover    bool
	coverMin int // percent
	format   formatFlag
	strict   bool
	quiet    bool

	files  []testedFile
	covers []fileCoverage
	lines  sourceLines
	warned map[string]bool // warnings of catalogs that have been given, since test files share catalogs
}

// A testedFile is what came of one test file.
type testedFile struct {
	name     string
	rules    string           // the path of its rule file; empty if it could not be read
	problems rules.Problems   // what keeps its cases from being run, and warnings
	silenced int              // warnings that comments in it silence
	unread   bool             // one of the problems is a file that can't be read
	result   *ruletest.Result // nil if its cases could not be run
}

// A fileCoverage is what all tests of one rule file cover.
type fileCoverage struct {
	rules    string
	coverage *ruletest.Coverage
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
	t.lines, t.warned = sourceLines{}, map[string]bool{}
	for _, name := range names {
		f, err := t.runFile(c, name)
		if err != nil {
			return err
		}
		t.files = append(t.files, f)
		if t.cover && f.result != nil {
			t.addCoverage(f)
		}
	}
	if err := t.format.print(c, report.Result{
		Text:     func(out *bytes.Buffer) { t.printText(c, out) },
		JSON:     func() any { return t.json() },
		Problems: t.problems,
		Suites:   t.suites,
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
	for _, x := range t.covers {
		if covered, all := x.coverage.Share(); covered*100 < t.coverMin*all {
			enough = false
			fmt.Fprintf(c.stderr, "rulecheck: %s: %s of its %s covered, which is less than the %d %% of --cover-min\n", visible.Text(x.rules),
				wording.Number(covered), wording.Plural(all, "rule"), t.coverMin)
		}
	}
	return enough
}

// runFile runs the cases of one file. The error is wrong usage: a file that can't be read is a
// problem of the test file.
func (t *tester) runFile(c *console, name string) (testedFile, error) {
	f := testedFile{name: name}
	data, err := c.readFile(name, "the test file")
	if err != nil {
		p := unreadable(name, err)
		if p == nil {
			return f, err
		}
		f.problems, f.unread = rules.Problems{p}, true
		return f, nil
	}
	t.lines.add(name, data)
	if err := t.runCases(c, &f, data); err != nil {
		return f, err
	}
	f.problems, f.silenced = check.Silence(name, data, f.problems, f.result != nil)
	return f, nil
}

// runCases runs the cases that data holds. The error is wrong usage.
func (t *tester) runCases(c *console, f *testedFile, data []byte) error {
	file, err := ruletest.Parse(f.name, data)
	if err != nil {
		if f.problems = check.NoTests(f.name, data); f.problems == nil {
			f.problems = asProblems(err)
		}
		return nil
	}
	e, err := t.engineOf(c, f, file)
	if err != nil {
		return err
	}
	servers := t.serversOf(c, f, file)
	if f.problems.Fatal() {
		return nil
	}
	if f.result, err = file.Run(e, servers); err != nil {
		f.problems = append(f.problems, asProblems(err)...)
		return nil
	}
	f.problems = append(f.problems, f.result.Warnings...)
	return nil
}

// asProblems returns the problems that an error holds.
func asProblems(err error) rules.Problems {
	if ps, ok := errors.AsType[rules.Problems](err); ok {
		return ps
	}
	return rules.Problems{{Code: check.CodeUnknown, Offset: -1, Message: err.Error(), Err: err}}
}

func (t *tester) addCoverage(f testedFile) {
	for _, known := range t.covers {
		if known.rules == f.rules {
			known.coverage.Add(f.result.Coverage())
			return
		}
	}
	t.covers = append(t.covers, fileCoverage{f.rules, f.result.Coverage()})
}

// verdict returns what the command ends with.
func (t *tester) verdict() error {
	var unread []string
	for _, f := range t.files {
		if f.unread {
			unread = append(unread, visible.Text(f.name))
		}
	}
	if len(unread) > 0 {
		return failedf("%s can't be run", wording.Enumerate(unread))
	}
	for _, f := range t.files {
		counts := report.Count(f.problems)
		if counts.Errors > 0 || t.strict && counts.Warnings > 0 || f.result != nil && !f.result.Passed() {
			return errProblems
		}
	}
	return nil
}

// problems returns all that is wrong, expectations that are not met among it.
func (t *tester) problems() (ps rules.Problems) {
	for _, f := range t.files {
		ps = append(ps, f.problems...)
		if f.result != nil {
			ps = append(ps, f.result.Problems()...)
		}
	}
	return ps
}
