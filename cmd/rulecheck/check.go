package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

func newCheck(c *console) *cobra.Command {
	var k checker
	cmd := &cobra.Command{
		Use:        "check FILE...",
		SuggestFor: []string{"lint", "validate", "verify", "load"},
		Short:      "Report all problems in rule files",
		Long: `Check loads rule files and reports all of their problems, each with its position and, if there is an
obvious fix, with what to write instead. With catalogs it also reports what depends on the tools: patterns that
match no tool, descriptions of arguments that a tool does not have, tools without a legal name.

` + catalogHelp + `

` + ignoreHelp + ` --explain explains a code, with an example.`,
		Example: `  rulecheck check tools.rules.yaml
  rulecheck check tools.rules.yaml --catalog catalogs/ --strict
  rulecheck check tools.rules.yaml --catalog gh=github.json --format sarif > rulecheck.sarif
  generate-rules | rulecheck check -
  rulecheck check --explain unknown_set`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case k.explain != "" && len(args) > 0:
				return usagef("--explain cannot be combined with rule files")
			case k.explain == "" && len(args) == 0:
				return usagef("check needs at least one rule file; - is standard input")
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE: func(_ *cobra.Command, args []string) error {
			if k.explain != "" {
				return explainCode(c, k.explain)
			}
			return k.run(c, args)
		},
	}
	c.catalogFlag(cmd, &k.catalogs)
	k.format.register(cmd, report.Problems, "")
	cmd.Flags().StringVar(&k.explain, "explain", "", "explain a `code`, with a bad and a good example")
	cmd.Flags().BoolVar(&k.strict, "strict", false, "exit with 1 if there are warnings")
	cmd.Flags().BoolVarP(&k.quiet, "quiet", "q", false, "print neither files without problems nor totals")
	complete(cmd, "explain", codes.All())
	return cmd
}

// ignoreHelp is what the commands say of comments that silence problems.
const ignoreHelp = `A comment "# rulecheck:ignore CODE" silences a warning or a note on its line, or in the whole file
if it is above everything else.`

// A checker is the check command with its flags, and what it has found.
type checker struct {
	catalogs []string
	format   formatFlag
	explain  string
	strict   bool
	quiet    bool

	problems rules.Problems
	lines    terminal.Files
	text     bytes.Buffer // in the text format, what is printed
}

func (k *checker) run(c *console, files []string) error {
	if err := k.format.check(); err != nil {
		return err
	}
	catalogs, warnings, err := c.readCatalogs(k.catalogs)
	if err != nil {
		return k.failed(c, files, warnings, err)
	}
	defer c.progress("checking")()
	k.lines = terminal.Files{}
	k.add(c, warnings)
	unread := k.checkAll(c, files, catalogs)
	if err := k.print(c, files); err != nil {
		return err
	}
	counts := report.Count(k.problems)
	switch {
	case unread != nil:
		return unread
	case counts.Errors > 0 || k.strict && counts.Warnings > 0:
		return errProblems
	}
	return nil
}

// failed ends the command if the catalogs cannot be used. Formats for programs report this too:
// their output is never empty.
func (k *checker) failed(c *console, files []string, ps rules.Problems, err error) error {
	c.show(ps, nil)
	if k.format.is("text") || len(ps) == 0 {
		return err
	}
	k.problems = ps
	if failed := k.print(c, files); failed != nil {
		return failed
	}
	return err
}

// checkAll checks the files in order. The error is about the last unreadable file; those about
// earlier ones are shown. All other files are still checked.
func (k *checker) checkAll(c *console, files []string, catalogs []catalogfile.Catalog) error {
	var unread error
	for _, name := range files {
		data, err := c.readFile(name, "a rule file")
		if err != nil {
			if unread != nil {
				fmt.Fprintf(c.stderr, "rulecheck: %v\n", unread)
			}
			unread = err
			if p := unreadable(name, err); p != nil && !k.format.is("text") {
				k.add(c, rules.Problems{p})
			}
			continue
		}
		k.lines.Add(name, data)
		res := check.File(name, data, catalogs)
		k.add(c, res.Problems)
		if len(res.Problems) == 0 && !k.quiet {
			fmt.Fprintf(&k.text, "%s: ok%s\n", visible.Text(name), summary(res, len(catalogs)))
		}
	}
	return unread
}

// add adds problems to those that have been found.
func (k *checker) add(c *console, ps rules.Problems) {
	text := report.Text{Line: k.lines.Line, Color: c.colored(c.stdout)}
	for _, p := range ps {
		k.text.Write(text.Append(nil, p))
		k.text.WriteByte('\n')
	}
	k.problems = append(k.problems, ps...)
}

// summary describes what was checked in a file without problems, including the number of servers if
// there are catalogs.
func summary(res check.Result, servers int) string {
	text := ""
	if res.Catalog != nil {
		text = fmt.Sprintf(", with %s of %s", wording.Plural(res.Catalog.Report().Tools, "tool"),
			wording.Plural(servers, "server"))
	}
	return text + check.SilencedNote(res.Silenced)
}

func (k *checker) print(c *console, files []string) error {
	return k.format.print(c, report.Result{
		Text: func(out *bytes.Buffer) {
			out.Write(k.text.Bytes())
			if len(k.problems) > 0 && !k.quiet {
				fmt.Fprintf(out, "%s\n", report.Count(k.problems))
			}
		},
		JSON:     func() any { return report.NewDocument(files, k.problems) },
		Problems: func() rules.Problems { return k.problems },
	})
}

// explainCode prints the explanation of a code.
func explainCode(c *console, code string) error {
	if entry, ok := codes.Find(rules.Code(code)); ok {
		return c.write([]byte(entry.Text()))
	}
	if near, ok := codes.Nearest(code); ok {
		return usagef("there is no code %q; did you mean %s?", code, near)
	}
	return usagef("there is no code %q; docs/codes.md of %s lists all of them", code, repository)
}
