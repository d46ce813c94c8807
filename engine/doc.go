// Package engine combines a rule file with the tool lists of MCP servers, and determines for each
// request which tools it sees, under which names and with which descriptions.
//
// Work is done at two moments. At a refresh, when a server's list arrives or the rules change,
// [Engine.BuildCatalog] or [Catalog.With] computes everything that no request can change, names
// above all. At a request, [Catalog.View] binds the request; [View.Tools], [View.AppendTools] and
// [View.AppendToolsJSON] return the tools to show, and [View.Resolve] returns the tool for a name
// that a caller used.
//
// # Guarantees
//
//   - A failure hides. An expression that fails, a Go function that panics, a tool without a name,
//     a server that sends invalid input: none of them ever shows a tool.
//   - A tool is identified by a [Key], the pair of server ID and raw name, from its server's list
//     to the call that is forwarded. Exposed names are resolved by table lookup and never parsed,
//     so a server cannot impersonate another through its choice of tool names.
//   - Names are computed for the whole catalog. A name never identifies one tool for one caller and
//     another tool for the next, and hiding a tool does not free its name.
//   - Hidden, rejected and unknown tools return the same error, [ErrNotFound]. Only
//     [Catalog.Explain] and the [Report] distinguish them. They are for operators, and no [View]
//     leads to them.
//   - What a server sent is kept byte for byte, except name, title (in annotations too),
//     description, the descriptions in its schemas, and the nulls that count as not sent, which
//     docs/format.md lists.
//   - A tool that does not conform to MCP's schema is left out, unless [Options.KeepNonconforming]
//     keeps it. No other tool gets its name.
//   - Faults are isolated: invalid input from one server never affects another server's tools.
//   - A new version of a watched rule file comes into force as a whole, for all catalogs at once,
//     or not at all. In the latter case the last good version stays in force. No view mixes two
//     versions. See [Watch].
//
// Engine, Catalog and View are immutable and safe for concurrent use.
package engine
