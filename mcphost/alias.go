package mcphost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK's client decodes the results of methods that it knows into Go types, which loses fields,
// and a single field of the wrong type makes a whole list fail. It returns the results of custom
// methods as they are. So tools are listed and called with custom methods, and the transport
// replaces their names by the real ones: everything else, from handshake to cancellation, is the
// SDK's.
const (
	aliasPrefix = "toolrules/"
	methodList  = "tools/list"
	methodCall  = "tools/call"
)

// listParams are the parameters of tools/list.
type listParams struct {
	mcp.ParamsBase
	Cursor string `json:"cursor,omitempty"`
}

// callParams are the parameters of tools/call.
type callParams struct {
	mcp.ParamsBase
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`

	// Set in a call that is repeated with the input that the server requested.
	InputResponses mcp.InputResponseMap `json:"inputResponses,omitempty"`
	RequestState   string               `json:"requestState,omitempty"`
}

// A rawResult is a result as a server sent it.
type rawResult struct {
	mcp.ResultBase
	raw json.RawMessage
}

func (r *rawResult) UnmarshalJSON(data []byte) error {
	r.raw = bytes.Clone(data)
	return nil
}

// newRawClient returns a client for the sessions of rawList and rawCall. Its transport must replace
// the method names: see aliased and aliasRoundTripper.
func newRawClient(impl *mcp.Implementation, opts *mcp.ClientOptions) (*mcp.Client, error) {
	c := mcp.NewClient(impl, opts)
	if err := mcp.AddSendingCustomMethod[*listParams, *rawResult](c, aliasPrefix+methodList); err != nil {
		return nil, err
	}
	return c, mcp.AddSendingCustomMethod[*callParams, *rawResult](c, aliasPrefix+methodCall)
}

// rawList requests one page of tools.
func rawList(ctx context.Context, cs *mcp.ClientSession, cursor string) (json.RawMessage, error) {
	params := &listParams{Cursor: cursor}
	return rawOf(mcp.CallCustomMethod[*listParams, *rawResult](ctx, cs, aliasPrefix+methodList, params))
}

func rawCall(ctx context.Context, cs *mcp.ClientSession, params *callParams) (json.RawMessage, error) {
	return rawOf(mcp.CallCustomMethod[*callParams, *rawResult](ctx, cs, aliasPrefix+methodCall, params))
}

func rawOf(res *rawResult, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	return res.raw, nil
}

// aliased returns a transport that replaces aliases by real method names. It must not be used for
// the SDK's HTTP transport, whose connection has methods beyond the interface: that is what
// aliasRoundTripper is for.
func aliased(t mcp.Transport) *aliasTransport { return &aliasTransport{Transport: t} }

type aliasTransport struct {
	mcp.Transport
	conn mcp.Connection // nil before Connect
}

func (t *aliasTransport) Connect(ctx context.Context) (_ mcp.Connection, err error) {
	defer errPanic(&err, "the transport")
	if t.conn, err = t.Transport.Connect(ctx); err != nil {
		return nil, err
	}
	return aliasConnection{t.conn}, nil
}

// abandon closes a connection after the client could not be created; the SDK does not always close
// it.
func (t *aliasTransport) abandon() {
	if t.conn != nil {
		_ = t.conn.Close()
	}
}

type aliasConnection struct{ mcp.Connection }

func (c aliasConnection) Write(ctx context.Context, msg jsonrpc.Message) (err error) {
	defer errPanic(&err, "the transport")
	if req, ok := msg.(*jsonrpc.Request); ok {
		if method, ok := strings.CutPrefix(req.Method, aliasPrefix); ok {
			real := *req
			real.Method = method
			msg = &real
		}
	}
	return c.Connection.Write(ctx, msg)
}

func (c aliasConnection) Close() (err error) {
	defer errPanic(&err, "the transport")
	return c.Connection.Close()
}

// Read implements [mcp.Connection]. It hides the codes that the SDK would treat as its own.
func (c aliasConnection) Read(ctx context.Context) (msg jsonrpc.Message, err error) {
	defer errPanic(&err, "the transport")
	msg, err = c.Connection.Read(ctx)
	res, ok := msg.(*jsonrpc.Response)
	if !ok {
		return msg, err
	}
	var theirs *jsonrpc.Error
	if errors.As(res.Error, &theirs) && isSDKCode(theirs.Code) {
		hidden := *theirs
		hidden.Code += hiddenCode
		return &jsonrpc.Response{ID: res.ID, Error: &hidden, Extra: res.Extra}, err
	}
	return msg, err
}
