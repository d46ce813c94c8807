// Rulecheck is the command for authors of rule files: it checks them, and shows the tools that a
// request sees.
//
// Results go to standard output and errors to standard error. The exit code is 0 if there are no
// problems, 1 if problems were found (warnings count only with --strict), 2 for wrong usage, and 3
// if the command failed, for example because a file is missing.
package main

import (
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program, without the process around it. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &console{stdin: stdin, stdout: stdout, stderr: stderr}
	root := newRoot(c)
	root.SetArgs(args)
	return c.exit(root.ExecuteC())
}
