package main

import (
	"github.com/spf13/cobra"
)

var textOrJSON = []string{"text", "json"}

// A formatFlag is how a result is printed: --format, or --json for --format json, which all
// commands with results take.
type formatFlag struct {
	name  string
	json  bool
	known []string
}

func (f *formatFlag) register(cmd *cobra.Command, known []string, usage string) {
	f.known = known
	cmd.Flags().StringVar(&f.name, "format", "text", usage)
	cmd.Flags().BoolVar(&f.json, "json", false, "short for --format json")
	complete(cmd, "format", known)
}

// check validates the flags. Afterwards the format is one of the known words, and --json is
// applied.
func (f *formatFlag) check() error {
	if err := oneOf("format", f.name, f.known); err != nil {
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
