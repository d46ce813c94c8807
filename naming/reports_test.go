package naming_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/naming"
)

// Situations about names that users of other tool hosts have reported. Numbers are those of the
// collection of reports.
func TestReports(t *testing.T) {
	const (
		dotted = "quarterly.revenue.breakdown.by.region.and.product.line.summary"
		long   = "validate_every_template_in_the_stack_before_starting_a_deployment"
		pivot  = "recompute_every_pivot_column_after_currency_conversion"
		hyphen = "move-container-from-inbound-stack-to-outbound-stack-with-priority"
	)
	underscored := strings.ReplaceAll(dotted, ".", "_")
	key := func(server, tool string) naming.Key { return naming.Key{Server: server, Tool: tool} }
	server := func(id string, tools ...string) []naming.Server { return []naming.Server{{ID: id, Tools: tools}} }
	collided := func(k naming.Key, name string) naming.Rejection {
		return naming.Rejection{Key: k, Reason: naming.CodeCollision, Exposed: name}
	}

	for _, c := range []struct {
		name    string
		scheme  naming.Scheme
		servers []naming.Server
		names   []string // the exposed ones; a * represents hash digits
		report  naming.Report
	}{{
		name:    "2: digits are of the raw names, so equal mangled names stay apart",
		servers: server("atlas", dotted, underscored),
		names:   []string{"trunc_*", "trunc_*"},
		report: naming.Report{Truncated: []naming.Truncation{
			{Key: key("atlas", dotted), Full: "atlas__" + underscored, Limit: 64},
			{Key: key("atlas", underscored), Full: "atlas__" + underscored, Limit: 64},
		}},
	}, {
		name:    "2: short names of this kind collide",
		servers: server("atlas", "a.b", "a_b"),
		report: naming.Report{
			Rejected: []naming.Rejection{
				collided(key("atlas", "a.b"), "atlas__a_b"), collided(key("atlas", "a_b"), "atlas__a_b"),
			},
			Collisions: []naming.Collision{{
				Name: "atlas__a_b", Tools: []naming.Key{key("atlas", "a.b"), key("atlas", "a_b")},
			}},
		},
	}, {
		name:    "4: one long name stops nobody",
		servers: server("infra", long, "plan", "apply"),
		names:   []string{"trunc_*", "infra__plan", "infra__apply"},
		report: naming.Report{Truncated: []naming.Truncation{
			{Key: key("infra", long), Full: "infra__" + long, Limit: 64},
		}},
	}, {
		name:    "6: a client that takes 60 bytes",
		scheme:  naming.Scheme{MaxBytes: 60},
		servers: server("abacus", pivot),
		names:   []string{"trunc_*"},
		report: naming.Report{Truncated: []naming.Truncation{
			{Key: key("abacus", pivot), Full: "abacus__" + pivot, Limit: 60},
		}},
	}, {
		name:    "6: the same name where 64 are allowed",
		servers: server("abacus", pivot),
		names:   []string{"abacus__" + pivot},
	}, {
		name:    "8: names of one server collide as well",
		servers: server("rates", "quote.get", "quote_get", "convert"),
		names:   []string{"rates__convert"},
		report: naming.Report{
			Rejected: []naming.Rejection{
				collided(key("rates", "quote.get"), "rates__quote_get"), collided(key("rates", "quote_get"), "rates__quote_get"),
			},
			Collisions: []naming.Collision{{
				Name: "rates__quote_get", Tools: []naming.Key{key("rates", "quote.get"), key("rates", "quote_get")},
			}},
		},
	}, {
		name:    "8: names collide with those of the host",
		scheme:  naming.Scheme{Reserved: []string{"rates__convert"}},
		servers: server("rates", "convert"),
		report: naming.Report{
			Rejected: []naming.Rejection{{
				Key: key("rates", "convert"), Reason: naming.CodeReserved, Exposed: "rates__convert",
			}},
			Collisions: []naming.Collision{{
				Name: "rates__convert", Tools: []naming.Key{key("rates", "convert")}, Reserved: true,
			}},
		},
	}, {
		name:    "10: a leading digit is prefixed for a provider that refuses it",
		scheme:  naming.Scheme{NoNamespace: true, Targets: []naming.Provider{naming.Gemini}},
		servers: server("auth", "2fa_enroll", "status"),
		names:   []string{"t_2fa_enroll", "status"},
	}, {
		name:    "10: a prefixed name is checked for collisions again",
		scheme:  naming.Scheme{NoNamespace: true, Targets: []naming.Provider{naming.Gemini}},
		servers: server("auth", "2fa", "t_2fa"),
		report: naming.Report{
			Rejected: []naming.Rejection{collided(key("auth", "2fa"), "t_2fa"), collided(key("auth", "t_2fa"), "t_2fa")},
			Collisions: []naming.Collision{{
				Name: "t_2fa", Tools: []naming.Key{key("auth", "2fa"), key("auth", "t_2fa")},
			}},
		},
	}, {
		name:    "12: a provider without hyphens",
		scheme:  naming.Scheme{Targets: []naming.Provider{naming.BedrockAgents}},
		servers: server("pantry", "list-items", "list_items", "add-item"),
		names:   []string{"pantry__add_item"},
		report: naming.Report{
			Rejected: []naming.Rejection{
				collided(key("pantry", "list-items"), "pantry__list_items"), collided(key("pantry", "list_items"), "pantry__list_items"),
			},
			Collisions: []naming.Collision{{
				Name: "pantry__list_items", Tools: []naming.Key{key("pantry", "list-items"), key("pantry", "list_items")},
			}},
		},
	}, {
		name:    "12: the same tools for one with hyphens",
		scheme:  naming.Scheme{Targets: []naming.Provider{naming.OpenAI}},
		servers: server("pantry", "list-items", "list_items", "add-item"),
		names:   []string{"pantry__list-items", "pantry__list_items", "pantry__add-item"},
	}, {
		name:    "14: hyphens are kept, and a truncated name leads back all the same",
		servers: server("yard", hyphen, "move-back"),
		names:   []string{"trunc_*", "yard__move-back"},
		report: naming.Report{Truncated: []naming.Truncation{
			{Key: key("yard", hyphen), Full: "yard__" + hyphen, Limit: 64},
		}},
	}, {
		name:    "16: tool names with underscores in front or inside are legal",
		servers: server("ops", "_restart", "a__b"),
		names:   []string{"ops___restart", "ops__a__b"},
	}} {
		t.Run(c.name, func(t *testing.T) {
			table, report, err := c.scheme.Build(c.servers)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.names, starred(table), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("names (-want +got)\n%s", diff)
			}
			ignoreDigits := cmpopts.IgnoreFields(naming.Truncation{}, "Name")
			if diff := cmp.Diff(&c.report, report, cmpopts.EquateEmpty(), ignoreDigits); diff != "" {
				t.Errorf("report (-want +got)\n%s", diff)
			}
			for _, x := range report.Truncated {
				if got, ok := table.Lookup(x.Name); !ok || got != x.Key {
					t.Errorf("Lookup(%q) = %v, %t; want %v", x.Name, got, ok, x.Key)
				}
			}
			checkBothWays(t, table, report)
		})
	}
}

