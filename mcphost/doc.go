// Package mcphost applies rules to servers built with the official Go SDK of MCP,
// github.com/modelcontextprotocol/go-sdk.
//
// [Middleware] is for a server built with the SDK: it answers tools/list according to the rules and
// resolves the exposed names in tools/call. Over streamable HTTP it also needs [Handler] around the
// SDK's own handler; otherwise callers can distinguish hidden tools from tools that do not exist.
// [Gateway] exposes many servers, run as commands or reached over HTTP, as one. [Source] defines
// where the runner, model, verbosity and attributes of a request come from. [Capture] lists the
// tools of a server once.
//
// # Guarantees
//
//   - Lists and calls use the same decision: a caller can call exactly the tools that it can list.
//   - Calls of a hidden tool, a rejected tool and a tool that does not exist return the same
//     JSON-RPC error, byte for byte except for the requested name.
//   - Failures hide. If the request cannot be read, or there is no catalog yet, there are no tools.
//   - A request is answered from one catalog, read once when the request arrives. Changes affect
//     later requests only.
//   - The JSON of a tool passes from its server to the caller without being decoded to a Go type:
//     unknown fields, the spelling of numbers and the order of keys are preserved. White space
//     between tokens is not, since the SDK's encoder drops it.
//   - Faults are isolated: a server that exits, hangs or sends invalid input loses its own tools,
//     for as long as the fault lasts, and never affects another server's tools.
//   - A panic in a handler is an error of its request and affects nothing else.
//   - Self-reported values of a client are used only where the host configures it.
package mcphost
