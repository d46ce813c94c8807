//go:build !race

// The race detector allocates memory of its own.

package engine_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// manyTools are the tools of real servers, repeated, with a description of 20 variants for each.
func manyTools(t *testing.T, atLeast int) (servers []engine.Server, file *rules.File, tools, sent, variants int) {
	file = &rules.File{}
	real := realServers(t)
	bare := parse(t, "version: 1")
	for tools < atLeast {
		for _, s := range real {
			s := engine.Server{ID: fmt.Sprintf("server_%d", len(servers)), Lists: [][]byte{bytes.Clone(s.Lists[0])}}
			sent += len(s.Lists[0])
			servers = append(servers, s)
			for _, key := range catalogOf(t, bare, s).Tools() {
				tools++
				if !naming.ValidToolName(key.Tool) {
					continue
				}
				spec, size := manyVariants(tools)
				variants += size
				file.Descriptions = append(file.Descriptions, rules.DescriptionSpec{Tools: []string{key.String()}, Description: spec})
			}
		}
	}
	return servers, file, tools, sent, variants
}

// manyVariants returns one variant for each level and ten for runners.
func manyVariants(tool int) (spec *rules.TextSpec, size int) {
	spec = &rules.TextSpec{}
	for i := range 20 {
		name := fmt.Sprint("v", i)
		text := fmt.Sprintf("What tool %d does, in about a hundred characters, and when to use it; this is variant %d of all twenty.", tool, i)
		size += len(text)
		spec.Variants = append(spec.Variants, rules.Variant{Name: name, Text: text})
		if i < 10 {
			spec.VerbosityMap = append(spec.VerbosityMap, rules.LevelVariant{On: rules.Level(i), Variant: name})
		} else {
			spec.Runners = append(spec.Runners, rules.RunnerSpec{Runner: rules.Name(fmt.Sprint("runner", i)), Default: &name})
		}
	}
	return spec, size
}

// The memory for requests, in addition to the compiled rules, does not grow with the number of
// tools times variants: an engine and its catalog keep at most twice the size of the lists, plus
// the variants.
func TestMemoryIsBounded(t *testing.T) {
	servers, file, tools, sent, variants := manyTools(t, 10_000)
	before := heap()
	r, err := ruleset.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	compiled := heap() - before
	runtime.KeepAlive(r)
	before += compiled
	e, err := engine.New(file, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	words := heap() - before
	c := catalogOf(t, e, servers...)
	took := heap() - before
	t.Logf("%d tools: sent %d, variants %d; the engine takes %d, the catalog %d, which is %d a tool",
		tools, sent, variants, words, took-words, int(took-words)/tools)
	if most := 2*sent + variants; int(took) > most {
		t.Errorf("%d bytes for %d tools; %d are allowed", took, tools, most)
	}
	runtime.KeepAlive(servers)
	runtime.KeepAlive(c)
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
