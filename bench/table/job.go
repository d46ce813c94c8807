// Package table runs the benchmarks of this module and of bench/peers: each job either as Go benchmarks or as rows of one table, in
// which every figure is a ratio of two things measured in turn in the same process.
package table

import (
	"fmt"
	"strings"
	"testing"
)

// A Job is a piece of work that this module does, and the others that do the same.
type Job struct {
	Name    string
	Tools   int // 0 if it is not about a catalog
	Against []Peer
	Prepare func(testing.TB) Work
}

// A Peer is one of the others. Times is the goal: how many times longer it should take than we do; 0 if there is none.
type Peer struct {
	Name  string
	Times float64
}

// Work is a job made ready: what we do, and what each of the others does, in the order of Job.Against.
type Work struct {
	Ours   func()
	Theirs []func()
}

// Benchmark runs each job as one benchmark for us and one for each of the others: name/tools/peer.
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

// element makes a name one element of a benchmark's name.
func element(name string) string { return strings.ReplaceAll(name, "/", ".") }

func loop(b *testing.B, f func()) {
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
}
