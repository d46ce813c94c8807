package mcphost

import "github.com/toolrules/toolrules/internal/jsontree"

// maxToolBytes and maxToolDepth limit a tool. The engine rejects larger ones.
const (
	maxToolBytes = 1 << 20
	maxToolDepth = 128
)

// A toolReader parses tools one after the other. The tree of a tool may be forty times as large as
// its JSON, and a parser keeps all names that it has seen: so there is one tree at a time, and a
// new parser after some bytes.
type toolReader struct {
	parser *jsontree.Parser
	read   int // bytes, by that parser
}

func (r *toolReader) tool(raw []byte) (jsontree.Node, error) {
	if r.read += len(raw); r.parser == nil || r.read > maxToolBytes {
		r.parser, r.read = new(jsontree.Parser), len(raw)
	}
	return r.parser.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth, MaxBytes: maxToolBytes})
}
