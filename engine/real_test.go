package engine_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// realServers reads the tool lists of all real servers, in the order of their file names.
func realServers(t testing.TB) []engine.Server {
	t.Helper()
	paths, err := filepath.Glob("../testdata/catalogs/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	var servers []engine.Server
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		id := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(path), ".json"), "-", "_")
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{data}})
	}
	return servers
}

// sentTools returns the raw tools of a list, as decoded by encoding/json.
func sentTools(t testing.TB, list []byte) []json.RawMessage {
	t.Helper()
	var result struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(list, &result); err != nil {
		t.Fatal(err)
	}
	return result.Tools
}

func parse(t testing.TB, rules string) *engine.Engine {
	t.Helper()
	e, err := engine.Parse("tools.rules.yaml", []byte(rules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestRealCatalogsAddUp(t *testing.T) {
	servers := realServers(t)
	catalog, err := parse(t, "version: 1\n").BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	report := catalog.Report()
	if len(servers) != 63 || report.Tools != 3119 {
		t.Errorf("%d servers with %d tools; want 63 with 3119", len(servers), report.Tools)
	}
	if len(report.Faults) > 0 {
		t.Errorf("faults: %v", report.Faults)
	}
	named := 0
	for range catalog.View(engine.Request{}).Tools() {
		named++
	}
	if named+len(report.Rejected) != report.Tools {
		t.Errorf("%d named and %d rejected are not %d tools", named, len(report.Rejected), report.Tools)
	}
	colliding, collisions := 0, 0
	for _, c := range report.Collisions {
		colliding += len(c.Tools)
	}
	for _, r := range report.Rejected {
		if r.Reason == "collision" {
			collisions++
		}
	}
	if colliding != collisions {
		t.Errorf("%d tools in collisions, and %d rejected for one", colliding, collisions)
	}
	t.Logf("%d tools: %d named, %d rejected, %d in %d collisions, %d truncated",
		report.Tools, named, len(report.Rejected), colliding, len(report.Collisions), len(report.Truncated))
}

// Under rules that change nothing, each tool is unchanged byte for byte except its name.
func TestRealCatalogsKeepTheirBytes(t *testing.T) {
	servers := realServers(t)
	catalog, err := parse(t, "version: 1\n").BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	view := catalog.View(engine.Request{})
	names := map[engine.Key]string{}
	for tool := range view.Tools() {
		names[tool.Key()] = tool.Name()
	}

	var want []json.RawMessage
	for _, s := range servers {
		for _, raw := range sentTools(t, s.Lists[0]) {
			var head struct{ Name string }
			if err := json.Unmarshal(raw, &head); err != nil {
				t.Fatal(err)
			}
			if exposed, ok := names[engine.Key{Server: s.ID, Tool: head.Name}]; ok {
				old, _ := json.Marshal(head.Name)
				want = append(want, bytes.Replace(raw, append([]byte(`"name":`), old...), []byte(`"name":"`+exposed+`"`), 1))
			}
		}
	}
	got := sentTools(t, append(view.AppendToolsJSON([]byte(`{"tools":`)), '}'))
	if len(got) != len(want) {
		t.Fatalf("%d tools, want %d", len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) {
			t.Errorf("tool %d:\n got %s\nwant %s", i, got[i], want[i])
		}
	}
}

// Every listed name can be called and resolves to its own tool. No hidden name of another view can
// be called.
func TestRealCatalogsResolveWhatTheyList(t *testing.T) {
	e := parse(t, `
version: 1
filter:
  exclude:
    - '*/*delete*'
    - when: tool.destructive && ctx.runner == "careful"
`)
	catalog, err := e.BuildCatalog(realServers(t))
	if err != nil {
		t.Fatal(err)
	}
	views := []*engine.View{catalog.View(engine.Request{Runner: "careful"}), catalog.View(engine.Request{Runner: "bold"}), catalog.View(engine.Request{})}
	listed := make([]map[string]engine.Key, len(views))
	for i, v := range views {
		listed[i] = map[string]engine.Key{}
		for tool := range v.Tools() {
			listed[i][tool.Name()] = tool.Key()
		}
	}
	for i, v := range views {
		for j := range views {
			for name, key := range listed[j] {
				got, err := v.Resolve(name)
				if _, ok := listed[i][name]; ok && (err != nil || got != key) {
					t.Fatalf("view %d lists %s for %s, and resolves it to %s, %v", i, name, key, got, err)
				} else if !ok && (err != engine.ErrNotFound || got != engine.Key{}) {
					t.Fatalf("view %d does not list %s, and resolves it to %s, %v", i, name, got, err)
				}
			}
		}
	}
	if len(listed[0]) >= len(listed[1]) || len(listed[2]) != len(listed[0]) {
		t.Errorf("%d tools for the careful, %d for the bold, %d for nobody", len(listed[0]), len(listed[1]), len(listed[2]))
	}
}
