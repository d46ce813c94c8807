package engine

import "github.com/toolrules/toolrules/rules"

// A Change is what came of one version of a rule file: it is in force, or it was refused.
type Change struct {
	// Problems says why the version was refused; nil if it is in force. Warnings of one that is in force are in
	// Engine.Rules().Warnings().
	Problems rules.Problems

	// Engine is the engine in force: of the version, or if that was refused still the last good one.
	Engine *Engine

	// Catalogs are the bound catalogs that the version has changed, in the order of Bind; nil if it was refused.
	Catalogs []CatalogChange
}

// A CatalogChange says that one catalog has taken the place of another. Before is nil if there was none, which is never so for a Live.
type CatalogChange struct {
	Live          *Live // nil if no Live holds the catalog
	Before, After *Catalog
}

// Diff says what the change may mean to those who have seen Before. A catalog that is nil, or zero, has no tools.
func (c CatalogChange) Diff() Diff { return diff(orZero(c.Before), orZero(c.After)) }

func orZero(c *Catalog) *Catalog {
	if c == nil {
		return &Catalog{}
	}
	return c
}
