package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

func newRoot(c *console) *cobra.Command {
	root := &cobra.Command{
		Use:   "rulecheck",
		Short: "Check, test and explain rule files for MCP tools",
		Long: `Rulecheck checks rule files, which define the tools of MCP servers that each request sees, and shows
their effect.

Exit codes: 0 no problems, 1 problems were found, 2 wrong usage, 3 the command failed.`,
		Example: `  rulecheck init tools.rules.yaml
  rulecheck check tools.rules.yaml --catalog catalogs/
  rulecheck view tools.rules.yaml --catalog catalogs/ --ctx '{"user": {"role": "guest"}}'`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			return oneOf("color", c.color, colors)
		},
	}
	root.Flags().Bool("version", false, "print the version")
	root.Version = version()
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(flagError)
	root.SetIn(c.stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.PersistentFlags().StringVar(&c.color, "color", "auto",
		"colors: auto (on a terminal, unless NO_COLOR is set), always, never")
	complete(root, "color", colors)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages",
		fmt.Sprintf("FlagUsagesWrapped %d", helpWidth)))
	root.AddCommand(newCheck(c), newView(c), newSchema(c), newVersion(c), newInit(c), newExplain(c), newTest(c),
		newDiff(c), newProve(c), newWho(c), newCapture(c))
	root.Long = terminal.Fold(root.Long, helpWidth)
	for _, cmd := range root.Commands() {
		cmd.Long = terminal.Fold(cmd.Long, helpWidth)
	}
	root.AddCommand(otherNames()...)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Example = "  source <(rulecheck completion bash)"
	}
	return root
}

// meantCommands are names of what is a command elsewhere, and a flag here. A name for a whole
// command stands in its SuggestFor.
var meantCommands = map[string]string{"matrix": "view --matrix", "hidden": "view --hidden", "coverage": "test --cover"}

// otherNames returns hidden commands that say what is meant.
func otherNames() (commands []*cobra.Command) {
	for name, meant := range meantCommands {
		commands = append(commands, &cobra.Command{Use: name, Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return &failure{code: exitUsage, message: fmt.Sprintf("unknown command %q", name),
					hint: "write rulecheck " + meant}
			}})
	}
	return commands
}

// helpWidth is how many columns help takes.
const helpWidth = 80

var colors = []string{"auto", "always", "never"}

// oneOf returns the error of a flag whose value is not one of the given words.
func oneOf(flag, value string, words []string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usagef("--%s is one of %s, not %q", flag, wording.Enumerate(words), value)
}

// flagUsage is a flag in the help of a command.
var flagUsage = regexp.MustCompile(`(?m)^ {2,6}(?:-[a-z], )?--([a-z-]+)`)

// flagError returns an error that suggests the flag that was probably meant. The flags come from
// the help of the command, because listing them needs types of the library below cobra.
func flagError(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[interface {
		error
		GetSpecifiedName() string
		GetSpecifiedShortnames() string
	}](err)
	if !ok {
		return err
	}
	name := unknown.GetSpecifiedName()
	dash := unknown.GetSpecifiedShortnames() // of a long name with one dash, the name
	if len(dash) > 1 {
		name = dash
	}
	var known []string
	for _, match := range flagUsage.FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
		known = append(known, match[1])
	}
	f := &failure{code: exitUsage, message: visible.Text(err.Error())}
	if slices.Contains(known, name) && dash == "" {
		return f // the flag is there, and has another fault
	}
	if near, ok := nearestFlag(name, known); ok {
		f.hint = fmt.Sprintf("did you mean --%s?", near)
	}
	return f
}

// nearestFlag returns the flag that is much like a name, or the only one that starts with it: of
// --cover and --cover-min the first.
func nearestFlag(name string, known []string) (string, bool) {
	if near, ok := suggest.Nearest(name, known); ok {
		return near, true
	}
	longer := slices.DeleteFunc(known, func(flag string) bool { return !strings.HasPrefix(flag, name) })
	if len(longer) == 0 {
		return "", false
	}
	shortest := slices.MinFunc(longer, func(a, b string) int { return len(a) - len(b) })
	return shortest, !slices.ContainsFunc(longer, func(flag string) bool { return !strings.HasPrefix(flag, shortest) })
}

// complete lets the shell complete a flag that takes one of a few words.
func complete(cmd *cobra.Command, flag string, words []string) {
	// The only error is a flag that does not exist, which the tests would see.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// ruleFiles lets the shell complete rule files.
func ruleFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}
