package mcphost

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Limits bound what a server can cost whoever asks it. The zero value of a field is the default; there is no way to say
// "without end".
type Limits struct {
	Pages   int // of a list of tools: 1,000
	Bytes   int // of a list of tools, all pages together: 16 MiB
	Message int // of one message of the server's, in bytes: 16 MiB
}

func (l Limits) pages() int   { return orDefault(l.Pages, 1000) }
func (l Limits) bytes() int   { return orDefault(l.Bytes, 16<<20) }
func (l Limits) message() int { return orDefault(l.Message, 16<<20) }

func orDefault[T int | int64](value, usual T) T {
	if value <= 0 {
		return usual
	}
	return value
}

// listAll reads all pages of a server's tools, as they were sent.
func listAll(ctx context.Context, cs *mcp.ClientSession, server string, limits Limits) ([][]byte, error) {
	endless := func(format string, args ...any) error {
		return &Error{Code: CodeEndless, Place: server, Message: fmt.Sprintf(format, args...)}
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
			return nil, &Error{Code: CodeList, Place: server, Message: "the server does not say what tools it has", Err: bare(err)}
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
			return nil, endless("its list of tools goes in a circle: cursor %.40q comes again", cursor)
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

// nextCursor reads the cursor of a page. What is no page has none: what becomes of it is for the engine to say.
func nextCursor(page []byte) string {
	outline, err := jsontree.Outline(page, 0, len(page))
	if err != nil {
		return ""
	}
	cursor, _ := stringAt(page, outline.Get("nextCursor"))
	return cursor
}
