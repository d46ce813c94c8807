// Package table runs the benchmarks of this module and of bench/peers: each job either as Go
// benchmarks or as rows of one table, in which every figure is a ratio of two measurements in the
// same process.
package table

import (
	"fmt"
	"strings"
	"testing"
)

// A Job is a task that this module and its peers do.
type Job struct {
	Name    string
	Tools   int // 0 if there is no catalog
	Against []Peer
	Prepare func(testing.TB) Work
}

// A Peer is another implementation. Times is the goal: how many times longer than this module it
// should take; 0 if there is none.
type Peer struct {
	Name  string
	Times float64
}

// Work is a prepared job: this module's function, and those of the peers in the order of
// Job.Against.
type Work struct {
	Ours   func()
	Theirs []func()
}

// Benchmark runs each job as one benchmark for this module and one for each peer: name/tools/peer.
func Benchmark(b *testing.B, jobs []Job) {
	for _, j := range jobs {
		b.Run(fmt.Sprintf("%s/%d", element(j.Name), j.Tools), func(b *testing.B) {
			w := j.Prepare(b)
			b.Run("ours", func(b *testing.B) { loop(b, w.Ours) })
			for i, peer := range j.Against {
				b.Run(element(peer.Name), func(b *testing.B) { loop(b, w.Theirs[i]) })
			}
		})
	}
}

// element converts a name to one element of a benchmark's name.
func element(name string) string { return strings.ReplaceAll(name, "/", ".") }

func loop(b *testing.B, f func()) {
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
}
