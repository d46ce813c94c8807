package naming_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/naming"
)

func TestAppendExposedAllocatesNothing(t *testing.T) {
	long := strings.Repeat("n", 128)
	id := strings.Repeat("i", 32)
	for _, c := range []struct {
		name         string
		scheme       naming.Scheme
		server, tool string
	}{
		{"short", naming.Scheme{}, "github", "create_issue"},
		{"mangled", naming.Scheme{Prefix: "p_"}, "fs", "read.text.file"},
		{"not ASCII", naming.Scheme{}, "fs", "l\xe9s\xe2\x82 fichiers é"},
		{"truncated", naming.Scheme{}, id, long},
		{"truncated, with the longest prefix", naming.Scheme{Prefix: strings.Repeat("p", 50)}, id, long},
		{"an odd number of digits", naming.Scheme{HashDigits: 31}, id, long},
		{"without namespace", naming.Scheme{NoNamespace: true}, id, long},
		{"prefixed", naming.Scheme{NoNamespace: true, Targets: naming.Providers()}, "a", "2-" + long[:59]},
		{"prefixed, then truncated", naming.Scheme{NoNamespace: true, Targets: naming.Providers()}, "a", "2-" + long[:61]},
		{"renamed", naming.Scheme{Rename: map[naming.Key]string{{Server: "a", Tool: "b"}: long}}, "a", "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dst := make([]byte, 0, 224)
			if n := testing.AllocsPerRun(100, func() { dst = c.scheme.AppendExposed(dst[:0], c.server, c.tool) }); n != 0 {
				t.Errorf("%v allocations", n)
			}
			if got, want := string(dst), c.scheme.Exposed(c.server, c.tool); got != want {
				t.Errorf("AppendExposed returns %q; Exposed %q", got, want)
			}
		})
	}
}

func TestAppendExposedKeepsWhatIsThere(t *testing.T) {
	s := naming.Scheme{NoNamespace: true, Targets: []naming.Provider{naming.BedrockAgents}}
	for _, tool := range []string{"x", "2-x", strings.Repeat("y", 80)} {
		if got, want := string(s.AppendExposed([]byte("1-"), "a", tool)), "1-"+s.Exposed("a", tool); got != want {
			t.Errorf("got %q; want %q", got, want)
		}
	}
}

func TestLimitsOutOfRangeCountAsTheNearest(t *testing.T) {
	long := strings.Repeat("n", 80)
	for _, c := range []struct {
		name       string
		odd, legal naming.Scheme
	}{
		{"max_bytes below", naming.Scheme{MaxBytes: -3}, naming.Scheme{MaxBytes: 32}},
		{"max_bytes above", naming.Scheme{MaxBytes: 99}, naming.Scheme{MaxBytes: 64}},
		{"hash_digits below", naming.Scheme{HashDigits: -3}, naming.Scheme{HashDigits: 8}},
		{"hash_digits above", naming.Scheme{HashDigits: 99}, naming.Scheme{HashDigits: 32}},
	} {
		for _, tool := range []string{long, long[:40]} {
			if got, want := c.odd.Exposed("a", tool), c.legal.Exposed("a", tool); got != want {
				t.Errorf("%s: %q; want %q", c.name, got, want)
			}
		}
	}
}

