package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// faultsOf returns the faults of a server, the memory that reading it allocates, and the time.
func faultsOf(t *testing.T, list string) (report *engine.Report, allocated uint64, took time.Duration) {
	t.Helper()
	e := parse(t, "version: 1")
	servers := []engine.Server{tools("s", list)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var built *engine.Catalog
	var err error
	took = ratio.Least(1, func() { built, err = e.BuildCatalog(servers) })
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return built.Report(), after.TotalAlloc - before.TotalAlloc, took
}

// A list that is too large is refused before any of it is kept. Otherwise, eight megabytes of
// commas would cause gigabytes of faults.
func TestListsThatAreTooLargeCostLittle(t *testing.T) {
	for name, list := range map[string]string{
		"commas":  "[" + strings.Repeat(",", 8<<20) + "]",
		"numbers": `{"tools":[` + strings.Repeat("0,", 4<<20) + "0]}",
		"members": `{"tools":[],` + manyMembers(200_000) + "}",
		"tools":   "[" + strings.Repeat(`{"name":"a","inputSchema":{"type":"object"}},`, 100_000) + `{"name":"a","inputSchema":{"type":"object"}}]`,
	} {
		report, allocated, _ := faultsOf(t, list)
		if len(report.Faults) != 1 || report.Faults[0].Code != engine.CodeTooLarge {
			t.Errorf("%s: %d faults, %v", name, len(report.Faults), report.Faults[:min(len(report.Faults), 3)])
		}
		if allocated > 128<<20 {
			t.Errorf("%s: %d MiB", name, allocated>>20)
		}
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"m%d":0,`, i)
	}
	return b.String() + `"last":0`
}

// Tools with one name take as long as tools with many names: repeated tools are found by a lookup.
func TestToolsOfOneNameCostWhatOthersCost(t *testing.T) {
	list := func(name func(i int) string) string {
		var b strings.Builder
		for i := range 40_000 {
			fmt.Fprintf(&b, `,{"name":%q,"x":%d}`, name(i), 100_000+i)
		}
		return "[" + b.String()[1:] + "]"
	}
	same, many := list(func(int) string { return "a" }), list(func(i int) string { return fmt.Sprintf("t%d", i) })
	least := func(list string) time.Duration {
		best := time.Hour
		for range 3 {
			_, _, took := faultsOf(t, list)
			best = min(best, took)
		}
		return best
	}
	if one, other := least(same), least(many); one > 10*other {
		t.Errorf("%v for tools of one name, %v for others", one, other)
	}
}

// A tool may have 1 MiB. A larger one is dropped alone.
func TestToolsThatAreTooLarge(t *testing.T) {
	const most = 1 << 20
	tool := func(name string, size int) string {
		rest := fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"},"x":""}`, name)
		return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"},"x":"%s"}`, name, strings.Repeat("y", size-len(rest)))
	}
	report, _, _ := faultsOf(t, "["+tool("fits", most)+","+tool("large", most+1)+`,{"name":"small","inputSchema":{"type":"object"}}]`)
	if len(report.Faults) != 1 || report.Tools != 3 {
		t.Fatalf("%d tools, %v", report.Tools, report.Faults)
	}
	if f := report.Faults[0]; f.Code != engine.CodeBadTool || f.Index != 1 || !strings.Contains(f.Message, "1048576") {
		t.Errorf("got %v", f)
	}
}
