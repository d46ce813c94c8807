package engine

import (
	"encoding/binary"

	"github.com/toolrules/toolrules/expr"
)

// CacheKey gives a key under which what this catalog shows to a request may be cached: requests with equal keys get the same tools,
// names and bytes. It covers what [Catalog.Depends] lists, as expressions see it, and nothing else; so it is no identity of a
// caller, but it holds attribute values in the clear. Keys of different catalogs say nothing about each other. ok is false where
// Depends is Unknown, and for the zero Catalog: then nothing may be cached.
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
	bound := c.engine.rules.Env().Request(expr.RequestValues{
		Runner: req.Runner, Model: req.Model, Verbosity: req.Verbosity.effective(c.engine.opts.DefaultVerbosity), Attrs: req.Attrs,
	})
	return string(bound.AppendKey(b, c.depends.paths)), true
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// appendLevel tells levels apart as texts do: none from each of 0 to 9.
func appendLevel(dst []byte, l Level) []byte {
	if !l.set {
		return append(dst, 'n')
	}
	return append(dst, '0'+byte(l.effective(Level{})))
}
