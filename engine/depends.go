package engine

// A Dependency says what of a request can change what a catalog shows.
type Dependency struct {
	// Fields are the request's fields that some rule reads which matters to some tool of the catalog: runner, model,
	// verbosity, and declared attributes by their whole path (user.role). They are sorted. That holds for requests within the
	// limits of expressions: in one whose strings have more than 16 KiB in all, an attribute that does not fit counts as
	// wrongly typed, and which one that is depends on the others.
	Fields []string

	// Unknown says that a Go function of the host's has a say, so that nothing can be told of what the answer depends on.
	Unknown bool

	paths []string // the same as Fields, as expressions name them
}

// None says whether every request sees the same, so that a list may be cached for all callers.
func (d Dependency) None() bool { return len(d.Fields) == 0 && !d.Unknown }

// Depends says what of a request can change what this catalog shows, texts included. The list must not be changed.
func (c *Catalog) Depends() Dependency { return c.depends }
