package engine

// A Dependency describes which parts of a request can change what a catalog shows.
type Dependency struct {
	// Fields are the request's fields that are read by some rule that affects some tool of the
	// catalog: runner, model, verbosity, and declared attributes by their full path (user.role).
	// They are sorted.
	//
	// This holds for requests within the limits of expressions. If the strings of a request exceed
	// 16 KiB in total, an attribute that does not fit counts as wrongly typed, and which one that
	// is depends on the other attributes.
	Fields []string

	// Unknown reports that a Go function of the host affects the result, so its dependencies are
	// unknown.
	Unknown bool

	paths []string // Fields as expressions name them
}

// None reports whether every request sees the same, so that a list may be cached for all callers.
func (d Dependency) None() bool { return len(d.Fields) == 0 && !d.Unknown }

// Depends returns which parts of a request can change what this catalog shows, descriptions
// included. The list must not be modified.
func (c *Catalog) Depends() Dependency { return c.depends }
