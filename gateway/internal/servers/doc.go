// Package servers reads the file that lists the servers of a gateway: mcpServers in JSON, as
// Claude, Cursor and other clients write it, or servers, as VS Code writes it. Comments and
// trailing commas are allowed.
//
// # Rules
//
//   - The ID of a server is derived from its key by [naming.SuggestServerID]. Two servers with the
//     same ID are an error.
//   - Variables in strings are replaced after parsing, once: ${NAME}, ${env:NAME} and
//     ${NAME:-default}. $${ is a literal ${. A variable that is not set and has no default is an
//     error, and so is any other ${. Keys are not expanded.
//   - The value of a header may have {ctx.PATH} for an attribute of the caller.
//   - A server has either a command or the URL of a streamable HTTP endpoint. A key that resembles
//     one of ours is an error, any other is noted.
package servers
