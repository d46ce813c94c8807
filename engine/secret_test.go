package engine_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// secretRules read a request in every way: alone, together with the tool's attributes, with and
// without an index, and for descriptions.
const secretRules = dependsContext + `
filter:
  exclude:
    - {when: 'ctx.runner == "nobody" or ctx.model matches "^no"'}
    - {when: 'ctx.tenant in tool.tags or tool.name startsWith ctx.runner'}
    - {when: 'any(tool.tags, # in ctx.user.groups) and lower(ctx.runner) == tool.title'}
    - {when: 'count(tool.tags, # == ctx.tenant) > len(ctx.user.groups)'}
descriptions:
  - {tools: '*', title: {variants: {v: V}, runners: [{runner: codex, default: v}, {when: 'ctx.tenant == "x"', default: v}]}}
  - tools: '*'
    description: {variants: {v: V}, runners: [{model: [a, b], default: v}, {when: 'ctx.tenant in tool.tags or ctx.runner == tool.name', default: v}]}
    arguments: {a: {variants: {v: V}, runners: [{model: 'a*', when: 'ctx.tenant != "x"', default: v}]}}
`

// The values of a request are not kept after its view: no pool, cache or catalog contains them. The
// test evaluates a request with a secret in every way, drops it, collects garbage, and searches the
// memory of the process for the secret.
func TestNothingOfARequestStays(t *testing.T) {
	r := parse(t, secretRules).File()
	for name, opts := range map[string]engine.Options{"by plan": {}, "plain": engine.Reference(engine.Options{}), "with a hook": {OnFailure: func(engine.Failure) {}}, "with functions": hostEntries} {
		t.Run(name, func(t *testing.T) {
			e, err := engine.New(r, opts)
			if err != nil {
				t.Fatal(err)
			}
			catalog := catalogOf(t, e, visibleServers()...)
			defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the second collection empties a pool

			dropped := newSecret()
			askWithSecret(catalog, dropped)
			if inMemory(t, dropped) {
				t.Error("the secret is still there after the view is gone")
			}
			kept := newSecret()
			v := askWithSecret(catalog, kept)
			if !inMemory(t, kept) {
				t.Error("a secret is not found while its view is in use: the search is worth nothing")
			}
			runtime.KeepAlive(v)
			runtime.KeepAlive(catalog)
		})
	}
}

// newSecret returns a string that is nowhere else in memory, reversed, so that keeping the result
// does not keep the string.
func newSecret() []byte {
	secret := make([]byte, 24)
	for i := range secret {
		secret[i] = 'a' + byte(rand.IntN(26))
	}
	return secret
}

// askWithSecret uses a view in a goroutine of its own, so that no stack keeps its values.
func askWithSecret(c *engine.Catalog, reversed []byte) *engine.View {
	answer := make(chan *engine.View)
	go func() {
		backwards := slices.Clone(reversed)
		slices.Reverse(backwards)
		secret := string(backwards)
		clear(backwards)
		v := c.View(engine.Request{Runner: secret, Model: secret, Attrs: map[string]any{
			"tenant": secret, "risk": 0.5, "user": map[string]any{"role": "admin", "groups": []string{secret, "x"}},
		}})
		for tool := range v.Tools() {
			_ = tool.Title() + tool.Description()
		}
		v.AppendToolsJSON(nil)
		v.Resolve("s__a")
		v.Resolve(secret)
		answer <- v
	}()
	return <-answer
}

// inMemory collects garbage and reports whether the heap contains text.
func inMemory(t *testing.T, reversed []byte) bool {
	t.Helper()
	runtime.GC()
	file, err := os.Create(filepath.Join(t.TempDir(), "heap"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	debug.WriteHeapDump(file.Fd())
	heap, err := os.ReadFile(file.Name())
	if err != nil || len(heap) == 0 {
		t.Fatalf("%d bytes of heap, %v", len(heap), err)
	}
	slices.Reverse(heap)
	return bytes.Contains(heap, reversed)
}