func TestRejectionTellsTheNameRefused(t *testing.T) {
	s := naming.Scheme{Reserved: []string{"a__z"}}
	_, report, err := s.Build([]naming.Server{{ID: "a", Tools: []string{"p.q", "no good", "p_q", "z"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []naming.Rejection{
		{Key: naming.Key{Server: "a", Tool: "p.q"}, Reason: naming.CodeCollision, Exposed: "a__p_q"},
		{Key: naming.Key{Server: "a", Tool: "no good"}, Reason: naming.CodeInvalidName},
		{Key: naming.Key{Server: "a", Tool: "p_q"}, Reason: naming.CodeCollision, Exposed: "a__p_q"},
		{Key: naming.Key{Server: "a", Tool: "z"}, Reason: naming.CodeReserved, Exposed: "a__z"},
	}
	if diff := cmp.Diff(want, report.Rejected); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTableOfNothing(t *testing.T) {
	var table naming.Table
	_, found := table.Lookup("x")
	_, accepted := table.Accept("x")
	_, named := table.Name(naming.Key{})
	if found || accepted || named || table.Len() != 0 {
		t.Error("the zero Table knows a name")
	}
	for name := range table.All() {
		t.Errorf("the zero Table lists %q", name)
	}
}

func TestAllMayStopEarly(t *testing.T) {
	table, _, err := new(naming.Scheme).Build([]naming.Server{{ID: "a", Tools: []string{"x", "y", "z"}}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for name := range table.All() {
		n++
		if name == "a__y" {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d names; want 2", n)
	}
}

func TestCheckServerIDHints(t *testing.T) {
	for _, c := range []struct {
		id   string
		code naming.Code
		hint string // the id that it proposes; "" if it proposes none
	}{
		{"sea-map", naming.CodeInvalidFormat, "sea_map"},
		{"GitHub", naming.CodeInvalidFormat, "github"},
		{"git hub ", naming.CodeInvalidFormat, "git_hub"},
		{"-x", naming.CodeInvalidFormat, "x"},
		{"_x", naming.CodeInvalidFormat, "x"},
		{"git__hub", naming.CodeDoubleUnderscore, "git_hub"},
		{"a__", naming.CodeDoubleUnderscore, "a"},
		{"ops_", naming.CodeTrailingUnderscore, "ops"},
		{"4x_routes", naming.CodeInvalidFormat, "s4x_routes"},
		{"", naming.CodeInvalidFormat, ""},
		{"é", naming.CodeInvalidFormat, ""},
		{strings.Repeat("x", 33), naming.CodeInvalidFormat, ""},
		{strings.Repeat("x", 32) + "_", naming.CodeInvalidFormat, strings.Repeat("x", 32)},
		{"a\xff", naming.CodeInvalidFormat, "a"},
	} {
		err := naming.CheckServerID(c.id)
		var e *naming.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Value != c.id || e.Pointer != "" {
			t.Errorf("CheckServerID(%q) = %+v; want %s", c.id, e, c.code)
			continue
		}
		if (c.hint == "") != (e.Hint == "") || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("CheckServerID(%q) hints %q; want %q in it", c.id, e.Hint, c.hint)
		}
		got, ok := naming.SuggestServerID(c.id)
		if got != c.hint || ok != (c.hint != "") {
			t.Errorf("SuggestServerID(%q) = %q, %t; want %q", c.id, got, ok, c.hint)
		}
	}
}

func TestSuggestServerIDKeepsLegalOnes(t *testing.T) {
	for _, id := range []string{"a", "git_hub", "x9", "a_b_c"} {
		if got, ok := naming.SuggestServerID(id); !ok || got != id {
			t.Errorf("SuggestServerID(%q) = %q, %t", id, got, ok)
		}
	}
}

func TestCheckServerIDsPointsAtEach(t *testing.T) {
	err := naming.CheckServerIDs([]string{"a", "B", "a", "c_", "c_"})
	want := []beyondError{
		{naming.CodeInvalidServerID, "/1", "B"},
		{naming.CodeDuplicateServerID, "/2", "a"},
		{naming.CodeInvalidServerID, "/3", "c_"},
		{naming.CodeInvalidServerID, "/4", "c_"},
	}
	if diff := cmp.Diff(want, toBeyondErrors(t, err)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var list naming.Errors
	errors.As(err, &list)
	var beneath *naming.Error
	if !errors.As(list[2].Unwrap(), &beneath) || beneath.Code != naming.CodeTrailingUnderscore {
		t.Errorf("beneath it is %v; want %s", beneath, naming.CodeTrailingUnderscore)
	}
}

func TestNoFaultIsNil(t *testing.T) {
	if err := naming.CheckServerID("a"); err != nil {
		t.Error(err)
	}
	if err := naming.CheckServerIDs(nil); err != nil {
		t.Error(err)
	}
	if err := new(naming.Scheme).Check(); err != nil {
		t.Error(err)
	}
}

func TestErrorTextHasAllItsParts(t *testing.T) {
	_, _, err := (&naming.Scheme{Prefix: "p "}).Build([]naming.Server{{ID: "sea-map"}})
	for _, part := range []string{
		"/prefix: ", "[bad_prefix]", "\n/servers/0/id: ", `"sea-map"`, "[invalid_server_id]; ", `"sea_map"`,
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %q", part, err)
		}
	}
}

// TestRefusedPrefixReason has prefixes of one or more characters that a target does not allow.
func TestRefusedPrefixReason(t *testing.T) {
	for _, c := range []struct {
		target       naming.Provider
		prefix, says string
	}{
		{naming.Gemini, "2", `starts with '2'`},
		{naming.Gemini, "-_", `starts with '-'`},
		{naming.BedrockAgents, "_a", `starts with '_'`},
		{naming.BedrockAgents, "a-", `contains "-"`},
	} {
		err := (&naming.Scheme{Prefix: c.prefix, Targets: []naming.Provider{c.target}}).Check()
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q for %s: got %v, want one that says %q", c.prefix, c.target, err, c.says)
		}
	}
}
