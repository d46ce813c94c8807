package engine

import "github.com/toolrules/toolrules/expr"

// A tool is one tool of a part: what its server sent, and what the rules say of it. What it is called is the catalog's business.
type tool struct {
	key    Key
	raw    []byte     // the JSON object as it was sent
	bound  *expr.Tool // what expressions know of it
	places []place
	cuts   []cut // where raw is cut for its name and for places, in the order of raw
}
