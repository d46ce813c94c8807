package naming_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/ratio"
	"github.com/toolrules/toolrules/naming"
)

// benchServers makes a catalog of 50 servers: of n tools a tenth has a dot in its name, a twentieth is too long, one in two hundred
// is illegal, and a few collide.
func benchServers(n int) []naming.Server {
	words := []string{"read", "list", "issue", "pull_request", "repository", "customer", "invoice", "file", "search", "update", "comments", "history"}
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string { return words[r.IntN(len(words))] }
	servers := make([]naming.Server, 50)
	for i := range servers {
		servers[i].ID = fmt.Sprintf("server_%02d", i)
	}
	for i := range n {
		name := fmt.Sprintf("%s_%s_%d", word(), word(), i)
		switch at := r.IntN(1000); {
		case at < 100:
			name = word() + "." + name
		case at < 150:
			for len(name) < 60 {
				name += "_" + word()
			}
		case at < 155:
			name += " bad"
		case at < 160:
			name = "read.all"
		case at < 165:
			name = "read_all"
		}
		s := &servers[i*len(servers)/n]
		s.Tools = append(s.Tools, name)
	}
	return servers
}

var (
	peerLegal   = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	peerOutside = regexp.MustCompile(`[^A-Za-z0-9_-]`)
)

// peerExposed is how the law is written down first: with regexp and fmt.
func peerExposed(prefix, server, tool string) string {
	name := fmt.Sprintf("%s%s__%s", prefix, server, peerOutside.ReplaceAllString(tool, "_"))
	if len(name) <= 64 {
		return name
	}
	sum := sha256.Sum256([]byte(server + "\x00" + tool))
	return fmt.Sprintf("%strunc_%s", prefix, hex.EncodeToString(sum[:])[:8])
}

// peerNames names a catalog with maps from names to tools. It gives the way from a name to its tool and what was rejected.
func peerNames(prefix string, servers []naming.Server) (names map[string]naming.Key, rejected []naming.Key) {
	crowds := map[string][]naming.Key{}
	var order []string
	for _, s := range servers {
		for _, tool := range s.Tools {
			key := naming.Key{Server: s.ID, Tool: tool}
			if !peerLegal.MatchString(tool) {
				rejected = append(rejected, key)
				continue
			}
			name := peerExposed(prefix, s.ID, tool)
			if crowds[name] == nil {
				order = append(order, name)
			}
			crowds[name] = append(crowds[name], key)
		}
	}
	names = map[string]naming.Key{}
	for _, name := range order {
		if crowd := crowds[name]; len(crowd) > 1 {
			rejected = append(rejected, crowd...)
		} else {
			names[name] = crowd[0]
		}
	}
	return names, rejected
}

// carefulNames is the same by somebody who minds allocations: no regexp, no fmt, one buffer, one map of the right size, and
// numbers in place of pairs. It knows nothing of truncated names that it would have to report, nor of the way back.
func carefulNames(prefix string, servers []naming.Server) map[string]int32 {
	n := 0
	for _, s := range servers {
		n += len(s.Tools)
	}
	names := make(map[string]int32, n)
	var buf [192]byte
	at := int32(0)
	for _, s := range servers {
		for _, tool := range s.Tools {
			at++
			if !naming.ValidToolName(tool) {
				continue
			}
			name := append(append(append(append(buf[:0], prefix...), s.ID...), "__"...), tool...)
			for i := len(name) - len(tool); i < len(name); i++ {
				if name[i] == '.' {
					name[i] = '_'
				}
			}
			if len(name) > 64 {
				sum := sha256.Sum256(append(append(append(buf[:0], s.ID...), 0), tool...))
				name = hex.AppendEncode(append(append(buf[:0], prefix...), "trunc_"...), sum[:4])
			}
			if _, taken := names[string(name)]; taken {
				names[string(name)] = -1
				continue
			}
			names[string(name)] = at
		}
	}
	return names
}

// What is measured has to be the same.
func TestPeersAgree(t *testing.T) {
	servers := benchServers(10_000)
	table, report, err := benchScheme.Build(servers)
	if err != nil {
		t.Fatal(err)
	}
	names, rejected := peerNames(benchScheme.Prefix, servers)
	if len(names) != table.Len() || len(rejected) != len(report.Rejected) || len(report.Truncated) < 300 || len(report.Collisions) == 0 {
		t.Errorf("%d names and %d rejected; want %d and %d", table.Len(), len(report.Rejected), len(names), len(rejected))
	}
	careful := carefulNames(benchScheme.Prefix, servers)
	for name, key := range names {
		if got, ok := table.Lookup(name); !ok || got != key || careful[name] <= 0 {
			t.Errorf("%s leads to %v, %t and to %d", name, got, ok, careful[name])
		}
	}
}

var benchScheme = naming.Scheme{Prefix: "p_"}

// BenchmarkBuild names a whole catalog. Its metrics are the median for one tool, and how much longer the peers take.
func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			servers := benchServers(n)
			build := func() {
				if _, _, err := benchScheme.Build(servers); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				build()
			}
			took, times := ratio.Measure(build, func() { peerNames("p_", servers) }, func() { carefulNames("p_", servers) })
			b.ReportMetric(took/float64(n), "median-ns/tool")
			b.ReportMetric(times[0], "x-regexp")
			b.ReportMetric(times[1], "x-careful")
		})
	}
}

// BenchmarkAppendExposed makes one name; its metric is how much longer regexp and fmt take.
func BenchmarkAppendExposed(b *testing.B) {
	for _, c := range []struct{ name, tool string }{{"short", "issues.list_comments_by_id"}, {"truncated", strings.Repeat("very_long_tool_name_", 4)}} {
		b.Run(c.name, func(b *testing.B) {
			buf := make([]byte, 0, 224)
			b.ReportAllocs()
			for b.Loop() {
				buf = benchScheme.AppendExposed(buf[:0], "github_enterprise", c.tool)
			}
			took, times := ratio.Measure(
				func() { buf = benchScheme.AppendExposed(buf[:0], "github_enterprise", c.tool) },
				func() { peerExposed("p_", "github_enterprise", c.tool) },
			)
			b.ReportMetric(took, "median-ns")
			b.ReportMetric(times[0], "x-regexp")
		})
	}
}

// BenchmarkLookup finds the tool behind a name; its metric is how much longer a Go map takes.
func BenchmarkLookup(b *testing.B) {
	servers := benchServers(10_000)
	table, _, err := benchScheme.Build(servers)
	if err != nil {
		b.Fatal(err)
	}
	byName, _ := peerNames("p_", servers)
	var names []string
	for name := range table.All() {
		names = append(names, name)
	}
	i := 0
	next := func() string {
		i = (i + 1) % len(names)
		return names[i]
	}
	for b.Loop() {
		table.Lookup(next())
	}
	took, times := ratio.Measure(func() { table.Lookup(next()) }, func() { _ = byName[next()] })
	b.ReportMetric(took, "median-ns")
	b.ReportMetric(times[0], "x-map")
}
