package engine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// searching returns a catalog of tools of two servers, without those that leaveOut reports.
func searching(t testing.TB, rules string, leaveOut func(server, tool string) bool) *engine.Catalog {
	t.Helper()
	e, err := engine.Parse("tools.rules.yaml", []byte("version: 1\n"+rules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	verbs, nouns := []string{"create", "get", "list", "delete", "update", "zap"}, []string{"issue", "pull_request", "file", "branch", "quux", "user"}
	var servers []engine.Server
	for _, id := range []string{"github", "drive", "secret"} {
		var tools []string
		for _, verb := range verbs {
			for _, noun := range nouns {
				name := verb + "_" + noun
				if leaveOut != nil && leaveOut(id, name) {
					continue
				}
				tools = append(tools, fmt.Sprintf(`{"name":%q,"description":"About %s in %s.","inputSchema":{"type":"object","properties":{"%s_id":{}}}}`, name, noun, id, noun))
			}
		}
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{[]byte("[" + strings.Join(tools, ",") + "]")}})
	}
	c, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func found(v *engine.View, query string, n int) (names []string) {
	for _, f := range v.Search(query, n) {
		names = append(names, fmt.Sprintf("%s %v", f.Tool.Name(), f.Score))
	}
	return names
}

func TestSearch(t *testing.T) {
	c := searching(t, "filter: {exclude: [secret/*, 'github/zap_*']}\ndescriptions: [{tools: drive/get_file, description: Reads.}]\n"+
		"discovery: {limits: [{tools: 5}], search: {synonyms: [[gizmo, quux]]}}", nil)
	v := c.View(engine.Request{})
	for _, x := range []struct{ name, query, want string }{
		{"words", "open an issue on github", "github__create_issue"},
		{"synonym of the file", "delete a gizmo from drive", "drive__delete_quux"},
		{"exact name", "drive__get_file", "drive__get_file"},
		{"hidden name", "github__zap_file", "drive__zap_file"},
	} {
		if hits := v.Search(x.query, 3); len(hits) == 0 || hits[0].Tool.Name() != x.want {
			t.Errorf("%s: %q finds %v, want %s first", x.name, x.query, found(v, x.query, 3), x.want)
		}
	}
	for _, f := range v.Search("secret zap file quux issue branch", 1000) {
		if _, err := v.Resolve(f.Tool.Name()); err != nil {
			t.Errorf("%s is found and can't be called", f.Tool.Name())
		}
	}
	if got := (&engine.View{}).Search("x", 3); len(got) > 0 {
		t.Errorf("the zero View finds %v", got)
	}
}

// TestHiddenToolsChangeNothing compares everything that a caller can get with that of catalogs
// without the hidden tools.
func TestHiddenToolsChangeNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	queries := []string{"issue", "create isue", "secret file", "pull request of a user", "getquux", "drive", "search_tools", "zap zap", "github__get_file"}
	for range 60 {
		rules := fmt.Sprintf("filter: {exclude: [secret/*, '*/%s_*', 'github/*_%s']}\ndiscovery: {limits: [{tools: %d, bytes: %d}], pin: [secret/get_*, github/get_*], priority: {'*/*_file': %d}, search: {}}",
			[]string{"get", "zap", "delete"}[random.IntN(3)], []string{"issue", "file"}[random.IntN(2)], 3+random.IntN(20), 3000+random.IntN(9000), random.IntN(10))
		with := searching(t, rules, nil)
		shown := map[engine.Key]bool{}
		for tool := range with.View(engine.Request{}).All() {
			shown[tool.Key()] = true
		}
		without := searching(t, rules, func(server, tool string) bool { return !shown[engine.Key{Server: server, Tool: tool}] })
		a, b := with.View(engine.Request{}), without.View(engine.Request{})
		if !bytes.Equal(a.AppendToolsJSON(nil), b.AppendToolsJSON(nil)) {
			t.Fatalf("%s: the lists differ", rules)
		}
		if !slices.Equal(namesOf(a.Deferred()), namesOf(b.Deferred())) {
			t.Fatalf("%s: other tools are deferred", rules)
		}
		for _, q := range queries {
			if got, want := found(a, q, 10), found(b, q, 10); !slices.Equal(got, want) {
				t.Fatalf("%s: %q finds %v, without hidden tools %v", rules, q, got, want)
			}
		}
		for _, name := range []string{"search_tools", "call_tool", "secret__get_file", "nothing"} {
			if a.Meta(name) != b.Meta(name) {
				t.Fatalf("%s: %s is different", rules, name)
			}
			_, errA := a.Resolve(name)
			_, errB := b.Resolve(name)
			if errA != errB {
				t.Fatalf("%s: Resolve(%s): %v, %v", rules, name, errA, errB)
			}
		}
	}
}

// TestSearchAfterWith compares catalogs after changes with catalogs that are built at once.
func TestSearchAfterWith(t *testing.T) {
	const rules = "discovery: {search: {}}"
	c := searching(t, rules, func(server, tool string) bool { return server == "github" || strings.HasPrefix(tool, "zap") })
	full := searching(t, rules, nil)
	for _, id := range []string{"drive", "github", "secret"} {
		var tools []string
		for _, key := range full.Tools() {
			if raw, ok := full.Raw(key); ok && key.Server == id {
				tools = append(tools, string(raw))
			}
		}
		next, err := c.With(engine.Server{ID: id, Lists: [][]byte{[]byte("[" + strings.Join(tools, ",") + "]")}})
		if err != nil {
			t.Fatal(err)
		}
		c = next
	}
	for _, q := range []string{"zap", "github issue", "delete file of drive"} {
		if got, want := found(c.View(engine.Request{}), q, 20), found(full.View(engine.Request{}), q, 20); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", q, got, want)
		}
	}
}
