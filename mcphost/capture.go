package mcphost

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// CaptureOptions say how [Capture] asks. The zero value will do.
type CaptureOptions struct {
	Limits Limits

	// ConnectTimeout is for each attempt to connect. Zero means 30 seconds. All in all it is the context that says how long
	// Capture may take.
	ConnectTimeout time.Duration

	// Implementation is what Capture calls itself. Nil means a name of our own.
	Implementation *mcp.Implementation

	// Logger is told, at debug level, what a server writes that is no message, and as a warning if it looks like a broken one. Nil
	// means nobody is.
	Logger *slog.Logger
}

// A Captured is what a server says of itself and of its tools.
type Captured struct {
	Protocol string              // the version of MCP that was spoken
	Server   *mcp.Implementation // what the server calls itself; nil if it did not say
	Lists    [][]byte            // its tools/list results, page by page, as they were sent
	Tools    int                 // how many tools they have
}

// Capture connects to a server, asks it for its tools, all pages, and ends the connection, and the command that it was for. Of
// the Upstream the ID and the Tags do not matter. An answer that is no list of tools is an error; what the single tools are
// worth is for the engine to say. The error is an [*Error], which wraps the context's if that has ended.
//
// Unless the Upstream names a protocol, the one with a handshake is spoken, which nearly all servers know and answer, and the
// newest with a server that refuses it. So a command that starts slowly is not started twice. What a command prints before a
// message, on the same line, is skipped; a [Gateway], which has more to lose by text that looks like a message, takes whole lines.
func Capture(ctx context.Context, u Upstream, opts CaptureOptions) (Captured, error) {
	d := dialer{impl: opts.Implementation, limits: opts.Limits, connect: opts.ConnectTimeout, once: true, logger: calm(opts.Logger)}
	if d.impl == nil {
		d.impl = &mcp.Implementation{Name: "toolrules-capture", Version: "1"}
	}
	if d.connect <= 0 {
		d.connect = defaultConnectTimeout
	}
	l, err := d.dial(ctx, &u, mcp.ClientOptions{})
	if err != nil {
		return Captured{}, err
	}
	defer l.close()
	lists, err := l.list(ctx, opts.Limits)
	if err != nil {
		return Captured{}, err
	}
	init := l.session.InitializeResult()
	c := Captured{Protocol: init.ProtocolVersion, Server: init.ServerInfo, Lists: lists}
	for _, list := range lists {
		tools, ok := toolsOf(list)
		if !ok {
			return Captured{}, &Error{Code: CodeNoList, Place: u.ID, Message: fmt.Sprintf("the server's answer is no list of tools: %.80s", list)}
		}
		c.Tools += len(tools)
	}
	return c, nil
}

// AppendCatalog appends a catalog file with all tools, each as it was sent and on a line of its own, and gives the extended
// slice. The id is the operator's name for the server; if it is empty, the file's name will have to say it.
func (c *Captured) AppendCatalog(dst []byte, id string) []byte {
	dst = append(dst, '{')
	if id != "" {
		dst = append(jsontree.AppendString(append(dst, `"server":`...), id), ',')
	}
	dst = append(jsontree.AppendString(append(dst, `"protocolVersion":`...), c.Protocol), ',')
	if c.Server != nil {
		if info, err := json.Marshal(c.Server); err == nil {
			dst = append(append(append(dst, `"serverInfo":`...), info...), ',')
		}
	}
	dst = append(dst, `"tools":[`...)
	first := true
	for _, list := range c.Lists {
		tools, _ := toolsOf(list)
		for _, tool := range tools {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(append(dst, '\n'), tool...)
		}
	}
	return append(dst, "\n]}\n"...)
}

// toolsOf takes a page apart, as the engine does: it may be the array of tools alone. Nothing is looked at inside the tools.
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
