package engine_test

import (
	stdcmp "cmp"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// A descriptionsCase is a line of descriptions.jsonl: entries of descriptions, tools, and the
// results for requests.
type descriptionsCase struct {
	ID           string          `json:"id"`
	Descriptions json.RawMessage `json:"descriptions"`
	Tools        []struct {
		Server string          `json:"server"`
		Tool   json.RawMessage `json:"tool"`
	} `json:"tools"`
	Cases []struct {
		Request struct {
			Runner    string `json:"runner"`
			Model     string `json:"model"`
			Verbosity *int64 `json:"verbosity"`
		} `json:"request"`
		Tool [2]string       `json:"tool"` // server, tool
		Want json.RawMessage `json:"want"` // the tool, byte for byte
	} `json:"cases"`
}

func TestDescriptionsCorpus(t *testing.T) {
	spectest.Each(t, "descriptions.jsonl", func(t *testing.T, _ string, c descriptionsCase) {
		e, err := engine.Parse("x.json", []byte(`{"version":1,"descriptions":`+string(c.Descriptions)+`}`), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var servers []engine.Server
		for _, tool := range c.Tools {
			if n := len(servers); n == 0 || servers[n-1].ID != tool.Server {
				servers = append(servers, engine.Server{ID: tool.Server})
			}
			s := &servers[len(servers)-1]
			s.Lists = append(s.Lists, []byte("["+string(tool.Tool)+"]"))
		}
		catalog, err := e.BuildCatalog(servers)
		if err != nil {
			t.Fatal(err)
		}
		for _, ask := range c.Cases {
			req := engine.Request{Runner: ask.Request.Runner, Model: ask.Request.Model}
			if v := ask.Request.Verbosity; v != nil {
				req.Verbosity = engine.Verbosity(*v)
			}
			key := engine.Key{Server: ask.Tool[0], Tool: ask.Tool[1]}
			found := false
			for tool := range catalog.View(req).Tools() {
				if tool.Key() != key {
					continue
				}
				found = true
				if diff := cmp.Diff(string(ask.Want), string(tool.AppendJSON(nil))); diff != "" {
					t.Errorf("%s for %+v (-want +got):\n%s", key, ask.Request, diff)
				}
				checkTexts(t, catalog.Explain(req, key), tool)
			}
			if !found {
				t.Errorf("%s is not listed for %+v", key, ask.Request)
			}
		}
	})
}

// checkTexts checks that the explanation, the accessors and the JSON of a tool agree.
func checkTexts(t *testing.T, x engine.Explanation, tool engine.Tool) {
	t.Helper()
	var sent struct {
		Title, Description string
		Annotations        struct{ Title string }
	}
	if err := json.Unmarshal(tool.AppendJSON(nil), &sent); err != nil {
		t.Fatal(err)
	}
	if title := stdcmp.Or(sent.Title, sent.Annotations.Title); title != tool.Title() || sent.Description != tool.Description() {
		t.Errorf("%s: the JSON says %q, %q; Title and Description say %q, %q",
			x.Key, title, sent.Description, tool.Title(), tool.Description())
	}
	for _, text := range x.Texts {
		got := map[string]string{"/title": tool.Title(), "/description": tool.Description()}
		if want, ok := got[text.Place]; ok && text.Text != want {
			t.Errorf("%s%s: explained as %q, sent as %q", x.Key, text.Place, text.Text, want)
		}
	}
}
