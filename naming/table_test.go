package naming_test

import (
	"testing"

	"github.com/toolrules/toolrules/naming"
)

func build(t testing.TB, s *naming.Scheme, servers []naming.Server) (*naming.Table, *naming.Report) {
	table, report, err := s.Build(servers)
	if err != nil {
		t.Fatal(err)
	}
	return table, report
}

func TestTooManyTools(t *testing.T) {
	list := make([]string, 1<<20)
	servers := make([]naming.Server, 65)
	for i := range servers {
		servers[i].ID, servers[i].Tools = "s", list
	}
	_, _, err := new(naming.Scheme).Build(servers)
	if errs, ok := err.(naming.Errors); !ok || len(errs) != 1 || errs[0].Code != naming.CodeCatalogTooLarge || errs[0].Pointer != "/servers" {
		t.Errorf("got %v", err)
	}
}

// The arguments of Build may change afterwards.
func TestTableIsIndependent(t *testing.T) {
	s := naming.Scheme{
		Prefix: "p_", Rename: map[naming.Key]string{{Server: "a", Tool: "x"}: "renamed"}, Targets: []naming.Provider{naming.Gemini},
		Accept: naming.ExposedAndOriginal, Reserved: []string{"taken"},
	}
	servers := []naming.Server{{ID: "a", Tools: []string{"x", "y.z", "w", "taken"}}}
	table, report := build(t, &s, servers)
	s.Rename[naming.Key{Server: "a", Tool: "x"}], s.Targets[0], s.Reserved[0], s.Prefix = "other", naming.BedrockAgents, "w", "q_"
	copy(servers[0].Tools, []string{"1", "2", "3", "4"})
	servers[0].ID, s.Accept = "b", naming.ExposedOnly
	for tool, want := range map[string]string{"x": "p_a__renamed", "y.z": "p_a__y_z", "w": "p_a__w"} {
		key := naming.Key{Server: "a", Tool: tool}
		name, named := table.Name(key)
		back, found := table.Lookup(want)
		original, accepted := table.Accept(tool)
		if !named || name != want || !found || back != key || !accepted || original != key {
			t.Errorf("%v: %q, %v, %v", key, name, back, original)
		}
	}
	if key, ok := table.Accept("taken"); ok {
		t.Errorf("a name that was reserved leads to %v", key)
	}
	if len(report.Rejected) > 0 {
		t.Errorf("rejected: %v", report.Rejected)
	}
}
