package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/mcphost"
	"github.com/toolrules/toolrules/naming"
)

func newCapture(c *console) *cobra.Command {
	var p capturer
	cmd := &cobra.Command{
		Use:                   "capture [flags] -- COMMAND [ARGUMENT…]",
		DisableFlagsInUseLine: true, // after the command they would be the command's
		Short:                 "Print the tools of an MCP server as a catalog",
		Long: `Capture lists the tools of an MCP server, all pages of them, and prints a catalog file for the flag
--catalog of the other commands. The server is either COMMAND, which is run and reached over its standard input and
output, or the streamable HTTP endpoint at --url. The tools are printed as the server sent them, one per line.

Other output of COMMAND on standard output is skipped, with a note if it looks like a broken message. Its standard
error is shown with --verbose; if the server cannot be reached, its first meaningful lines are shown.

With -o FILE the catalog is written to FILE, which is replaced only after all pages have arrived; missing
directories are created. A server without tools is a problem: nothing is written, and the exit code is 1.`,
		Example: `  rulecheck capture -o catalogs/memory.json -- npx -y @modelcontextprotocol/server-memory
  rulecheck capture --id gh --url https://mcp.example.com/mcp --header "Authorization: Bearer $TOKEN" -o catalogs/gh.json`,
		Args: func(_ *cobra.Command, args []string) error { return p.checkArgs(args) },
		RunE: func(cmd *cobra.Command, args []string) error { return p.run(c, cmd, args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows the command is the command's
	flags.StringVar(&p.id, "id", "", "the server's `id` in the catalog; without it the catalog's file name is the ID")
	flags.StringVar(&p.url, "url", "", "the `address` of a streamable HTTP endpoint, instead of a command")
	flags.StringArrayVar(&p.headers, "header", nil, "a header for each HTTP request, as `NAME:VALUE`; may be repeated")
	flags.DurationVar(&p.timeout, "timeout", time.Minute, "maximum time for the whole capture")
	flags.StringVarP(&p.output, "output", "o", "", "the `file` to write the catalog to; standard output by default")
	flags.BoolVar(&p.verbose, "verbose", false, "show the command's standard error")
	return cmd
}

// A capturer is the capture command with its flags.
type capturer struct {
	id      string
	url     string
	headers []string
	timeout time.Duration
	output  string
	verbose bool
}

func (p *capturer) checkArgs(args []string) error {
	switch {
	case p.url == "" && len(args) == 0:
		return usagef("capture needs a command to run, or --url")
	case p.url != "" && len(args) > 0:
		return usagef("capture takes either a command or --url, and both are given")
	case p.url == "" && len(p.headers) > 0:
		return usagef("--header goes with --url")
	case p.timeout <= 0:
		return usagef("--timeout is more than 0")
	case p.url != "" && !isHTTP(p.url):
		return usagef("--url starts with http:// or https://, and a host follows")
	}
	if p.id != "" {
		if e, illegal := errors.AsType[*naming.Error](naming.CheckServerID(p.id)); illegal {
			return usagef("--id %s: %s", visible.Text(p.id),
				visible.Text(strings.TrimSuffix(e.Message+"; "+e.Hint, "; ")))
		}
	}
	return nil
}

func isHTTP(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (p *capturer) run(c *console, cmd *cobra.Command, args []string) error {
	header, err := p.header()
	if err != nil {
		return err
	}
	var stderr stderrExcerpt
	up := mcphost.Upstream{Command: args, Stderr: &stderr, URL: p.url, Header: header}
	if p.verbose {
		up.Stderr = c.stderr
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt) // the command must not outlive this one
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	done := c.progress("asking the server for its tools")
	captured, err := mcphost.Capture(ctx, up, mcphost.CaptureOptions{ConnectTimeout: p.timeout,
		Logger: slog.New(noteHandler{c})})
	done()
	if err != nil {
		return p.failed(err, &stderr)
	}
	if captured.Tools == 0 {
		return &failure{code: exitProblems,
			message: "the server has no tools, so no catalog is written: it may need credentials or settings"}
	}
	catalog := captured.AppendCatalog(nil, p.id)
	if p.output == "" || p.output == "-" {
		if isTerminal(c.stdout) { // a file keeps the bytes of the server
			catalog = visible.JSON(catalog)
		}
		return c.write(catalog)
	}
	if err := writeWhole(p.output, catalog); err != nil {
		return err
	}
	return c.write(fmt.Appendf(nil, "wrote %s: %s\n", visible.Text(p.output), wording.Plural(captured.Tools, "tool")))
}

// failed returns the error of a capture, with the first lines of the server's standard error.
func (p *capturer) failed(err error, stderr *stderrExcerpt) error {
	message := visible.Text(reason(err))
	if errors.Is(err, context.DeadlineExceeded) {
		message = "the server did not answer within " + p.timeout.String() + "; --timeout allows more"
	}
	if lines := stderr.lines(); len(lines) > 0 {
		message += "\nIt wrote on standard error:\n  " + strings.Join(lines, "\n  ")
	}
	return failedf("%s", message)
}

// reason returns an error of package mcphost, and such errors inside it, without its name and code.
func reason(err error) string {
	e, ok := errors.AsType[*mcphost.Error](err)
	if !ok {
		return "the server can't be read: " + err.Error()
	}
	text := e.Message
	for err = e.Err; err != nil; err = e.Err {
		if e, ok = err.(*mcphost.Error); !ok {
			return text + ": " + err.Error()
		}
		text += ": " + e.Message
	}
	return text
}

func (p *capturer) header() (http.Header, error) {
	header := http.Header{}
	for i, text := range p.headers { // which may hold secrets, so that no value is shown
		name, value, ok := strings.Cut(text, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case !ok || name == "":
			return nil, usagef(`--header is "Name: value", and number %d has no name that ends with a colon`, i+1)
		case strings.ContainsFunc(name, notInHeaderName):
			return nil, usagef(`--header %q: the name may have letters, digits and dashes, and no blanks`, name)
		case strings.ContainsFunc(value, unicode.IsControl):
			return nil, usagef(`--header %q: the value must be on one line`, name)
		}
		header.Add(name, value)
	}
	return header, nil
}

// notInHeaderName matches characters that a header name cannot have (RFC 9110, token).
func notInHeaderName(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// A noteHandler shows what is logged as warnings of the command. It ignores attributes of loggers
// and
// groups, which capturing does not use.
type noteHandler struct{ c *console }

// Enabled, Handle, WithAttrs and WithGroup implement [slog.Handler].
func (noteHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (h noteHandler) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	for a := range r.Attrs {
		text += fmt.Sprintf(" (%s: %s)", a.Key, a.Value)
	}
	h.c.warn(visible.Text(text))
	return nil
}

func (h noteHandler) WithAttrs([]slog.Attr) slog.Handler { return h }

func (h noteHandler) WithGroup(string) slog.Handler { return h }
