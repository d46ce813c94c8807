package search

import (
	"bufio"
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A judged query and the tools that are right.
type judged struct {
	Query string         `json:"q"`
	Needs string         `json:"needs"`
	Right map[string]int `json:"right"`
}

func readQueries(t testing.TB) (queries []judged) {
	file, err := os.Open("testdata/queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var q judged
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&q); err != nil {
			t.Fatal(err)
		}
		queries = append(queries, q)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return queries
}

// A catalog is the tools of real servers, by server.
type catalog struct {
	servers [][]Doc
	keys    []string // server/tool
}

func readCatalog(t testing.TB) (c catalog) {
	files, err := filepath.Glob("../../testdata/catalogs/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no catalogs")
	}
	for _, file := range files {
		server := strings.TrimSuffix(filepath.Base(file), ".json")
		if strings.HasPrefix(server, "variant-") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name        string
				InputSchema struct{ Properties map[string]any }
			}
		}
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		var docs []Doc
		for _, tool := range list.Tools {
			d := Doc{Name: server + "__" + tool.Name, Server: server}
			for argument := range tool.InputSchema.Properties {
				d.Arguments = append(d.Arguments, argument)
			}
			slices.Sort(d.Arguments)
			docs = append(docs, d)
			c.keys = append(c.keys, server+"/"+tool.Name)
		}
		c.servers = append(c.servers, docs)
	}
	return c
}

func (c catalog) index(l *Language) *Index {
	var parts []*Part
	for _, docs := range c.servers {
		parts = append(parts, l.Part(docs))
	}
	return l.Join(parts)
}

func allOf(n int) []uint64 {
	set := make([]uint64, (n+63)/64)
	for i := range n {
		set[i/64] |= 1 << (i % 64)
	}
	return set
}

// measures are means over queries.
type measures struct{ recall5, recall8, hit5, mrr, n float64 }

// add adds the measures of a query: of the tools with its best grade, how many are among the first.
func (m *measures) add(q judged, keys []string) {
	best := 0
	for _, grade := range q.Right {
		best = max(best, grade)
	}
	top := func(n int) (found, wanted float64, hit bool) {
		for _, grade := range q.Right {
			if grade == best {
				wanted++
			}
		}
		for _, key := range keys[:min(n, len(keys))] {
			if q.Right[key] == best {
				found++
			}
			hit = hit || q.Right[key] > 0
		}
		return found, min(wanted, float64(n)), hit
	}
	m.n++
	found, wanted, hit := top(5)
	m.recall5 += found / wanted
	if hit {
		m.hit5++
	}
	found, wanted, _ = top(8)
	m.recall8 += found / wanted
	for i, key := range keys {
		if q.Right[key] == best {
			m.mrr += 1 / float64(i+1)
			break
		}
	}
}

func (m measures) mean() measures {
	return measures{m.recall5 / m.n, m.recall8 / m.n, m.hit5 / m.n, m.mrr / m.n, m.n}
}

func (c catalog) find(x *Index, query string, n int, visible []uint64) (keys []string) {
	for _, h := range x.Search(Query{Text: query, Limit: n, Visible: visible, Named: -1}) {
		keys = append(keys, c.keys[h.Doc])
	}
	return keys
}

func TestMeasures(t *testing.T) {
	c := readCatalog(t)
	x := c.index(NewLanguage(nil))
	everything := allOf(x.docs)
	var all measures
	var halves [2]measures
	needs := map[string]*measures{}
	random := rand.New(rand.NewPCG(1, 2))
	none := 0
	for _, q := range readQueries(t) {
		keys := c.find(x, q.Query, 100, everything)
		if len(q.Right) == 0 {
			if len(keys) == 0 {
				none++
			}
			continue
		}
		all.add(q, keys)
		halves[random.IntN(2)].add(q, keys)
		if needs[q.Needs] == nil {
			needs[q.Needs] = &measures{}
		}
		needs[q.Needs].add(q, keys)
	}
	t.Logf("all: %.3f", all.mean())
	for _, half := range halves {
		t.Logf("half: %.3f", half.mean())
	}
	for _, need := range slices.Sorted(maps.Keys(needs)) {
		t.Logf("%s: %.3f", need, needs[need].mean())
	}
	t.Logf("no answer, no result: %d", none)
	if m := all.mean(); m.recall5 < 0.78 || m.mrr < 0.73 {
		t.Errorf("recall@5 is %.3f, MRR %.3f", m.recall5, m.mrr)
	}
	ten := c.tenServers(x, readQueries(t))
	t.Logf("ten servers: %.3f", ten.mean())
	if m := ten.mean(); m.recall5 < 0.81 {
		t.Errorf("with ten servers recall@5 is %.3f", m.recall5)
	}
}

// tenServers measures views of ten servers: those with right tools of a query, and random others.
func (c catalog) tenServers(x *Index, queries []judged) (m measures) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, q := range queries {
		if len(q.Right) == 0 {
			continue
		}
		right := map[string]bool{}
		for key := range q.Right {
			server, _, _ := strings.Cut(key, "/")
			right[server] = true
		}
		order := random.Perm(len(c.servers))
		slices.SortStableFunc(order, func(a, b int) int {
			in := func(i int) int {
				if right[c.servers[i][0].Server] {
					return 0
				}
				return 1
			}
			return cmp.Compare(in(a), in(b))
		})
		chosen := order[:10]
		visible, doc := make([]uint64, (x.docs+63)/64), 0
		for i, docs := range c.servers {
			for range docs {
				if slices.Contains(chosen, i) {
					visible[doc/64] |= 1 << (doc % 64)
				}
				doc++
			}
		}
		m.add(q, c.find(x, q.Query, 100, visible))
	}
	return m
}
