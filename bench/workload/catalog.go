package workload

import (
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// Engine compiles a rule file.
func Engine(t testing.TB, file *rules.File) *engine.Engine {
	t.Helper()
	e, err := engine.New(file, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Catalog builds the catalog of rules and servers.
func Catalog(t testing.TB, file *rules.File, servers []engine.Server) *engine.Catalog {
	t.Helper()
	c, err := Engine(t, file).BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Visible returns the numbers, among the tools with a name, of those that a request sees. The peers
// must return the same.
func Visible(c *engine.Catalog, r *Request) []int {
	seen := map[engine.Key]bool{}
	for t := range c.View(r.Engine()).Tools() {
		seen[t.Key()] = true
	}
	numbers := []int{}
	for i, t := range Tools(c) {
		if seen[engine.Key{Server: t.Server, Tool: t.Name}] {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
