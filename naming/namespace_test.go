package naming_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/naming"
)

// TestNamesPerServer shows the configurations that operators ask for: a short prefix for one server,
// none for another whose tools are prefixed already, and another separator.
func TestNamesPerServer(t *testing.T) {
	long := "list_all_the_documents_of_the_workspace_that_changed_since_yesterday"
	scheme := naming.Scheme{
		Separator: "_", Truncated: naming.ReadableTruncation,
		Servers: map[string]naming.ServerName{"search_mcp_prod": {As: "web"}, "learn": {}},
		Rename:  map[naming.Key]string{{Server: "kb", Tool: "docs/search all"}: "search"},
	}
	table, report, err := scheme.Build([]naming.Server{
		{ID: "learn", Tools: []string{"learn_docs_search", "web_search", "kb_x", "trunc_x"}},
		{ID: "search_mcp_prod", Tools: []string{"search", long}},
		{ID: "kb", Tools: []string{"docs/search all", "not renamed"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range table.All() {
		names = append(names, name)
	}
	want := []string{"learn_docs_search", "web_search", "trunc_web_list_all_the_documents_of_the_workspace_that__78f87276", "kb_search"}
	if !slices.Equal(names, want) {
		t.Errorf("got  %q\nwant %q", names, want)
	}
	var rejected []string
	for _, r := range report.Rejected {
		rejected = append(rejected, string(r.Reason)+" "+r.Key.String())
	}
	want = []string{"reserved learn/web_search", "reserved learn/kb_x", "reserved learn/trunc_x", "invalid_name kb/not renamed"}
	if !slices.Equal(rejected, want) {
		t.Errorf("rejected %q\nwant     %q", rejected, want)
	}
	if key, ok := table.Lookup("web_search"); !ok || key.Server != "search_mcp_prod" {
		t.Errorf("web_search is a tool of %q", key.Server)
	}
	if name, ok := table.Name(naming.Key{Server: "kb", Tool: "docs/search all"}); !ok || name != "kb_search" {
		t.Errorf("the renamed tool is called %q, %t", name, ok)
	}
}

func TestNamesPerServerErrors(t *testing.T) {
	catalog := []naming.Server{{ID: "git"}, {ID: "git_hub"}}
	named := func(id, as string) map[string]naming.ServerName { return map[string]naming.ServerName{id: {As: as}} }
	for _, c := range []struct {
		name    string
		scheme  naming.Scheme
		code    naming.Code
		pointer string
	}{
		{"separator too long", naming.Scheme{Separator: "----"}, naming.CodeBadSeparator, "/separator"},
		{"separator with a dot", naming.Scheme{Separator: "."}, naming.CodeBadSeparator, "/separator"},
		{"separator of a target", naming.Scheme{Separator: "-", Targets: []naming.Provider{naming.BedrockAgents}}, naming.CodeSeparatorRefused, "/separator"},
		{"as", naming.Scheme{Servers: named("web", "Web")}, naming.CodeInvalidAs, "/servers/web/as"},
		{"server ID", naming.Scheme{Servers: named("We b", "")}, naming.CodeInvalidServerID, "/servers/We b"},
		{"without namespaces", naming.Scheme{NoNamespace: true, Servers: named("web", "w")}, naming.CodeServersNeedNamespace, "/servers"},
		{"accept", naming.Scheme{Accept: naming.ExposedAndOriginal, Servers: named("web", "")}, naming.CodeAcceptNeedsNamespace, "/accept"},
		{"truncated", naming.Scheme{Truncated: "short"}, naming.CodeUnknownTruncated, "/truncated"},
		{"two servers, one name", naming.Scheme{Servers: map[string]naming.ServerName{"a": {As: "x"}, "b": {As: "x"}}},
			naming.CodeNamespaceConflict, "/servers/b/as"},
		{"a known server", naming.Scheme{Servers: named("web", "git"), Known: []string{"git"}}, naming.CodeNamespaceConflict, "/servers/web/as"},
		{"a server of the catalog", naming.Scheme{Servers: named("web", "git_hub")}, naming.CodeNamespaceConflict, "/servers/1/id"},
		{"the start of a namespace", naming.Scheme{Separator: "_"}, naming.CodeNamespaceConflict, "/servers/1/id"},
		{"as truncated names start", naming.Scheme{Separator: "_", Servers: named("web", "trunc")}, naming.CodeNamespaceConflict, "/servers/web/as"},
		{"a rename of a pattern", naming.Scheme{Rename: map[naming.Key]string{{Server: "a", Tool: "get *"}: "x"}}, naming.CodeInvalidRenameKey, "/rename/a~1get *"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := c.scheme.Build(catalog)
			var first *naming.Error
			if !errors.As(err, &first) || !errors.Is(err, c.code) || first.Code != c.code || first.Pointer != c.pointer {
				t.Errorf("got %v; want %s at %s", err, c.code, c.pointer)
			}
		})
	}
}

// TestServersWithoutNamespaceTakeNoNames adds hostile servers without a namespace to a catalog: no
// name of another server's tool changes.
func TestServersWithoutNamespaceTakeNoNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, servers := drawScheme(t)
		if s.NoNamespace {
			t.Skip("one server")
		}
		s.Servers = map[string]naming.ServerName{"hostile": {}, "hostile2": {}}
		s.Accept = naming.ExposedOnly
		before, _, err := s.Build(servers)
		if err != nil {
			t.Skip("namespaces in conflict")
		}
		var names []string // what others are called or would be called
		for _, server := range servers {
			for _, tool := range server.Tools {
				names = append(names, s.Exposed(server.ID, tool), tool)
			}
		}
		names = append(names, "x", "trunc_00000000")
		hostile := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(names), rawName()), 0, 12)
		at := rapid.IntRange(0, len(servers)).Draw(t, "at")
		servers = slices.Insert(slices.Clone(servers), at, naming.Server{ID: "hostile", Tools: hostile.Draw(t, "hostile")})
		servers = append(servers, naming.Server{ID: "hostile2", Tools: hostile.Draw(t, "hostile2")})
		after, _, err := s.Build(servers)
		if err != nil {
			t.Fatal(err)
		}
		for _, server := range servers {
			if server.ID == "hostile" || server.ID == "hostile2" {
				continue
			}
			for _, tool := range server.Tools {
				key := naming.Key{Server: server.ID, Tool: tool}
				was, _ := before.Name(key)
				if is, _ := after.Name(key); is != was {
					t.Fatalf("%v was called %q and is called %q", key, was, is)
				}
			}
		}
	})
}
