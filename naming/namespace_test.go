package naming_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/naming"
)

// TestNamesPerServer shows typical configurations: a short prefix for one server, none for another
// whose tools have a prefix already, and another separator.
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
		{"more than truncated names start with", naming.Scheme{Separator: "_", Servers: named("web", "trunc_web")}, naming.CodeNamespaceConflict, "/servers/web/as"},
		{"the start of truncated names", naming.Scheme{Separator: "run", Servers: named("web", "t")}, naming.CodeNamespaceConflict, "/servers/web/as"},
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

// TestServersWithoutNamespaceTakeNoNames adds hostile servers without a namespace to a catalog. The
// names of all other tools stay unchanged.
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

// TestForgedHashTakesNoName has two long names with equal hash digits, which a server can find in
// minutes. A server without a namespace cannot use this to get a name of a server with one,
// whatever their order.
func TestForgedHashTakesNoName(t *testing.T) {
	const long = "a_long_name_of_a_tool_that_is_cut_since_it_has_too_many_bytes_"
	forger := naming.Server{ID: "bare", Tools: []string{"other", long + "46767"}}
	named := naming.Server{ID: "named", Tools: []string{long + "35367", "last"}}
	want := naming.Key{Server: "named", Tool: long + "35367"}
	for _, collisions := range []naming.Collisions{naming.RejectAll, naming.KeepFirst} {
		for _, servers := range [][]naming.Server{{forger, named}, {named, forger}} {
			scheme := naming.Scheme{Servers: map[string]naming.ServerName{"bare": {}}, Collisions: collisions}
			table, report, err := scheme.Build(servers)
			if err != nil {
				t.Fatal(err)
			}
			if key, ok := table.Lookup("trunc_85b58790"); !ok || key != want {
				t.Errorf("%s, %s first: the name is that of %v, %t", collisions, servers[0].ID, key, ok)
			}
			if len(report.Rejected) != 1 || report.Rejected[0].Key.Server != "bare" {
				t.Errorf("%s, %s first: rejected are %v", collisions, servers[0].ID, report.Rejected)
			}
			if key, ok := table.Lookup("named__last"); !ok || key.Tool != "last" {
				t.Errorf("%s, %s first: named__last is %v, %t", collisions, servers[0].ID, key, ok)
			}
		}
	}
}

// TestLongestRenameKey renames tools with invalid names, up to the maximum length of a key.
func TestLongestRenameKey(t *testing.T) {
	for n, legal := range map[int]bool{511: true, 512: true, 513: false} {
		key := naming.Key{Server: "kb", Tool: strings.Repeat("a ", 256)[:n-len("kb/")]}
		err := (&naming.Scheme{Rename: map[naming.Key]string{key: "x"}}).Check()
		if (err == nil) != legal {
			t.Errorf("a key of %d bytes: %v", n, err)
		}
	}
}

// TestNamespacesInAnotherOrderThanServers has namespaces whose order is not that of the server IDs.
func TestNamespacesInAnotherOrderThanServers(t *testing.T) {
	scheme := naming.Scheme{Servers: map[string]naming.ServerName{"a": {As: "z"}, "b": {As: "m"}, "c": {As: "k"}, "d": {}}}
	tools := []string{"k__x", "m__x", "z__x", "a__x"}
	table, report, err := scheme.Build([]naming.Server{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d", Tools: tools}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := table.Lookup("a__x"); !ok || len(report.Rejected) != 3 {
		t.Errorf("rejected are %v", report.Rejected)
	}
	// t_ is a prefix of t_x_, but they are not adjacent in the order of the IDs.
	scheme = naming.Scheme{Separator: "_", Servers: map[string]naming.ServerName{"a": {As: "t"}, "b": {As: "m"}, "c": {As: "t_x"}}}
	if _, _, err := scheme.Build([]naming.Server{{ID: "a"}, {ID: "b"}, {ID: "c"}}); err == nil {
		t.Error("a namespace that is the start of another is accepted")
	}
}
