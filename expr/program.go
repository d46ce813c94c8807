package expr

// A Program is a compiled expression. It is immutable and safe for concurrent use.
type Program struct{ src string }

// Compile checks an expression and makes it ready to run. The error, if any, is of type [Errors] and has every mistake that
// could be found, by offset.
func (e *Env) Compile(src string) (*Program, error) { return &Program{src: src}, nil }

// Source gives the expression as it was written.
func (p *Program) Source() string { return p.src }

// Reads gives the paths of the attributes that the expression mentions, sorted: "ctx.user.role", "tool.name".
func (p *Program) Reads() []string { return nil }

// ReadsRequest says whether the expression mentions an attribute of the request.
func (p *Program) ReadsRequest() bool { return false }

// ReadsTool says whether the expression mentions an attribute of the tool.
func (p *Program) ReadsTool() bool { return false }

// Tree gives the expression as and, or, not and ?: over atoms.
func (p *Program) Tree() *Node { return nil }

// Atoms gives the atoms in the order in which they were written.
func (p *Program) Atoms() []*Atom { return nil }

// Eval evaluates the expression for a tool and a request: the atoms from left to right, as far as the outcome is open.
func (p *Program) Eval(t *Tool, r *Request) Result { return Result{} }
