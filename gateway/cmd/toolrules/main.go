// Toolrules runs a gateway for MCP servers under a rule file.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/toolrules/toolrules/gateway/internal/serve"
)

// gcPercent lets the heap grow to five times what is in use before it is collected: little is in
// use, and the SDK allocates some hundred kilobytes for each request.
const gcPercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := newRoot().ExecuteContext(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "toolrules: %v\n", err)
		os.Exit(1)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "toolrules",
		Short:         "Run MCP servers under a rule file",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(newServe())
	return root
}

// version returns the version of this module, as the go command recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func newServe() *cobra.Command {
	var opts serve.Options
	cmd := &cobra.Command{
		Use:   "serve --servers FILE --rules FILE",
		Short: "Serve the tools of MCP servers as one server, under a rule file",
		Long: `Serve the tools of the MCP servers in a servers file as one server. A rule file decides which tools each caller
can see, what they are called, and how they are described.

The gateway speaks MCP on standard input and output, for a client that starts its servers itself, or streamable
HTTP with --http. Both files are watched.`,
		Example: `  toolrules serve --servers mcp.json --rules tools.rules.yaml
  toolrules serve --servers mcp.json --rules tools.rules.yaml --http 127.0.0.1:8080`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.Version = version()
			opts.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
			return serve.Run(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Servers, "servers", "",
		"the `file` that lists the servers: mcpServers in JSON, as MCP clients write it")
	flags.StringVar(&opts.Rules, "rules", "", "the rule `file`")
	flags.StringVar(&opts.HTTP, "http", "",
		"serve streamable HTTP at this `address`, such as 127.0.0.1:8080, instead of standard input and output")
	flags.StringVar(&opts.Config, "config", "", "a configuration `file`: callers, hosts, audit log, time limits")
	flags.StringVar(&opts.Admin, "admin", "", "serve /healthz, /readyz and /metrics at this `address`")
	flags.BoolVar(&opts.Insecure, "insecure", false,
		"let --http listen on other addresses than loopback without TLS and authentication")
	_ = cmd.MarkFlagRequired("servers")
	_ = cmd.MarkFlagRequired("rules")
	return cmd
}
