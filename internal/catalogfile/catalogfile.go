// Package catalogfile reads the tools of MCP servers from files, for work on rules without a
// running server.
//
// # Rules
//
//   - A catalog file is JSON and holds the tools of one server: a tools/list result
//     ({"tools": […]}), only the array of tools, the JSON-RPC response with the result
//     ({"jsonrpc": …, "result": {"tools": […]}}), or a catalog file in our own format:
//     {"server": id, "tools": […]}, which may set tags of tools: {"tags": {tool: [word, …]}}.
//   - A directory represents its files that end in .json, sorted by name. Hidden files and
//     directories in it are ignored. "-" is standard input.
//   - A JSON file in a directory that has neither tools nor other signs of a tools/list response,
//     such as a schema or a configuration, is skipped with a note. A malformed catalog is an error,
//     and so is any file given by its own path that is not a catalog.
//   - A file given with an ID belongs only to that server: a directory that also holds it does not
//     add it again.
//   - The operator names the server. An ID given with the file ("github=path") is used unchanged
//     and must be legal. Otherwise the ID is derived from the member "server", or else from the
//     file name, by [naming.SuggestServerID]. Two
//     servers with the same ID are an error, and so is a name from which no ID can be derived.
//   - Tags come only from files with a "server" member, which an operator wrote. What a server
//     sends never sets tags. A member that looks like tags for tools of the catalog, without
//     "server", causes a warning.
//   - The bytes of a file are kept. Only what the engine does not check itself is checked here; a
//     malformed tool never affects other tools.
package catalogfile

import "github.com/toolrules/toolrules/engine"

// A Catalog is one server's tools as a file has them.
type Catalog struct {
	ID   string // the server's id
	Path string // the file; "-" for standard input
	List []byte // the tools/list result or the array of tools
	Tags map[string][]string

	// KeepNonconforming is [engine.Server.KeepNonconforming]. It is false after loading.
	KeepNonconforming bool
}

// Server returns the catalog in the form that the engine expects.
func (c *Catalog) Server() engine.Server {
	return engine.Server{ID: c.ID, Lists: [][]byte{c.List}, Tags: c.Tags, KeepNonconforming: c.KeepNonconforming}
}

// Servers returns all catalogs in the form that the engine expects.
func Servers(catalogs []Catalog) []engine.Server {
	servers := make([]engine.Server, len(catalogs))
	for i := range catalogs {
		servers[i] = catalogs[i].Server()
	}
	return servers
}

// A Source is the origin of catalogs.
type Source struct {
	ID   string // of the server; empty if the file is to say
	Path string // a file, a directory, or "-"
}

// String returns the source in the form id=path, or only the path.
func (s Source) String() string {
	if s.ID == "" {
		return s.Path
	}
	return s.ID + "=" + s.Path
}
