package mcphost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK's client decodes the result of a method that it knows into a Go type, which loses fields, and a single field of a
// wrong type costs the whole list. What a method of one's own gives back it leaves to its caller. So tools are listed and
// called by methods of our own, and the transport gives these their real names on the way out: everything else, from handshake
// to cancellation, is the SDK's.
const (
	aliasPrefix = "toolrules/"
	methodList  = "tools/list"
	methodCall  = "tools/call"
)

// A listParams is what tools/list takes.
type listParams struct {
	mcp.ParamsBase
	Cursor string `json:"cursor,omitempty"`
}

// A callParams is what tools/call takes.
type callParams struct {
	mcp.ParamsBase
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// A rawResult is a result as a server sent it.
type rawResult struct {
	mcp.ResultBase
	raw json.RawMessage
}

// UnmarshalJSON keeps the bytes.
func (r *rawResult) UnmarshalJSON(data []byte) error {
	r.raw = bytes.Clone(data)
	return nil
}

// newRawClient makes a client whose sessions rawList and rawCall can be used with, on a transport that went through aliased.
func newRawClient(impl *mcp.Implementation, opts *mcp.ClientOptions) (*mcp.Client, error) {
	c := mcp.NewClient(impl, opts)
	if err := mcp.AddSendingCustomMethod[*listParams, *rawResult](c, aliasPrefix+methodList); err != nil {
		return nil, err
	}
	return c, mcp.AddSendingCustomMethod[*callParams, *rawResult](c, aliasPrefix+methodCall)
}

// rawList asks for one page of tools.
func rawList(ctx context.Context, cs *mcp.ClientSession, cursor string) (json.RawMessage, error) {
	res, err := mcp.CallCustomMethod[*listParams, *rawResult](ctx, cs, aliasPrefix+methodList, &listParams{Cursor: cursor})
	if err != nil {
		return nil, err
	}
	return res.raw, nil
}

// rawCall calls a tool.
func rawCall(ctx context.Context, cs *mcp.ClientSession, params *callParams) (json.RawMessage, error) {
	res, err := mcp.CallCustomMethod[*callParams, *rawResult](ctx, cs, aliasPrefix+methodCall, params)
	if err != nil {
		return nil, err
	}
	return res.raw, nil
}

// realName gives the method that an alias stands for.
func realName(method string) (string, bool) {
	switch method {
	case aliasPrefix + methodList:
		return methodList, true
	case aliasPrefix + methodCall:
		return methodCall, true
	}
	return method, false
}

// aliased gives real names to the methods that go out over a transport. It must not be used for the SDK's HTTP transport,
// whose connection tells the client more than the interface says: that is what an aliasRoundTripper is for.
func aliased(t mcp.Transport) *aliasTransport { return &aliasTransport{Transport: t} }

type aliasTransport struct {
	mcp.Transport
	conn mcp.Connection // once there is one
}

func (t *aliasTransport) Connect(ctx context.Context) (_ mcp.Connection, err error) {
	defer errPanic(&err, "the transport")
	if t.conn, err = t.Transport.Connect(ctx); err != nil {
		return nil, err
	}
	return aliasConnection{t.conn}, nil
}

// abandon closes a connection whose client could not be made; the SDK leaves some open.
func (t *aliasTransport) abandon() {
	if t.conn != nil {
		_ = t.conn.Close()
	}
}

type aliasConnection struct{ mcp.Connection }

// Write gives a method its real name.
func (c aliasConnection) Write(ctx context.Context, msg jsonrpc.Message) (err error) {
	defer errPanic(&err, "the transport")
	if req, ok := msg.(*jsonrpc.Request); ok {
		if method, ok := realName(req.Method); ok {
			real := *req
			real.Method = method
			msg = &real
		}
	}
	return c.Connection.Write(ctx, msg)
}

// Close implements [mcp.Connection].
func (c aliasConnection) Close() (err error) {
	defer errPanic(&err, "the transport")
	return c.Connection.Close()
}

// Read hides the codes that the SDK takes for its own.
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
