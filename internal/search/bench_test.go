package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// repeated returns the catalog repeated to n tools, with descriptions of the given size.
func (c catalog) repeated(n, size int) (servers [][]Doc) {
	var words []string
	for _, q := range readQueries(nil) {
		words = append(words, strings.Fields(q.Query)...)
	}
	total := 0
	for round := 0; total < n; round++ {
		for _, docs := range c.servers {
			docs = slices.Clone(docs[:min(len(docs), n-total)])
			for i := range docs {
				d := &docs[i]
				if round > 0 {
					d.Server = fmt.Sprintf("%s-%d", d.Server, round)
					d.Name = strings.Replace(d.Name, "__", fmt.Sprintf("-%d__", round), 1)
				}
				for k := total + i; len(d.Description) < size; k++ {
					d.Description += words[(7*k+i)%len(words)] + " "
				}
			}
			if total += len(docs); len(docs) > 0 {
				servers = append(servers, docs)
			}
		}
	}
	return servers
}

// BenchmarkIndex builds the index of 8,000 tools.
func BenchmarkIndex(b *testing.B) {
	c := readCatalog(b)
	for _, size := range []int{0, 500} {
		servers := c.repeated(8000, size)
		b.Run(fmt.Sprintf("description=%d", size), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				language := NewLanguage(nil) // without the stems of the tools
				b.StartTimer()
				catalog{servers: servers}.index(language)
			}
		})
	}
}

// BenchmarkSearch evaluates the judged queries.
func BenchmarkSearch(b *testing.B) {
	c, queries := readCatalog(b), readQueries(b)
	for _, tools := range []int{100, 1000, 8000} {
		for _, size := range []int{0, 500} {
			x := catalog{servers: c.repeated(tools, size)}.index(NewLanguage(nil))
			for _, hidden := range []int{0, 2} {
				visible := allOf(x.docs)
				for i := range visible {
					if hidden > 0 {
						visible[i] &= 0x5555555555555555
					}
				}
				b.Run(fmt.Sprintf("tools=%d/description=%d/hidden=%d", tools, size, hidden*tools/4), func(b *testing.B) {
					var times []time.Duration
					i := 0
					for b.Loop() {
						start := time.Now()
						x.Search(Query{Text: queries[i%len(queries)].Query, Limit: 8, Visible: visible, Named: -1})
						times = append(times, time.Since(start))
						i++
					}
					slices.Sort(times)
					b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
				})
			}
		}
	}
}
