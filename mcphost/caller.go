package mcphost

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/rules"
)

// A Caller is what a request says of who sent it. Client, Header and Meta are what the client says of itself, unless something
// in front of the server sets them; Token is what the host's own verifier made of the caller's credentials.
type Caller struct {
	Client   *mcp.Implementation // nil if it did not say: as with the older protocols over stateless HTTP
	Header   http.Header         // nil on transports other than HTTP
	Meta     map[string]any      // the request's _meta
	Token    *auth.TokenInfo     // nil without auth.RequireBearerToken in front of the handler
	Protocol string              // the version of MCP; empty if unknown

	// Rules are those that will decide. They say which attributes a request may carry.
	Rules *rules.Rules
}

// callerOf reads what there is to know of a request's sender.
func callerOf[P mcp.Params](req *mcp.ServerRequest[P]) Caller {
	c := Caller{Client: req.ClientInfo(), Protocol: req.ProtocolVersion()}
	if req.Extra != nil {
		c.Header, c.Token = req.Extra.Header, req.Extra.TokenInfo
	}
	if p := req.GetParams(); p != nil {
		c.Meta = metaOf(p)
	}
	return c
}

// metaOf reads the _meta of params, which may be a nil pointer in an interface.
func metaOf(p mcp.Params) map[string]any {
	switch p := p.(type) {
	case *mcp.ListToolsParams:
		if p != nil {
			return p.Meta
		}
	case *mcp.CallToolParamsRaw:
		if p != nil {
			return p.Meta
		}
	}
	return nil
}
