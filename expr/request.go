package expr

// RequestValues are what a request carries.
type RequestValues struct {
	Runner, Model string         // "" is missing
	Verbosity     int            // the effective level, 0 to 9; anything else is clamped
	Attrs         map[string]any // the declared attributes, by their first name; what is not declared is ignored
}

// A Request is a request as expressions see it. It is immutable and safe for concurrent use; a nil Request lacks every attribute.
type Request struct{ values RequestValues }

// A BadAttribute is an attribute that is there but can't be used. Every expression that reads it fails.
type BadAttribute struct {
	Path   string
	Reason Reason
	Detail string // for people
}

// Request binds a request, once for all expressions. It refuses nothing: what is missing or bad is recorded and makes those
// expressions fail that read it. No method of any value is called. The maps of v must not change while Request runs, and may
// afterwards.
func (e *Env) Request(v RequestValues) *Request { return &Request{values: v} }

// Values gives back what the request was made of.
func (r *Request) Values() RequestValues { return r.values }

// Bad lists the declared attributes that can't be used, in order of declaration.
func (r *Request) Bad() []BadAttribute { return nil }
