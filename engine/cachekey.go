package engine

import (
	"encoding/binary"

	"github.com/toolrules/toolrules/expr"
)

// CacheKey returns a cache key for req: requests with equal keys get identical tools, names and
// bytes from c. The key contains what [Catalog.Depends] lists, as expressions see it. It does not
// identify a caller, but it contains attribute values in plain text. Keys of different catalogs are
// unrelated.
//
// ok is false if Depends is Unknown, and for the zero Catalog: then nothing may be cached.
func (c *Catalog) CacheKey(req Request) (key string, ok bool) {
	if c.depends.Unknown || c.engine == nil {
		return "", false
	}
	var b []byte
	for _, path := range c.depends.paths {
		switch path {
		case "ctx.runner":
			b = appendText(b, req.Runner)
		case "ctx.model":
			b = appendText(b, req.Model)
		case "ctx.verbosity":
			b = appendLevel(b, req.Verbosity)
		}
	}
	usual := c.engine.fileLevel(optional(&req.Runner), optional(&req.Model)).or(c.engine.opts.DefaultVerbosity)
	bound := c.engine.Rules.Env().Request(expr.RequestValues{
		Runner: req.Runner, Model: req.Model, Verbosity: req.Verbosity.effective(usual), Attrs: req.Attrs,
	})
	return string(bound.AppendKey(b, c.depends.paths)), true
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// appendLevel appends one byte that distinguishes the missing level and the levels 0 to 9.
func appendLevel(dst []byte, l Level) []byte {
	if !l.set {
		return append(dst, 'n')
	}
	return append(dst, '0'+byte(l.effective(Level{})))
}
