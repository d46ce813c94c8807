// Package engine is what a host calls: it puts a rule file and the tool lists of MCP servers together, and says for each
// request which tools it sees, under which names, with which words.
//
// There are two moments. At refresh, when a server's list arrives or the rules change, [Engine.BuildCatalog] or [Catalog.With] settles
// everything that no request can change, names above all. At a request, [Catalog.View] binds who asks; [View.Tools], [View.AppendTools]
// and [View.AppendToolsJSON] give what to show, and [View.Resolve] the tool behind a name that a caller used.
//
// # The law
//
//   - What can't be decided hides. An expression that fails, a Go function that panics, a tool without a name, a server that
//     sends rubbish: none of them ever shows a tool.
//   - A tool is a pair of server id and raw name, a [Key], from its server's list to the call that is sent on. Nothing takes an
//     exposed name apart; the catalog's table is the only way back.
//   - Names are settled for the whole catalog. A name never means one tool to one caller and another to the next, and hiding a
//     tool frees its name for nobody.
//   - Hidden, rejected and unknown are one answer, [ErrNotFound]. Only [Catalog.Explain] and the [Report] tell them apart; they
//     are for operators, and no [View] leads to them.
//   - What a server sent is kept byte for byte but for name, title (in annotations as well), description, the description strings of
//     its schemas, and the nulls that count as not sent, which docs/format.md lists.
//   - A tool that does not conform to MCP's schema is left out, unless [Options.KeepNonconforming] keeps it. Its name is free for no
//     other tool.
//   - One server's rubbish costs that server's tools and no other's.
//   - A rule file that is watched comes into force as a whole, for all catalogs at once, or not at all; then the last good one
//     stays. No view mixes two of them. See [Watch].
//
// Engine, Catalog and View never change once made and are safe for concurrent use.
package engine
