package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  rulecheck version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return c.write([]byte(versionLine()))
		},
	}
}

// versionLine is what the command prints of its version, for the command version and for the flag.
func versionLine() string {
	return fmt.Sprintf("rulecheck %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is that of the module that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
