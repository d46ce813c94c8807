// Package catalogfile reads the tools of MCP servers from files, for whoever works on rules without a running server.
//
// # The law
//
//   - A catalog file is JSON and holds one server's tools: a tools/list result ({"tools": […]}), the array of tools alone, the
//     JSON-RPC response that brought the result ({"jsonrpc": …, "result": {"tools": […]}}), or a catalog file of our own:
//     {"server": id, "tools": […]}, which may give tools tags: {"tags": {tool: [word, …]}}.
//   - A directory stands for the files in it that end in .json, in the order of their names. Hidden files and directories in it are
//     not looked at. "-" is standard input.
//   - What is JSON in a directory and has neither tools nor the marks of an answer to tools/list is passed over, with a note: a schema, a
//     configuration. What has them and is broken is an error, and so is a file that is named itself.
//   - A file that is named with an id is that server's alone: a directory that holds it as well does not give it once more.
//   - The operator names the server. An id given with the file ("github=path") is taken as it is and must be legal. Without one the
//     id is made of the member "server", or else of the file's name: lower case, every run of other characters one underscore.
//     Two servers of one id are an error, and so is a name of which no id can be made.
//   - Tags come from a file with a "server" member alone: that is a file that an operator wrote. What a server sends never gives
//     its tools tags. What looks like tags for tools of the catalog and has no "server" beside it is warned of.
//   - The bytes of a file are kept as they are. Only what the engine does not judge itself is judged here; a broken tool is its own
//     affair and costs no other.
package catalogfile

import "github.com/toolrules/toolrules/engine"

// A Catalog is one server's tools as a file has them.
type Catalog struct {
	ID   string // the server's id
	Path string // the file; "-" for standard input
	List []byte // the tools/list result or the array of tools
	Tags map[string][]string

	// KeepNonconforming is for whoever loads catalogs to set: see [engine.Server].
	KeepNonconforming bool
}

// Server gives the catalog as the engine takes it.
func (c *Catalog) Server() engine.Server {
	return engine.Server{ID: c.ID, Lists: [][]byte{c.List}, Tags: c.Tags, KeepNonconforming: c.KeepNonconforming}
}

// Servers gives all catalogs as the engine takes them.
func Servers(catalogs []Catalog) []engine.Server {
	servers := make([]engine.Server, len(catalogs))
	for i := range catalogs {
		servers[i] = catalogs[i].Server()
	}
	return servers
}

// A Source says where catalogs come from.
type Source struct {
	ID   string // of the server; empty if the file is to say
	Path string // a file, a directory, or "-"
}

// String gives the source as a user writes it: id=path, or the path alone.
func (s Source) String() string {
	if s.ID == "" {
		return s.Path
	}
	return s.ID + "=" + s.Path
}
