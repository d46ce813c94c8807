package expr

// ToolFacts are what expressions may know of a tool. Server, Name, Title, Description, Hints, Arguments and Required are the
// server's own words and not to be trusted. A host or engine fills it in; the zero value is a tool without a name that is
// neither read-only nor anything else.
type ToolFacts struct {
	Server, Name, Title, Description string

	// ReadOnly and the others are the effective hints: MCP's defaults stand in for those that were not sent.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	Hints     []string // those of readOnlyHint, destructiveHint, idempotentHint and openWorldHint that were sent
	Arguments []string // the names of the top-level properties of the input schema
	Required  []string // those of them that are required
	Tags      []string // from the host, never from the server
	Bytes     int      // the size of the tool's JSON without insignificant white space
}

// A Tool is a tool as expressions see it. It is immutable and safe for concurrent use; a nil Tool lacks every attribute.
type Tool struct{ facts ToolFacts }

// Tool binds a tool, once for all expressions. The lists of f are not copied and must not change afterwards.
func (e *Env) Tool(f ToolFacts) *Tool { return &Tool{facts: f} }

// Facts gives back what the tool was made of. Its lists must not be changed.
func (t *Tool) Facts() ToolFacts { return t.facts }

// Bad lists the attributes that are over a limit, so that every expression that reads them fails.
func (t *Tool) Bad() []BadAttribute { return nil }
