package engine

// A Server is one MCP server and what it answered to tools/list.
type Server struct {
	// ID is the operator's name for the server, never what the server calls itself.
	ID string

	// Lists is what the server sent: for each page a tools/list result ({"tools": […]}), or the array of tools alone. The bytes
	// are kept and must not change afterwards.
	Lists [][]byte

	// Values are tools as Go values, which are marshalled with encoding/json: for a host that has no raw JSON. They come behind
	// those of Lists. Raw JSON is better: most types of tool lose fields that they do not know.
	Values []any

	// Tags are the host's own tags by raw tool name, which expressions read as tool.tags. A server can't give any.
	Tags map[string][]string

	// KeepNonconforming is [Options.KeepNonconforming] for this server alone. Either of the two is enough.
	KeepNonconforming bool
}
