package expr

// An Env is what expressions may read: the attributes of a tool, which are always the same, and those of a request, of which a
// rule file declares most. It is immutable and safe for concurrent use. Make one with [NewEnv].
type Env struct{}

// EnvOptions refine an [Env]. The zero value is the default.
type EnvOptions struct {
	// Servers is the closed list of server ids. If there is one, a literal that is compared with tool.server must be in it.
	Servers []string
}

// NewEnv makes an Env whose requests carry the declared context beside runner, model and verbosity. No context is fine. The
// error, if any, is of type [Errors] and has the declarations' mistakes in their order.
func NewEnv(context []Field, opts EnvOptions) (*Env, error) { return &Env{}, nil }

// An Attribute is one thing that an expression can read.
type Attribute struct {
	Path     string // "tool.name", "ctx.user.role"
	Type     Type
	Optional bool   // a request may lack it: it may stand before ?? and beside nil
	Doc      string // what it is; empty for declared attributes
}

// Attributes gives all that can be read, tool before request, each in its own order.
func (e *Env) Attributes() []Attribute { return nil }
