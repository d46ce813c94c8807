// Rulecheck is the command of those who write rule files: it checks them, and shows what a request sees of a catalog under them.
//
// Results go to standard output and errors to standard error. It exits with 0 if all is well, 1 if it found problems (warnings count
// with --strict alone), 2 if it was called wrongly, and 3 if it could not work, as when a file is missing.
package main

import (
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program but for the process around it. It gives the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &console{stdin: stdin, stdout: stdout, stderr: stderr}
	root := newRoot(c)
	root.SetArgs(args)
	return c.exit(root.ExecuteC())
}
