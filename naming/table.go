package naming

import "iter"

// A Table says which tool an exposed name means, and which exposed name a tool has. It is immutable and safe for concurrent
// use; lookups take constant time. The zero Table is empty. [Scheme.Build] makes one.
type Table struct {
	names []string // in input order, as are keys
	keys  []Key

	byName     map[string]int
	byKey      map[Key]int
	byOriginal map[string]int // raw names that a call may use beside the exposed ones; nil if it may not
}

// add takes the pair in behind the others. Both are new to the table.
func (t *Table) add(name string, key Key) {
	t.byName[name] = len(t.names)
	t.byKey[key] = len(t.names)
	t.names = append(t.names, name)
	t.keys = append(t.keys, key)
}

// Len gives the number of tools that have an exposed name.
func (t *Table) Len() int { return len(t.names) }

// All gives every exposed name with its tool, in the order of the catalog.
func (t *Table) All() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		for i, name := range t.names {
			if !yield(name, t.keys[i]) {
				return
			}
		}
	}
}

// Lookup gives the tool that is exposed by that name. It is false for every other name, so for those of rejected tools and for
// raw names as well.
func (t *Table) Lookup(name string) (Key, bool) {
	if i, ok := t.byName[name]; ok {
		return t.keys[i], true
	}
	return Key{}, false
}

// Accept gives the tool that a call of that name is for: what Lookup gives and, with [ExposedAndOriginal], the tool whose raw
// name it is. No more is known of a rejected tool than of one that does not exist.
func (t *Table) Accept(name string) (Key, bool) {
	if key, ok := t.Lookup(name); ok {
		return key, true
	}
	if i, ok := t.byOriginal[name]; ok {
		return t.keys[i], true
	}
	return Key{}, false
}

// Name gives the name that a tool is exposed by. It is false for a tool that was rejected or was not in the catalog.
func (t *Table) Name(key Key) (string, bool) {
	if i, ok := t.byKey[key]; ok {
		return t.names[i], true
	}
	return "", false
}
