// Package quickstart holds a rule file that uses every section of the format, with the tools of
// three real servers.
package quickstart_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

func load(t *testing.T) (*engine.Catalog, *engine.Report) {
	t.Helper()
	e, err := engine.Load("tools.rules.yaml", engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w := e.Rules.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
	var servers []engine.Server
	for _, id := range []string{"github", "fs", "slack"} {
		list, err := os.ReadFile(filepath.Join("catalogs", id+".json"))
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, engine.Server{ID: id, Lists: [][]byte{list}})
	}
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		t.Fatal(err)
	}
	report := catalog.Report()
	return catalog, report
}

func user(role string, groups ...string) map[string]any {
	return map[string]any{"role": role, "groups": groups}
}

func TestEveryToolHasANameAndEveryPatternATool(t *testing.T) {
	_, report := load(t)
	if len(report.Rejected)+len(report.Faults)+len(report.Failures)+len(report.Unmatched) > 0 {
		t.Errorf("report: %+v", report)
	}
}

func TestWhoSeesWhat(t *testing.T) {
	catalog, _ := load(t)
	for _, c := range []struct {
		name        string
		attrs       map[string]any
		sees, hides []string
	}{
		{"a guest", map[string]any{"user": user("guest")},
			[]string{"github__get_issue", "fs__read", "slack__slack_get_users"},
			[]string{"github__merge_pull_request", "fs__write_file", "fs__read_file", "slack__slack_post_message"}},
		{"a guest at acme", map[string]any{"user": user("guest"), "tenant": "acme"},
			[]string{"fs__read"},
			[]string{"github__get_issue"}},
		{"a member", map[string]any{"user": user("member"), "tenant": "acme"},
			[]string{"github__create_issue", "fs__write_file"},
			[]string{"github__merge_pull_request", "slack__slack_post_message"}},
		{"a member of support", map[string]any{"user": user("member", "support")},
			[]string{"slack__slack_post_message"}, nil},
		{"an admin", map[string]any{"user": user("admin")},
			[]string{"github__merge_pull_request"}, []string{"fs__read_file"}},
		{"a request that says nothing", nil,
			[]string{"fs__read", "slack__slack_get_users"},
			[]string{"github__get_issue", "github__merge_pull_request", "fs__write_file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var names []string
			for tool := range catalog.View(engine.Request{Attrs: c.attrs}).Tools() {
				names = append(names, tool.Name())
			}
			for _, name := range c.sees {
				if !slices.Contains(names, name) {
					t.Errorf("%s is hidden", name)
				}
			}
			for _, name := range c.hides {
				if slices.Contains(names, name) {
					t.Errorf("%s is visible", name)
				}
			}
		})
	}
}

func TestWords(t *testing.T) {
	catalog, _ := load(t)
	for _, c := range []struct {
		req  engine.Request
		want string
	}{
		{engine.Request{}, `"description":"Open an issue in a repository."`},
		{engine.Request{Runner: "codex", Model: "5.4"},
			`"description":"Opens one issue in a repository. Never call it twice for one request; search first."`},
		{engine.Request{Runner: "codex", Model: "5"}, `"description":"Open an issue in a repository."`},
		{engine.Request{Model: "gpt-5-mini", Verbosity: engine.Verbosity(5)}, `"description":"New issue."`},
		{engine.Request{Model: "gpt-5-mini", Verbosity: engine.Verbosity(6)},
			`"description":"Opens one issue in a repository. Never call it twice for one request; search first."`},
		{engine.Request{}, `"body":{"type":"string","description":"Markdown. At most 65,536 characters."}`},
		{engine.Request{}, `"labels":{"type":"array","items":{"type":"string",` +
			`"description":"The exact name of a label that exists."}}`},
	} {
		c.req.Attrs = map[string]any{"user": user("member")}
		tools := catalog.View(c.req).AppendTools(nil)
		at := slices.IndexFunc(tools, func(tool engine.Tool) bool { return tool.Name() == "github__create_issue" })
		if at < 0 {
			t.Fatalf("%+v: the tool is hidden", c.req)
		}
		if got := string(tools[at].AppendJSON(nil)); !strings.Contains(got, c.want) {
			t.Errorf("%+v: no %s in %s", c.req, c.want, got)
		}
	}
}
