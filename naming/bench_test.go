package naming_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/test/ratio"
	"github.com/toolrules/toolrules/naming"
)

// benchServers returns a catalog of n tools on 50 servers. A tenth of the names has a dot, a
// twentieth is too long, one in two hundred is invalid, and a few collide.
func benchServers(n int) []naming.Server {
	words := strings.Fields("read list issue pull_request repository customer invoice file search update comments history")
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

// peerExposed is a straightforward implementation with regexp and fmt.
func peerExposed(prefix, server, tool string) string {
	name := fmt.Sprintf("%s%s__%s", prefix, server, peerOutside.ReplaceAllString(tool, "_"))
	if len(name) <= 64 {
		return name
	}
	sum := sha256.Sum256([]byte(server + "\x00" + tool))
	return fmt.Sprintf("%strunc_%s", prefix, hex.EncodeToString(sum[:])[:8])
}

// A peerTable maps names to tools and tools to names.
type peerTable struct {
	names    map[string]naming.Key
	keys     map[naming.Key]string
	rejected []naming.Key
}

// peerNames names a catalog with maps.
func peerNames(prefix string, servers []naming.Server) peerTable {
	t := peerTable{names: map[string]naming.Key{}, keys: map[naming.Key]string{}}
	crowds := map[string][]naming.Key{}
	var order []string
	for _, s := range servers {
		for _, tool := range s.Tools {
			key := naming.Key{Server: s.ID, Tool: tool}
			if !peerLegal.MatchString(tool) {
				t.rejected = append(t.rejected, key)
				continue
			}
			name := peerExposed(prefix, s.ID, tool)
			if crowds[name] == nil {
				order = append(order, name)
			}
			crowds[name] = append(crowds[name], key)
		}
	}
	for _, name := range order {
		if crowd := crowds[name]; len(crowd) > 1 {
			t.rejected = append(t.rejected, crowd...)
		} else {
			t.names[name], t.keys[crowd[0]] = crowd[0], name
		}
	}
	return t
}

// A carefulTable is a peerTable that avoids allocations. Tools are represented by numbers.
type carefulTable struct {
	numbers map[string]int32
	names   map[naming.Key]string
	taken   []int32 // the numbers of tools whose name another one has
}

// carefulNames names a catalog without regexp and fmt, in one buffer, with maps of the right size.
// It does not report truncated names. If oneWay is set, it omits the map from tools to names.
func carefulNames(prefix string, servers []naming.Server, oneWay bool) carefulTable {
	n := 0
	for _, s := range servers {
		n += len(s.Tools)
	}
	t := carefulTable{numbers: make(map[string]int32, n)}
	if !oneWay {
		t.names = make(map[naming.Key]string, n)
	}
	var buf [192]byte
	at := int32(0)
	for _, s := range servers {
		for _, tool := range s.Tools {
			at++
			if !naming.ValidToolName(tool) {
				continue
			}
			made := append(append(append(append(buf[:0], prefix...), s.ID...), "__"...), tool...)
			for i := len(made) - len(tool); i < len(made); i++ {
				if made[i] == '.' {
					made[i] = '_'
				}
			}
			if len(made) > 64 {
				sum := sha256.Sum256(append(append(append(buf[:0], s.ID...), 0), tool...))
				made = hex.AppendEncode(append(append(buf[:0], prefix...), "trunc_"...), sum[:4])
			}
			if first, taken := t.numbers[string(made)]; taken {
				t.taken = append(t.taken, first, at)
				continue
			}
			name := string(made)
			t.numbers[name] = at
			if !oneWay {
				t.names[naming.Key{Server: s.ID, Tool: tool}] = name
			}
		}
	}
	return t
}

// Both sides of the benchmarks have the same results.
func TestPeersAgree(t *testing.T) {
	servers := benchServers(10_000)
	table, report, err := benchScheme.Build(servers)
	if err != nil {
		t.Fatal(err)
	}
	peer := peerNames(benchScheme.Prefix, servers)
	if len(peer.names) != table.Len() || len(peer.rejected) != len(report.Rejected) {
		t.Errorf("%d names and %d rejected; want %d and %d", table.Len(), len(report.Rejected), len(peer.names), len(peer.rejected))
	}
	if len(report.Truncated) < 300 || len(report.Collisions) == 0 {
		t.Errorf("%d truncated and %d collisions: the catalog tests too little", len(report.Truncated), len(report.Collisions))
	}
	careful := carefulNames(benchScheme.Prefix, servers, false)
	for name, key := range peer.names {
		if got, ok := table.Lookup(name); !ok || got != key || careful.names[key] != name {
			t.Errorf("%s leads to %v, %t", name, got, ok)
		}
	}
}

var benchScheme = naming.Scheme{Prefix: "p_"}

// BenchmarkBuild names a whole catalog. Its metrics are the median for one tool, and the ratios to
// the peers.
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
			took, times := ratio.Measure(build, func() { peerNames("p_", servers) },
				func() { carefulNames("p_", servers, false) }, func() { carefulNames("p_", servers, true) })
			b.ReportMetric(took/float64(n), "median-ns/tool")
			b.ReportMetric(times[0], "x-regexp")
			b.ReportMetric(times[1], "x-careful")
			b.ReportMetric(times[2], "x-one-way")
		})
	}
}

// BenchmarkAppendExposed computes one name. Its metric is the ratio to regexp and fmt.
func BenchmarkAppendExposed(b *testing.B) {
	for _, c := range []struct{ name, tool string }{
		{"short", "issues.list_comments_by_id"},
		{"truncated", strings.Repeat("very_long_tool_name_", 4)},
	} {
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

// BenchmarkLookup finds the tool of a name. Its metric is the ratio to a Go map.
func BenchmarkLookup(b *testing.B) {
	servers := benchServers(10_000)
	table, _, err := benchScheme.Build(servers)
	if err != nil {
		b.Fatal(err)
	}
	byName := peerNames("p_", servers).names
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
