// Package mcphost plugs rules into the official Go SDK of MCP, github.com/modelcontextprotocol/go-sdk.
//
// [Middleware] is for a server built with the SDK: it rewrites what tools/list answers and admits tools/call by exposed name.
// Over streamable HTTP it needs [Handler] around the SDK's own handler, or hidden tools can be told from none.
// [Gateway] puts many servers, run as commands or reached over HTTP, behind one. [Source] says where the runner, the model, the
// verbosity and the attributes of a request come from, and [Capture] asks a server for its tools once.
//
// # The law
//
//   - One decision serves both: a request can call what a list for the same caller would show, and nothing else.
//   - A hidden tool, a rejected one, and one that does not exist get the same JSON-RPC error, byte for byte but for the name
//     that the caller asked for.
//   - What can't be decided hides. If the request can't be read, or there is no catalog yet, there are no tools.
//   - A request is answered from one catalog, taken once when the request arrives. A reload in between is for the next one.
//   - A tool's JSON goes from its server to the caller without passing through a Go type: unknown fields, the spelling of
//     numbers and the order of keys survive. White space between tokens does not, since the SDK's encoder drops it.
//   - A server that dies, hangs or sends rubbish costs its own tools, for as long as it does so, and no other server's.
//   - A panic in a handler is an error of its request and ends nothing else.
//   - What a client says of itself is believed only where the host says so.
package mcphost
