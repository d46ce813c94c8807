package mcphost

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Limits limit what a server can cost. The zero value of a field is the default; there is no way to
// disable a limit.
type Limits struct {
	Pages   int // of a list of tools; default 1,000
	Bytes   int // of a list of tools, all pages together; default 16 MiB
	Message int // bytes of one message; default 16 MiB
}

func (l Limits) pages() int   { return positiveOr(l.Pages, 1000) }
func (l Limits) bytes() int   { return positiveOr(l.Bytes, 16<<20) }
func (l Limits) message() int { return positiveOr(l.Message, 16<<20) }

func positiveOr[T int | time.Duration](value, fallback T) T {
	if value <= 0 {
		return fallback
	}
	return value
}

// listAll reads all pages of a server's tools, as they were sent.
func listAll(ctx context.Context, cs *mcp.ClientSession, server string, limits Limits) ([][]byte, error) {
	endless := func(format string, args ...any) error {
		return fault(CodeEndless, server, nil, format, args...)
	}
	var (
		lists  [][]byte
		seen   = map[string]bool{}
		cursor string
		size   int
	)
	for {
		page, err := rawList(ctx, cs, cursor)
		if isMethodNotFound(err) { // a server without tools
			return nil, nil
		}
		if err != nil {
			return nil, fault(CodeList, server, redactError(err), "the server failed to list its tools")
		}
		if size += len(page); size > limits.bytes() {
			return nil, endless("its list of tools has more than %d bytes", limits.bytes())
		}
		lists = append(lists, page)
		if cursor = nextCursor(page); cursor == "" {
			return lists, nil
		}
		switch {
		case seen[cursor]:
			return nil, endless("the pages of its list of tools form a cycle: cursor %.40q occurs twice", cursor)
		case len(lists) == limits.pages():
			return nil, endless("its list of tools has more than %d pages", limits.pages())
		}
		seen[cursor] = true
	}
}

func isMethodNotFound(err error) bool {
	var wire *jsonrpc.Error
	return errors.As(err, &wire) && wire.Code == jsonrpc.CodeMethodNotFound
}

// nextCursor returns the cursor of a page. An invalid page, which the engine reports, has none.
func nextCursor(page []byte) string {
	outline, err := jsontree.Outline(page, 0, len(page))
	if err != nil {
		return ""
	}
	cursor, _ := stringAt(page, outline.Get("nextCursor"))
	return cursor
}
