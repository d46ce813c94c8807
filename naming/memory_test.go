//go:build !race

// The race detector allocates memory of its own.

package naming_test

import (
	"runtime"
	"testing"

	"github.com/toolrules/toolrules/naming"
)

func TestBuildAllocatesLittle(t *testing.T) {
	servers := benchServers(10_000)
	if n := testing.AllocsPerRun(10, func() { build(t, &benchScheme, servers) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}

// A table needs 48 bytes for each tool, including names.
func TestTableSize(t *testing.T) {
	const tools, tables = 10_000, 20
	servers := benchServers(tools)
	var kept [tables]*naming.Table
	before := heap()
	for i := range kept {
		kept[i], _ = build(t, &benchScheme, servers)
	}
	size := float64(heap()-before) / tables / tools
	if size > 48 {
		t.Errorf("%.1f bytes a tool", size)
	}
	t.Logf("%.1f bytes a tool", size)
	runtime.KeepAlive(kept)
	runtime.KeepAlive(servers)
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func TestLookupAllocatesNothing(t *testing.T) {
	table, _ := build(t, &benchScheme, benchServers(1000))
	name, _ := table.NameAt(7)
	if n := testing.AllocsPerRun(100, func() {
		table.Lookup(name)
		table.Accept("none")
		table.NameAt(7)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
