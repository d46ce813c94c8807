package peers_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/toolrules/toolrules/engine"
)

// A judged query and the tools that are right, by grade.
type judged struct {
	Query string         `json:"q"`
	Right map[string]int `json:"right"`
}

func readQueries(t testing.TB) (queries []judged) {
	file, err := os.Open("../../internal/search/testdata/queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var q judged
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if len(q.Right) == 0 {
			continue
		}
		right := map[string]int{}
		for key, grade := range q.Right {
			server, tool, _ := strings.Cut(key, "/")
			right[legal(server)+"/"+tool] = grade
		}
		q.Right = right
		queries = append(queries, q)
	}
	return queries
}

// legal returns a server ID without characters that IDs of toolrules do not have.
func legal(id string) string { return strings.ReplaceAll(id, "-", "_") }

// realCatalog returns the tools of real servers, without those of a server started in other ways.
func realCatalog(t testing.TB) *engine.Catalog {
	files, err := filepath.Glob("../../testdata/catalogs/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no catalogs")
	}
	var servers []engine.Server
	for _, file := range files {
		if id := strings.TrimSuffix(filepath.Base(file), ".json"); !strings.HasPrefix(id, "variant-") {
			list, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			servers = append(servers, engine.Server{ID: legal(id), Lists: [][]byte{list}, KeepNonconforming: true})
		}
	}
	e, err := engine.Parse("tools.rules.yaml", []byte("version: 1\ndiscovery: {search: {}}\n"), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// apart writes the words of a name apart, as bleve does not.
func apart(name string) string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else {
			b.WriteByte(' ')
		}
		before = r
	}
	return b.String()
}

// bleveSearch returns a search of bleve with BM25 and its analyzer for English, in which names
// count three times.
func bleveSearch(t testing.TB, c *engine.Catalog) func(query string) []string {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = en.AnalyzerName
	mapping.ScoringModel = index.BM25Scoring
	x, err := bleve.NewMemOnly(mapping)
	if err != nil {
		t.Fatal(err)
	}
	batch := x.NewBatch()
	for _, key := range c.Tools() {
		info, _ := c.Info(key)
		err := batch.Index(key.String(), map[string]string{
			"name": apart(key.Tool), "server": apart(key.Server), "arguments": apart(strings.Join(info.Arguments, " ")),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Batch(batch); err != nil {
		t.Fatal(err)
	}
	return func(text string) (found []string) {
		query := bleve.NewDisjunctionQuery()
		for field, boost := range map[string]float64{"name": 3, "server": 1, "arguments": 1} {
			match := bleve.NewMatchQuery(apart(text))
			match.SetField(field)
			match.SetBoost(boost)
			query.AddQuery(match)
		}
		result, err := x.Search(bleve.NewSearchRequestOptions(query, 8, 0, false))
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range result.Hits {
			found = append(found, hit.ID)
		}
		return found
	}
}

// TestSearch compares recall and time of searches with those of bleve in one run.
func TestSearch(t *testing.T) {
	c := realCatalog(t)
	view := c.View(engine.Request{})
	measure := func(name string, search func(string) []string) (recall float64, mean time.Duration) {
		queries := readQueries(t)
		start := time.Now()
		results := make([][]string, len(queries))
		for i, q := range queries {
			results[i] = search(q.Query)
		}
		mean = time.Since(start) / time.Duration(len(queries))
		for i, q := range queries {
			recall += recallAt5(q, results[i]) / float64(len(queries))
		}
		t.Logf("%-10s recall@5 %.3f, %v for each query", name, recall, mean)
		return recall, mean
	}
	ours, ourTime := measure("toolrules", func(query string) (found []string) {
		for _, f := range view.Search(query, 8) {
			found = append(found, f.Tool.Key().String())
		}
		return found
	})
	theirs, theirTime := measure("bleve", bleveSearch(t, c))
	if ours <= theirs || ourTime >= theirTime {
		t.Errorf("bleve is better: recall@5 %.3f and %.3f, %v and %v", ours, theirs, ourTime, theirTime)
	}
}

// recallAt5 returns how many of the tools with the best grade are among the first five results, of
// those that could be.
func recallAt5(q judged, found []string) float64 {
	best, wanted, n := 0, 0, 0
	for _, grade := range q.Right {
		best = max(best, grade)
	}
	for key, grade := range q.Right {
		if grade == best {
			wanted++
			if at := slices.Index(found, key); at >= 0 && at < 5 {
				n++
			}
		}
	}
	return float64(n) / float64(min(wanted, 5))
}
