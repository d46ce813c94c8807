package main

import (
	"bytes"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/rules"
)

// A formatFlag is the output format of a command: --format, or --json for --format json. All
// commands with results have these flags.
type formatFlag struct {
	name string
	json bool
	kind report.Kind
}

// register adds the flags to a command with this kind of result. The note about its JSON form may
// be empty.
func (f *formatFlag) register(cmd *cobra.Command, kind report.Kind, note string) {
	f.kind = kind
	cmd.Flags().StringVar(&f.name, "format", report.Formats[0].Name, "output format: "+report.Usage(kind)+note)
	cmd.Flags().BoolVar(&f.json, "json", false, "short for --format json")
	complete(cmd, "format", report.Names(kind))
}

// check validates the flags. Afterwards the name is that of a format for the kind, and --json is
// applied.
func (f *formatFlag) check() error {
	if err := oneOf("format", f.name, report.Names(f.kind)); err != nil {
		return err
	}
	switch {
	case !f.json:
	case f.name == "text":
		f.name = "json"
	case f.name != "json":
		return usagef("--json is short for --format json, and --format %s is given as well", f.name)
	}
	return nil
}

// is reports whether it is this format.
func (f *formatFlag) is(name string) bool { return f.name == name }

// print writes a result to standard output.
func (f *formatFlag) print(c *console, r report.Result) error {
	r.Tool = report.Tool{Version: version(), URI: repository, Meaning: meaning}
	var out bytes.Buffer
	if err := report.Append(&out, f.name, r); err != nil {
		return failedf("the result can't be made: %v", err)
	}
	return c.write(out.Bytes())
}

// repository is where this program and its pages are.
const repository = "https://github.com/toolrules/toolrules"

// meaning returns what a code means.
func meaning(code rules.Code) string {
	entry, _ := codes.Find(code)
	return entry.Meaning
}
