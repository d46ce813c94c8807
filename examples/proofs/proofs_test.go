// Package proofs holds a rule file with properties that hold for all requests, and a change of it
// that a gate for pull requests rejects.
package proofs_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

func TestProperties(t *testing.T) {
	result, err := ruletest.Run("tools.test.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Proofs {
		if !p.Passed() {
			t.Errorf("%s: %s %v %v", p.Property.Name, p.Outcome, p.Requests, p.Open)
		}
	}
	if len(result.Proofs) != 5 {
		t.Errorf("there are %d proofs", len(result.Proofs))
	}
}

// The proposed rules let every member merge. A host that reloads rules can check them in the same way,
// see engine.WatchOptions; rulecheck diff --no-wider finds it without a property.
func TestProposedRules(t *testing.T) {
	catalog := load(t, "proposed.rules.yaml")
	proofs, err := ruletest.Prove(context.Background(), catalog, ruletest.Property{
		Name:  "only releasers merge",
		For:   `ctx.user.role != "admin" and "release" not in ctx.user.groups`,
		Never: []rules.EntrySpec{{Tools: []string{"github/merge_*"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := proofs[0]; p.Outcome != ruletest.Refuted || p.Requests[0].Attrs["user"].(map[string]any)["role"] != "member" {
		t.Errorf("%s: %v", p.Outcome, p.Requests)
	}
	key := engine.Key{Server: "github", Tool: "merge_pull_request"}
	audiences := ruletest.Who(context.Background(), catalog, key)
	if want := `ctx.user.role != "guest"`; len(audiences) != 1 || len(audiences[0].Region) != 1 || audiences[0].Region[0] != want {
		t.Errorf("the audience is %+v, not %s", audiences, want)
	}
}

func load(t *testing.T, rules string) *engine.Catalog {
	t.Helper()
	e, err := engine.Load(rules, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var servers []engine.Server
	for _, id := range []string{"github", "fs"} {
		list, err := os.ReadFile(filepath.Join("..", "quickstart", "catalogs", id+".json"))
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{list}})
	}
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}
