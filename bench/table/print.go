package table

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/internal/test/ratio"
)

// Print measures jobs and writes a row for each of their peers as soon as it is known.
func Print(t testing.TB, to io.Writer, jobs []Job) {
	fmt.Fprint(to, "| job | tools | against | peer time | goal | our time | memory |\n|---|--:|---|--:|--:|--:|---|\n")
	for _, j := range jobs {
		w := j.Prepare(t)
		w.Ours() // fills the pools before memory is counted
		memory := memory(w.Ours, j.Tools)
		ours, times := ratio.Measure(w.Ours, w.Theirs...)
		for i, peer := range j.Against {
			fmt.Fprintf(to, "| %s | %s | %s | %s × | %s | %v | %s |\n", j.Name, thousands(j.Tools), peer.Name,
				number(times[i]), goal(peer.Times, times[i]),
				rounded(time.Duration(ours)), memory)
		}
	}
}

// goal returns the goal of a row, and whether it was missed.
func goal(want, got float64) string {
	switch {
	case want == 0:
		return ""
	case got < want:
		return number(want) + " (missed)"
	}
	return number(want)
}

// memory returns the allocations of one call, and the bytes per tool if there are any.
func memory(f func(), tools int) string {
	const calls = 5
	allocations := testing.AllocsPerRun(calls, f)
	if allocations == 0 {
		return "0 allocs"
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		f()
	}
	runtime.ReadMemStats(&after)
	bytes := float64(after.TotalAlloc-before.TotalAlloc) / calls
	if tools == 0 {
		return fmt.Sprintf("%s allocs, %s B", number(allocations), number(bytes))
	}
	return fmt.Sprintf("%s allocs, %s B a tool", number(allocations), number(bytes/float64(tools)))
}

// number returns three digits or an integer.
func number(x float64) string {
	switch {
	case x < 10:
		return strings.TrimSuffix(fmt.Sprintf("%.2f", x), ".00")
	case x < 100:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	return thousands(int(x + 0.5))
}

func thousands(n int) string {
	switch {
	case n == 0:
		return ""
	case n < 1000:
		return fmt.Sprint(n)
	}
	head := thousands(n / 1000)
	return fmt.Sprintf("%s,%03d", head, n%1000)
}

func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
