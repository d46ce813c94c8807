package mcphost

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// CaptureOptions configure [Capture]. The zero value is the default.
type CaptureOptions struct {
	Limits Limits

	// ConnectTimeout limits each attempt to connect. Zero means 30 seconds. The context limits
	// Capture as a whole.
	ConnectTimeout time.Duration

	// Implementation is how Capture identifies itself. Nil means toolrules-capture.
	Implementation *mcp.Implementation

	// Logger receives output of the server that is not a message: at level debug, and as a warning
	// if it looks like a malformed message. Nil means no logging.
	Logger *slog.Logger
}

// A Snapshot is what a server reports about itself and its tools.
type Snapshot struct {
	Protocol string              // the version of MCP that was used
	Server   *mcp.Implementation // the server's name and version; nil if unknown
	Lists    [][]byte            // its tools/list results, page by page, as they were sent
	Tools    int                 // the number of tools in Lists
}

// Capture connects to a server, lists its tools, all pages, and closes the connection, terminating
// the command that it started. ID and Tags of the Upstream are ignored. A response that is not a
// list of tools is an error; the tools in it are checked by the engine. The error is an [*Error],
// and wraps the context's error if that has ended.
//
// Unless the Upstream sets a protocol, Capture uses the newest one with a handshake, which nearly
// all servers support, and the newest of all if the server refuses it. So a command that starts
// slowly is not started twice. Output of a command before a message, on the same line, is skipped.
// A [Gateway] is stricter and accepts whole lines only, since text could look like a message.
func Capture(ctx context.Context, u Upstream, opts CaptureOptions) (Snapshot, error) {
	d := dialer{
		impl: opts.Implementation, limits: opts.Limits, connect: positiveOr(opts.ConnectTimeout, defaultConnectTimeout),
		once: true, logger: safeLogger(opts.Logger),
	}
	if d.impl == nil {
		d.impl = &mcp.Implementation{Name: "toolrules-capture", Version: "1"}
	}
	l, err := d.dial(ctx, &u, mcp.ClientOptions{})
	if err != nil {
		return Snapshot{}, err
	}
	defer l.close()
	lists, err := l.list(ctx, opts.Limits)
	if err != nil {
		return Snapshot{}, err
	}
	init := l.session.InitializeResult()
	s := Snapshot{Protocol: init.ProtocolVersion, Server: init.ServerInfo, Lists: lists}
	for _, list := range lists {
		tools, ok := toolsOf(list)
		if !ok {
			return Snapshot{}, fault(CodeNoList, u.ID, nil, "the server's response is not a list of tools: %.80s", list)
		}
		s.Tools += len(tools)
	}
	return s, nil
}

// AppendCatalog appends a catalog file with all tools to dst, each as it was sent and on a line of
// its own, and returns the extended slice. id is the server ID; if it is empty, the name of the
// file determines it.
func (s *Snapshot) AppendCatalog(dst []byte, id string) []byte {
	dst = append(dst, '{')
	if id != "" {
		dst = append(jsontree.AppendString(append(dst, `"server":`...), id), ',')
	}
	dst = append(jsontree.AppendString(append(dst, `"protocolVersion":`...), s.Protocol), ',')
	if s.Server != nil {
		if info, err := json.Marshal(s.Server); err == nil {
			dst = append(append(append(dst, `"serverInfo":`...), info...), ',')
		}
	}
	dst = append(dst, `"tools":[`...)
	for i, tool := range toolsIn(s.Lists) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, '\n'), tool...)
	}
	return append(dst, "\n]}\n"...)
}

// toolsOf splits a page into its tools, without parsing them. Like the engine it accepts an array
// of tools.
func toolsOf(list []byte) (tools [][]byte, ok bool) {
	outline, err := jsontree.Outline(list, 0, len(list))
	if at := outline.Get("tools"); err == nil && outline.Kind == jsontree.Object && at != nil {
		outline, err = jsontree.Outline(list, at.Start, at.End)
	}
	if err != nil || outline.Kind != jsontree.Array {
		return nil, false
	}
	for _, item := range outline.Items {
		tools = append(tools, list[item.Start:item.End:item.End])
	}
	return tools, true
}

// toolsIn returns the tools in all pages that are valid.
func toolsIn(lists [][]byte) (all [][]byte) {
	for _, list := range lists {
		tools, _ := toolsOf(list)
		all = append(all, tools...)
	}
	return all
}
