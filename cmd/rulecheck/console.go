package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// The exit codes, which are the same for every command.
const (
	exitClean    = 0
	exitProblems = 1 // problems were found
	exitUsage    = 2 // the command was called wrongly
	exitFailed   = 3 // it could not work
)

// A failure ends the command with an exit code. Its message may have several lines.
type failure struct {
	code    int
	message string // empty if everything has been said
	hint    string // what was probably meant; empty where nothing is like it
}

// Error returns message and hint.
func (f *failure) Error() string {
	if f.hint == "" {
		return f.message
	}
	return f.message + "; " + f.hint
}

func usagef(format string, args ...any) error {
	return &failure{code: exitUsage, message: fmt.Sprintf(format, args...)}
}

func failedf(format string, args ...any) error {
	return &failure{code: exitFailed, message: fmt.Sprintf(format, args...)}
}

// given describes the arguments of a command that expects another number of them: for "--runner a,
// b", b is an argument.
func given(args []string) string {
	if len(args) == 0 {
		return "none is given"
	}
	names := make([]string, len(args))
	for i, arg := range args {
		names[i] = visible.Text(arg)
	}
	is := "are"
	if len(args) == 1 {
		is = "is"
	}
	return fmt.Sprintf("%d %s given: %s", len(args), is, wording.Enumerate(names))
}

// errProblems ends a command that has shown the problems that it found.
var errProblems = &failure{code: exitProblems}

// A console is what a command reads from and writes to.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	color          string // the flag: auto, always or never
	reading        string // what standard input has been read as; empty if it has not

	keepNonconforming bool // the flag of the commands that take catalogs
}

// takeInput returns standard input, which can be read only once.
func (c *console) takeInput(as string) (io.Reader, error) {
	switch c.reading {
	case "":
	case as:
		return nil, usagef("standard input can be read only once, and - stands twice for %s", as)
	default:
		return nil, usagef("standard input can be read only once: it is %s already, and can't be %s as well", c.reading,
			as)
	}
	c.reading = as
	return c.stdin, nil
}

// exit prints the error of a command, unless it has been printed, and returns the exit code.
func (c *console) exit(cmd *cobra.Command, err error) int {
	if err == nil {
		return exitClean
	}
	f, ok := errors.AsType[*failure](err)
	if !ok { // the arguments or flags are not as cobra wants them
		f = &failure{code: exitUsage, message: err.Error()}
	}
	if f.message == "" {
		return f.code
	}
	fmt.Fprintf(c.stderr, "rulecheck: %s\n", visible.Lines(f.Error()))
	if f.code == exitUsage {
		if cmd.Hidden {
			cmd = cmd.Root()
		}
		fmt.Fprintf(c.stderr, "Run \"%s --help\" to see how it is called.\n", cmd.CommandPath())
	}
	return f.code
}

// write writes a result.
func (c *console) write(data []byte) error {
	if _, err := c.stdout.Write(data); err != nil {
		return failedf("the result can't be written: %v", err)
	}
	return nil
}

// warn prints a warning to standard error.
func (c *console) warn(text string) {
	fmt.Fprintf(c.stderr, "rulecheck: warning: %s\n", visible.Text(text))
}

// show prints problems to standard error, with the lines of the files.
func (c *console) show(ps rules.Problems, lines terminal.Files) {
	text := report.Text{Line: lines.Line, Color: c.colored(c.stderr)}
	for _, p := range ps {
		fmt.Fprintf(c.stderr, "%s", text.Append(nil, p))
	}
}

// colored reports whether output to w has colors.
func (c *console) colored(w io.Writer) bool {
	switch c.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// readFile reads a file given by the user; "-" is standard input. A file that is too large is read
// up to one byte beyond [source.MaxBytes]. what describes the file: "the rule file".
func (c *console) readFile(path, what string) ([]byte, error) {
	if path == "-" {
		stdin, err := c.takeInput(what)
		if err != nil {
			return nil, err
		}
		data, err := regularfile.ReadFrom(stdin, source.MaxBytes)
		if err != nil {
			return nil, failedf("standard input can't be read: %v", err)
		}
		return data, nil
	}
	data, err := regularfile.Read(path, source.MaxBytes)
	if err != nil {
		f := &failure{code: exitFailed}
		if near, ok := catalogfile.NearPath(path); ok && errors.Is(err, fs.ErrNotExist) {
			f.hint = fmt.Sprintf("did you mean %s?", visible.Text(near))
		} else if errors.Is(err, regularfile.ErrNotRegular) {
			f.hint = "write - to read standard input"
		}
		if pathErr, ok := errors.AsType[*os.PathError](err); ok {
			err = pathErr.Err
		}
		f.message = fmt.Sprintf("%s can't be read: %v", visible.Text(path), err)
		return nil, f
	}
	return data, nil
}

// unreadable converts an error of readFile to a problem for the formats for programs. Returns nil
// for wrong usage.
func unreadable(file string, err error) *rules.Problem {
	f, ok := errors.AsType[*failure](err)
	if !ok || f.code != exitFailed {
		return nil
	}
	message := strings.TrimPrefix(f.message, visible.Text(file)+" ") // the problem has its file beside it
	return &rules.Problem{Code: rules.CodeUnreadable, File: file, Offset: -1, Message: message, Hint: f.hint, Err: err}
}
