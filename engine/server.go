package engine

// A Server is one MCP server and its response to tools/list.
type Server struct {
	// ID is the ID that the operator assigned, never the name that the server reports.
	ID string

	// Lists is what the server sent: for each page a tools/list result ({"tools": […]}), or the
	// array of tools alone. The bytes are retained and must not be modified afterwards.
	Lists [][]byte

	// Values are tools as Go values, which are marshaled with encoding/json: for a host that has no
	// raw JSON. They come after those of Lists. Raw JSON is better: most Go types for tools lose
	// unknown fields.
	Values []any

	// Tags are the host's own tags by raw tool name, which expressions read as tool.tags. A server
	// cannot set tags.
	Tags map[string][]string

	// KeepNonconforming is [Options.KeepNonconforming] for this server alone. Setting either is
	// enough.
	KeepNonconforming bool
}
