package engine

import "github.com/toolrules/toolrules/rules"

// A Change describes one version of a rule file: it is in force, or it was refused.
type Change struct {
	// Problems are the reasons why the version was refused; nil if it is in force. The warnings of
	// a version in force are in Engine.Rules().Warnings().
	Problems rules.Problems

	// Engine is the engine in force: that of the version, or the last good one if the version was
	// refused.
	Engine *Engine

	// Catalogs are the bound catalogs that the version has changed, in the order of Bind; nil if it
	// was refused.
	Catalogs []CatalogChange
}

// A CatalogChange is the replacement of one catalog by another. Before is nil if there was none,
// which never happens for a Live.
type CatalogChange struct {
	Live          *Live // nil if no Live holds the catalog
	Before, After *Catalog
}

// Diff returns what the change may mean to clients that have seen Before. A nil or zero catalog has
// no tools.
func (c CatalogChange) Diff() Diff { return diff(orZero(c.Before), orZero(c.After)) }

func orZero(c *Catalog) *Catalog {
	if c == nil {
		return &Catalog{}
	}
	return c
}
