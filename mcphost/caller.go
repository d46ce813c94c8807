package mcphost

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/rules"
)

// A Caller is what a request says about its sender. Client, Header and Meta are self-reported by
// the client, unless a proxy before the server sets them; Token is the result of the host's own
// verification of the caller's credentials.
type Caller struct {
	Client   *mcp.Implementation // nil if unknown, as with protocols older than 2026-07-28 over stateless HTTP
	Header   http.Header         // nil on transports other than HTTP
	Meta     map[string]any      // the request's _meta
	Token    *auth.TokenInfo     // nil without auth.RequireBearerToken around the handler
	Protocol string              // the version of MCP; empty if unknown

	// Rules is the rule file that applies to the request. It declares the attributes.
	Rules *rules.File
}

func callerOf[P mcp.Params](req *mcp.ServerRequest[P]) Caller {
	c := Caller{Client: req.ClientInfo(), Protocol: req.ProtocolVersion()}
	if req.Extra != nil {
		c.Header, c.Token = req.Extra.Header, req.Extra.TokenInfo
	}
	if p := req.GetParams(); !isNil(p) {
		c.Meta = p.GetMeta()
	}
	return c
}
