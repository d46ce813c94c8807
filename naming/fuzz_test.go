package naming_test

import (
	"encoding/hex"
	"errors"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/naming"
)

// legalName draws from few letters and few shapes, so that names often conflict: equal, equal after
// sanitizing, or one byte too long.
func legalName() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[x2._-]{1,4}`),
		rapid.StringMatching(`[x2._-]x{18,66}`),
		rapid.StringMatching(`t_[x2_-]{1,3}`),
		rapid.StringMatching(`ab?__[x_]{1,2}`),
		rapid.StringMatching(`[A-Za-z0-9_.-]{1,128}`),
	)
}

func rawName() *rapid.Generator[string] {
	return rapid.OneOf(legalName(), legalName(), legalName(), rapid.SampledFrom([]string{
		"", "x y", "é", "x\n", "\xff", "a\x00b", "x" + string(make([]byte, 128)),
	}))
}

func drawServers(t *rapid.T, noNamespace bool) []naming.Server {
	most := 4
	if noNamespace {
		most = 1
	}
	known := rapid.SampledFrom([]string{"a", "ab", "a_b", "t", "trunc", "x2"})
	ids := rapid.SliceOfNDistinct(known, 1, most, rapid.ID).Draw(t, "ids")
	servers := make([]naming.Server, len(ids))
	for i, id := range ids {
		servers[i] = naming.Server{ID: id, Tools: rapid.SliceOfN(rawName(), 0, 8).Draw(t, "tools")}
	}
	return servers
}

// drawScheme draws a scheme that Check accepts. Some of its reserved names and renames refer to the
// given servers.
func drawScheme(t *rapid.T) (*naming.Scheme, []naming.Server) {
	s := &naming.Scheme{
		Prefix:      rapid.StringMatching(`([xp_-][xp2_-]{0,12})?`).Draw(t, "prefix"),
		NoNamespace: rapid.Bool().Draw(t, "no namespace"),
		Collisions:  rapid.SampledFrom([]naming.Collisions{"", naming.RejectAll, naming.KeepFirst}).Draw(t, "collisions"),
		Accept:      rapid.SampledFrom([]naming.Accept{"", naming.ExposedOnly, naming.ExposedAndOriginal}).Draw(t, "accept"),
		Targets:     rapid.SliceOfN(rapid.SampledFrom(naming.Providers()), 0, 3).Draw(t, "targets"),
		MaxBytes:    rapid.SampledFrom([]int{0, 0, 32, 33, 48, 64}).Draw(t, "max bytes"),
		HashDigits:  rapid.SampledFrom([]int{0, 0, 8, 9, 16, 32}).Draw(t, "hash digits"),
		Rename:      map[naming.Key]string{},
	}
	if !s.NoNamespace && rapid.Bool().Draw(t, "names per server") {
		drawServerNames(t, s)
	}
	servers := drawServers(t, s.NoNamespace)
	for _, server := range servers {
		for _, tool := range server.Tools {
			switch rapid.IntRange(0, 9).Draw(t, "about this tool") {
			case 0:
				s.Rename[naming.Key{Server: server.ID, Tool: tool}] = legalName().Draw(t, "new name")
			case 1:
				s.Reserved = append(s.Reserved, s.Exposed(server.ID, tool))
			case 2:
				s.Reserved = append(s.Reserved, tool)
			}
		}
	}
	if s.Check() != nil {
		t.Skip("no legal scheme")
	}
	return s, servers
}

// drawServerNames draws the naming configuration of single servers, some of which drawServers
// knows.
func drawServerNames(t *rapid.T, s *naming.Scheme) {
	id := rapid.SampledFrom([]string{"a", "ab", "a_b", "t", "trunc", "x2", "gone"})
	s.Separator = rapid.SampledFrom([]string{"", "", "_", "-", "__", "x", "_-_"}).Draw(t, "separator")
	s.Known = rapid.SliceOfN(id, 0, 2).Draw(t, "known")
	s.Truncated = rapid.SampledFrom([]naming.Truncated{"", naming.HashOnly, naming.ReadableTruncation}).Draw(t, "truncated")
	s.Servers = map[string]naming.ServerName{}
	for _, server := range rapid.SliceOfN(id, 0, 4).Draw(t, "servers with names") {
		s.Servers[server] = naming.ServerName{As: rapid.SampledFrom([]string{"", "", "x", "ab", "w", "x2"}).Draw(t, "as")}
	}
}

func namesProperty(t *rapid.T) {
	s, servers := drawScheme(t)
	table, report, err := s.Build(servers)
	if conflict := oracleConflict(s, servers); conflict || err != nil {
		if !conflict || !errors.Is(err, naming.CodeNamespaceConflict) {
			t.Fatalf("Build: %v; namespaces are in conflict: %t", err, conflict)
		}
		return
	}
	if diff := cmp.Diff(oracleBuild(s, servers), toBeyondResult(table, report), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("Build (-oracle +got)\n%s", diff)
	}
	checkInvariants(t, s, table)
	checkNumbers(t, table, servers)
	for name := range probes(s, servers) {
		key, ok := table.Accept(name)
		if wantKey, wantOK := oracleAccept(s, servers, name); key != wantKey || ok != wantOK {
			t.Errorf("Accept(%q) = %v, %t; want %v, %t", name, key, ok, wantKey, wantOK)
		}
	}
}

// checkInvariants checks properties that hold for all names, without an oracle.
func checkInvariants(t *rapid.T, s *naming.Scheme, table *naming.Table) {
	law := regexp.MustCompile(`\A[A-Za-z0-9_-]{1,64}\z`)
	names, keys := map[string]bool{}, map[naming.Key]bool{}
	for name, key := range table.All() {
		if !law.MatchString(name) || s.MaxBytes != 0 && len(name) > s.MaxBytes {
			t.Errorf("%q is against the law", name)
		}
		for _, target := range s.Targets {
			if first := oracleFirst[target]; first != nil && !first.MatchString(name) {
				t.Errorf("%q is against the law of %s", name, target)
			}
		}
		if names[name] || keys[key] {
			t.Errorf("%q or %v is in the table twice", name, key)
		}
		names[name], keys[key] = true, true
		back, found := table.Lookup(name)
		there, named := table.Name(key)
		if !found || !named || back != key || there != name {
			t.Errorf("%q and %v lead to %v and %q", name, key, back, there)
		}
	}
	if len(names) != table.Len() {
		t.Errorf("Len() = %d; want %d", table.Len(), len(names))
	}
}

// checkNumbers checks that lookups by number and by name agree.
func checkNumbers(t *rapid.T, table *naming.Table, servers []naming.Server) {
	tool := 0
	for _, server := range servers {
		for _, raw := range server.Tools {
			key := naming.Key{Server: server.ID, Tool: raw}
			name, named := table.NameAt(tool)
			number, found := table.Number(key)
			if named && (!found || number != tool) {
				t.Errorf("tool %d is %v, which is number %d, %t", tool, key, number, found)
			}
			if accepted, ok := table.AcceptNumber(name); ok != named || named && accepted != tool {
				t.Errorf("tool %d is exposed by %q, which leads to %d, %t", tool, name, accepted, ok)
			}
			tool++
		}
	}
	for _, beyond := range []int{-1, tool} {
		if name, ok := table.NameAt(beyond); ok {
			t.Errorf("tool %d has the name %q", beyond, name)
		}
	}
}

// probes returns the names that a call may use: all that occur in the catalog or the table.
func probes(s *naming.Scheme, servers []naming.Server) map[string]bool {
	names := map[string]bool{"": true, "x": true}
	for _, server := range servers {
		for _, tool := range server.Tools {
			names[tool] = true
			names[s.Exposed(server.ID, tool)] = true
		}
	}
	for _, name := range s.Rename {
		names[name] = true
	}
	for _, name := range s.Reserved {
		names[name] = true
	}
	return names
}

func TestNamesAgainstOracle(t *testing.T) { rapid.Check(t, namesProperty) }

func FuzzNames(f *testing.F) { f.Fuzz(rapid.MakeFuzz(namesProperty)) }

func FuzzSanitize(f *testing.F) {
	for _, seed := range []string{
		"", "fs.read-all", "é", "e282", "eda080", "f09f", "f0808080", "f4908080", "e28228a1", "c3c328", "ff fe", "e1a0c0f48fbf",
	} {
		f.Add(seed)
		if raw, err := hex.DecodeString(seed); err == nil {
			f.Add(string(raw))
		}
	}
	f.Fuzz(func(t *testing.T, name string) {
		want := oracleSanitize(name)
		if got := naming.Sanitize(name); got != want {
			t.Errorf("Sanitize(%q) = %q; want %q", name, got, want)
		}
		if got := naming.Sanitize(want); got != want {
			t.Errorf("Sanitize(%q) = %q, though nothing is left to change", want, got)
		}
	})
}

// Every sequence of up to three relevant bytes, so that each row of the UTF-8 table is covered.
func TestSanitizeEveryEdge(t *testing.T) {
	edges := []byte{
		0x00, '-', '.', 'x', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
		0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
	}
	for _, a := range edges {
		for _, b := range edges {
			for _, c := range edges {
				name := string([]byte{a, b, c, 0x80, 'x'})
				if got, want := naming.Sanitize(name), oracleSanitize(name); got != want {
					t.Fatalf("Sanitize(%q) = %q; want %q", name, got, want)
				}
			}
		}
	}
}

// Unchecked input may have any name as a result, but must not cause a panic or a name longer than
// the maximum.
func FuzzUncheckedScheme(f *testing.F) {
	f.Add("p", "srv", "tool", 64, 8, "gemini", false)
	f.Add("", "", "", 0, 0, "gemini", true)
	f.Add("2\xff", "", "", -1, 1000, "bedrock-agents", true)
	f.Fuzz(func(t *testing.T, prefix, server, tool string, maxBytes, hashDigits int, target string, noNamespace bool) {
		s := &naming.Scheme{
			Prefix: prefix, NoNamespace: noNamespace, Targets: []naming.Provider{naming.Provider(target)},
			MaxBytes: maxBytes, HashDigits: hashDigits,
			Collisions: naming.Collisions(target), Accept: naming.Accept(target),
			Rename: map[naming.Key]string{{Server: server, Tool: prefix}: target},
		}
		name := s.Exposed(server, tool)
		if most := max(64, len(prefix)+len("trunc_")+32); len(name) > most {
			t.Errorf("%q has %d bytes; at most %d are possible", name, len(name), most)
		}
		if got := string(s.AppendExposed([]byte("before "), server, tool)); got != "before "+name {
			t.Errorf("AppendExposed returns %q; Exposed %q", got, name)
		}
		table, _, err := s.Build([]naming.Server{{ID: server, Tools: []string{tool, prefix, tool}}})
		if (err == nil) != (table != nil) {
			t.Errorf("Build returns table %v and error %v", table, err)
		}
	})
}