// starred returns the names of a table, hash digits as one star.
func starred(table *naming.Table) []string {
	var names []string
	for name := range table.All() {
		if digits, ok := strings.CutPrefix(name, "trunc_"); ok && len(digits) == 8 {
			name = "trunc_*"
		}
		names = append(names, name)
	}
	return names
}

func TestReportsRefused(t *testing.T) {
	type fault struct {
		Code    naming.Code
		Pointer string
		Value   string
	}
	for _, c := range []struct {
		name   string
		scheme naming.Scheme
		ids    []string
		want   []fault
		hint   string // a part of that of the first fault
	}{{
		name:   "6: no room for prefix and digits",
		scheme: naming.Scheme{MaxBytes: 32, Prefix: "a_prefix_of_nineteen"},
		want:   []fault{{naming.CodeNoRoom, "/max_bytes", ""}},
		hint:   "shorten the prefix",
	}, {
		name: "10: an id may not start with a digit",
		ids:  []string{"4x_routes"},
		want: []fault{{naming.CodeInvalidServerID, "/servers/0/id", "4x_routes"}},
	}, {
		name: "16: ids that would blur where a tool's name begins",
		ids:  []string{"ops", "ops_", "ops__eu"},
		want: []fault{
			{naming.CodeInvalidServerID, "/servers/1/id", "ops_"}, {naming.CodeInvalidServerID, "/servers/2/id", "ops__eu"},
		},
		hint: `"ops"`,
	}, {
		name:   "18: bare names for two servers",
		scheme: naming.Scheme{NoNamespace: true},
		ids:    []string{"alpha", "beta"},
		want:   []fault{{naming.CodeNamespaceNeedsOneServer, "/namespace", ""}},
		hint:   "namespace",
	}, {
		name: "20: two servers of one id",
		ids:  []string{"maps", "maps"},
		want: []fault{{naming.CodeDuplicateServerID, "/servers/1/id", "maps"}},
	}, {
		name: "22: an id with a hyphen",
		ids:  []string{"sea-map"},
		want: []fault{{naming.CodeInvalidServerID, "/servers/0/id", "sea-map"}},
		hint: `"sea_map"`,
	}} {
		t.Run(c.name, func(t *testing.T) {
			var servers []naming.Server
			for _, id := range c.ids {
				servers = append(servers, naming.Server{ID: id, Tools: []string{"chart-depth"}})
			}
			_, _, err := c.scheme.Build(servers)
			var list naming.Errors
			if !errors.As(err, &list) {
				t.Fatalf("got %v; want Errors", err)
			}
			var got []fault
			for _, e := range list {
				got = append(got, fault{e.Code, e.Pointer, e.Value})
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v; want %v", got, c.want)
			}
			if !strings.Contains(list[0].Hint, c.hint) {
				t.Errorf("the hint is %q; want %s in it", list[0].Hint, c.hint)
			}
		})
	}
}

func TestReport20NamesDependOnIDAndRawNameAlone(t *testing.T) {
	name := strings.Repeat("route", 20)
	one, _, err := new(naming.Scheme).Build([]naming.Server{{ID: "maps", Tools: []string{name, "route"}}})
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := new(naming.Scheme).Build([]naming.Server{
		{ID: "chart", Tools: []string{"route"}}, {ID: "maps", Tools: []string{"other", "route", name}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for exposed, key := range one.All() {
		if got, _ := two.Name(key); got != exposed {
			t.Errorf("%v is %q among other tools; want %q", key, got, exposed)
		}
	}
}
