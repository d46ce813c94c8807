package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/testrun"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

func newProve(c *console) *cobra.Command {
	var p prover
	cmd := &cobra.Command{
		Use:   "prove FILE...",
		Short: "Prove or refute what must hold for all requests",
		Long: `Prove answers whether a property holds for every request, also those that nobody thought of. If it
does not, prove prints a smallest request that refutes it, which the engine's reference evaluator has confirmed, the
other requests for which it does not hold, and the rule that decides. If a property can't be decided, prove prints
why.

FILE is a rule file, and the property is stated by flags:

  --never PATTERN         no request sees a tool that the pattern matches
  --never-when CONDITION  no request sees a tool for which the condition is true
  --always PATTERN        every request sees all tools that the pattern matches
  --only PATTERN          no request sees another tool; with --only-when CONDITION also those for which it is true
  --for CONDITION         only for requests for which the condition is true
  --any-tool              about every tool that any server could list, not only those of the catalogs

Or FILEs are test files, and prove answers the properties in them, as the command test does in addition to the cases.

Never and only hold for malformed requests as well. Always is about well-formed requests: those in which every
declared attribute has a value of its type within the limits. Functions that a host adds in Go are not considered.

It exits with 1 if a property is refuted, or unknown without --allow-unknown.

` + catalogHelp,
		Example: `  rulecheck prove tools.rules.yaml --catalog catalogs/ --never-when tool.destructive --for 'ctx.user.role == "guest"'
  rulecheck prove tools.rules.yaml --catalog catalogs/ --always 'github/get_*' --for 'ctx.user.role == "admin"'
  rulecheck prove tools.test.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("prove needs a rule file and a statement such as --never, or test files with properties")
			case p.stated() && len(args) > 1:
				return usagef("a statement is about one rule file, and %s", given(args))
			}
			return nil
		},
		ValidArgsFunction: ruleFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return p.run(c, args) },
	}
	c.catalogFlag(cmd, &p.catalogs)
	p.format.register(cmd, report.Any, "")
	cmd.Flags().StringVar(&p.selects, "for", "", "the `condition` of the requests that the property is about")
	cmd.Flags().StringArrayVar(&p.never, "never", nil,
		"no request sees a tool that the `pattern` matches; may be repeated")
	cmd.Flags().StringArrayVar(&p.neverWhen, "never-when", nil,
		"no request sees a tool for which the `condition` is true")
	cmd.Flags().StringArrayVar(&p.always, "always", nil,
		"every request sees all tools that the `pattern` matches; may be repeated")
	cmd.Flags().StringArrayVar(&p.only, "only", nil,
		"no request sees a tool that no `pattern` matches; may be repeated")
	cmd.Flags().StringArrayVar(&p.onlyWhen, "only-when", nil, "the same for tools for which no `condition` is true")
	cmd.Flags().BoolVar(&p.anyTool, "any-tool", false, "state never and only about every tool that any server could list")
	cmd.Flags().BoolVar(&p.allowUnknown, "allow-unknown", false, "exit with 0 if nothing is refuted")
	cmd.Flags().DurationVar(&p.timeout, "timeout", 0,
		"the longest `time` to take, as 30s; what is not decided then is unknown")
	return cmd
}

// A prover is the prove command with its flags, and the answers.
type prover struct {
	catalogs                                 []string
	format                                   formatFlag
	selects                                  string
	never, neverWhen, always, only, onlyWhen []string
	anyTool                                  bool
	allowUnknown                             bool
	timeout                                  time.Duration

	lines    terminal.Files
	problems rules.Problems
	answers  []answered
}

// An answered is the answer to a property, and what it is about.
type answered struct {
	proof   ruletest.Proof
	catalog *engine.Catalog
	source  proof.Source
}

// stated reports whether flags state a property.
func (p *prover) stated() bool {
	return len(p.never)+len(p.neverWhen)+len(p.always)+len(p.only)+len(p.onlyWhen) > 0
}

func (p *prover) run(c *console, files []string) error {
	if err := p.format.check(); err != nil {
		return err
	}
	if !p.stated() && (p.selects != "" || len(p.catalogs) > 0) {
		return usagef("a statement is missing: --never, --never-when, --always, --only or --only-when")
	}
	ctx, cancel := withTimeout(p.timeout)
	defer cancel()
	defer c.progress("proving")()
	var err error
	if p.stated() {
		err = p.proveStatement(ctx, c, files[0])
	} else {
		err = p.proveTests(ctx, c, files)
	}
	if err != nil {
		return err
	}
	if err := p.format.print(c, report.Result{Text: func(out *bytes.Buffer) { p.print(c, out) },
		JSON: func() any { return p.json() }}); err != nil {
		return err
	}
	if p.problems.Fatal() {
		return errProblems
	}
	for _, a := range p.answers {
		if a.proof.Outcome == ruletest.Refuted || a.proof.Outcome == ruletest.Unknown && !p.allowUnknown {
			return errProblems
		}
	}
	return nil
}

// properties returns the properties that the flags state, one for each kind of statement.
func (p *prover) properties() (all []ruletest.Property) {
	entries := func(patterns, conditions []string) (list []rules.EntrySpec) {
		for _, pattern := range patterns {
			list = append(list, rules.EntrySpec{Tools: []string{pattern}})
		}
		for _, condition := range conditions {
			list = append(list, rules.EntrySpec{When: condition})
		}
		return list
	}
	add := func(name string, property ruletest.Property) {
		property.Name, property.For, property.AnyTool = name, p.selects, p.anyTool
		all = append(all, property)
	}
	if list := entries(p.never, p.neverWhen); list != nil {
		add("never", ruletest.Property{Never: list})
	}
	if list := entries(p.always, nil); list != nil {
		add("always", ruletest.Property{Always: list})
	}
	if list := entries(p.only, p.onlyWhen); list != nil {
		add("only", ruletest.Property{Only: list})
	}
	return all
}

// proveStatement answers what the flags state.
func (p *prover) proveStatement(ctx context.Context, c *console, file string) error {
	s, err := c.open(file, p.catalogs)
	if err != nil {
		return err
	}
	p.lines = s.lines
	catalog, err := s.build(c)
	if err != nil {
		return err
	}
	proofs, err := ruletest.Prove(ctx, catalog, p.properties()...)
	if err != nil {
		for _, problem := range asProblems(err) {
			fmt.Fprintf(c.stderr, "rulecheck: %s: %s\n", visible.Text(flagOf(problem.Pointer)),
				visible.Text(problem.Message))
			if problem.Hint != "" {
				fmt.Fprintf(c.stderr, "  = %s\n", visible.Text(problem.Hint))
			}
		}
		return &failure{code: exitUsage}
	}
	for _, one := range proofs {
		p.answers = append(p.answers, answered{one, catalog, proof.Source{Rules: file, Catalogs: p.catalogs}})
	}
	return nil
}

// flagOf returns the flag that a problem is about.
func flagOf(pointer string) string {
	parts := strings.Split(pointer, "/") // "", properties, 0, never, 1, when
	if len(parts) < 4 {
		return "prove"
	}
	flag := "--" + parts[3]
	if slices.Contains(parts[4:], "when") {
		flag += "-when"
	}
	return flag
}

// proveTests answers the properties of test files.
func (p *prover) proveTests(ctx context.Context, c *console, files []string) error {
	t := tester{lines: terminal.Files{}, warned: map[string]bool{}, prove: func(file *ruletest.File, e *engine.Engine,
		servers []engine.Server) (*ruletest.Result, error) {
		return file.Prove(ctx, e, servers)
	}}
	p.lines = t.lines
	for _, name := range files {
		f, err := t.runFile(c, name)
		if err != nil {
			return err
		}
		p.problems = append(p.problems, f.Problems...)
		if f.Result == nil {
			continue
		}
		for _, one := range f.Result.Proofs {
			p.answers = append(p.answers, answered{one, f.Result.Catalog, sourceOf(f)})
		}
	}
	if len(p.answers) == 0 && !p.problems.Fatal() {
		return usagef("there are no properties in %s", visible.Text(wording.Enumerate(files)))
	}
	return nil
}

// sourceOf returns what a test file is about.
func sourceOf(f testrun.File) proof.Source {
	return proof.Source{Rules: f.Rules, Catalogs: f.Catalogs}
}

func (p *prover) print(c *console, out *bytes.Buffer) {
	text := report.Text{Line: p.lines.Line, Color: c.colored(c.stdout)}
	for _, problem := range p.problems {
		out.Write(text.Append(nil, problem))
		out.WriteByte('\n')
	}
	for i := range p.answers {
		a := &p.answers[i]
		proof.Print(out, &a.proof, a.catalog, a.source, text)
	}
}

func (p *prover) json() proof.JSON {
	proofs := make([]ruletest.Proof, len(p.answers))
	for i, a := range p.answers {
		proofs[i] = a.proof
	}
	return proof.NewJSON(proofs, func(i int) *engine.Catalog { return p.answers[i].catalog }, p.problems)
}
