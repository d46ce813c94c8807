package engine_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

var hostileCatalogs = flag.Int("catalogs", 20_000, "how many catalogs TestHostileServersTakeNoNames builds")

// TestHostileServersTakeNoNames replaces the lists of servers in random order, one of which has no
// prefix and lists whatever could be a name of another. In every catalog the other servers' tools
// have the names that they have without it, and their namespaces lead to them alone.
func TestHostileServersTakeNoNames(t *testing.T) {
	long := strings.Repeat("a_long_name_", 6)
	for seed := 0; seed < *hostileCatalogs; seed += 10 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		separator, git := pick("__", "_", "-"), pick("git", "g")
		e := parse(t, fmt.Sprintf("version: 1\nnaming: {separator: %q, truncated: %s, collisions: %s, max_bytes: %s, servers: {bare: {as: ''}, git: {as: %s}}}\n"+
			"annotations: [{tools: 'git/*', readOnly: true}]", separator, pick("hash", "readable"), pick("reject", "keep_first"), pick("32", "64"), git))
		list := func(names ...string) []byte {
			tools := make([]string, len(names))
			for i, n := range names {
				tools[i] = fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, n)
			}
			return []byte("[" + strings.Join(tools, ",") + "]")
		}
		lists := map[string][][]byte{"git": nil, "wiki": nil, "bare": nil}
		catalog, err := e.BuildCatalog(nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			id := pick("git", "wiki", "bare", "bare")
			var names []string
			for range r.IntN(4) {
				name := pick("log", "push", long+"x", long+"y", "search")
				if id == "bare" {
					name = pick("git", "g", "wiki", "later", "") + separator + pick("log", "push", "search")
					switch r.IntN(4) {
					case 0:
						name = "trunc_" + pick("git", "wiki", "00000000")
					case 1:
						var taken []string
						for tool := range catalog.View(engine.Request{}).Tools() {
							taken = append(taken, tool.Name())
						}
						if len(taken) > 0 {
							name = pick(taken...)
						}
					}
				}
				names = append(names, name)
			}
			lists[id] = [][]byte{list(names...)}
			if r.IntN(4) == 0 {
				lists[id] = nil
			}
			next, err := catalog.With(engine.Server{ID: id, Lists: lists[id]})
			if err != nil {
				t.Fatal(err)
			}
			catalog = next
			var others []engine.Server
			for _, id := range catalog.Servers() {
				if id != "bare" {
					others = append(others, engine.Server{ID: id, Lists: lists[id]})
				}
			}
			without := catalogOf(t, e, others...)
			for _, key := range without.Tools() {
				want, ok := without.Name(key)
				if got, still := catalog.Name(key); got != want || still != ok {
					t.Fatalf("seed %d: %s is called %q, %t; without the hostile server %q, %t", seed, key, got, still, want, ok)
				}
			}
			namespaces := []string{git + separator} // also while it has no tools
			if slices.Contains(catalog.Servers(), "wiki") {
				namespaces = append(namespaces, "wiki"+separator)
			}
			for tool := range catalog.View(engine.Request{}).Tools() {
				for _, namespace := range namespaces {
					if tool.Key().Server == "bare" && strings.HasPrefix(tool.Name(), namespace) {
						t.Fatalf("seed %d: %s is called %s", seed, tool.Key(), tool.Name())
					}
				}
			}
		}
	}
}
