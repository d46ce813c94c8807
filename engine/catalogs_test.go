package engine_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// catalogsCase is a line of catalogs.jsonl: a rule file, the tools of servers, and what requests
// see.
type catalogsCase struct {
	ID      string          `json:"id"`
	Rules   json.RawMessage `json:"rules"`
	Servers []struct {
		ID           string              `json:"id"`
		Tools        json.RawMessage     `json:"tools"`
		Tags         map[string][]string `json:"tags"`
		Instructions string              `json:"instructions"`
	} `json:"servers"`
	Requests []struct {
		Runner       string            `json:"runner"`
		Model        string            `json:"model"`
		Verbosity    *int64            `json:"verbosity"`
		Tools        json.RawMessage   `json:"tools"`
		Instructions map[string]string `json:"instructions"`
	} `json:"requests"`
}

func TestCatalogsCorpus(t *testing.T) {
	spectest.Each(t, "catalogs.jsonl", func(t *testing.T, _ string, c catalogsCase) {
		for _, plain := range []bool{false, true} {
			opts := engine.Options{}
			if plain {
				opts = engine.Reference(opts)
			}
			e, err := engine.Parse("x.json", c.Rules, opts)
			if err != nil {
				t.Fatal(err)
			}
			var servers []engine.Server
			for _, s := range c.Servers {
				servers = append(servers, engine.Server{ID: s.ID, Lists: [][]byte{s.Tools}, Tags: s.Tags})
			}
			catalog, err := e.BuildCatalog(servers)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range c.Requests {
				req := engine.Request{Runner: r.Runner, Model: r.Model}
				if r.Verbosity != nil {
					req.Verbosity = engine.Verbosity(*r.Verbosity)
				}
				got := decoded(t, catalog.View(req).AppendToolsJSON(nil))
				if diff := cmp.Diff(decoded(t, r.Tools), got); diff != "" {
					t.Errorf("request %d, plain %t:\n%s", i, plain, diff)
				}
			}
		}
	})
}

// decoded returns a JSON value whose numbers are as they are written.
func decoded(t *testing.T, data []byte) (value any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
