package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"create_pull-request.v2", "create pull request v2"},
		{"listTeamMembers", "list Team Members"},
		{"DNS_updateDNSRecordsV1", "DNS update DNS Records V1"},
		{"getURLV2", "get URL V2"},
		{"URLs of PRs", "URLs of PRs"},
		{"k8s s3 OAuth2Token", "k8s s3 O Auth2 Token"},
		{"Größe ändern", "Größe ändern"},
		{"  --  ", ""},
		{"", ""},
	} {
		if got := strings.Join(appendWords(nil, c.text), " "); got != c.want {
			t.Errorf("%q has the words %q, want %q", c.text, got, c.want)
		}
	}
}

// TestOneEdit compares oneEdit with all words that are one edit away.
func TestOneEdit(t *testing.T) {
	near := func(a, b string) bool {
		for i := range len(a) + 1 {
			for _, c := range []byte("abc") {
				if a[:i]+string(c)+a[i:] == b || i < len(a) && a[:i]+string(c)+a[i+1:] == b {
					return true
				}
			}
			if i < len(a) && a[:i]+a[i+1:] == b {
				return true
			}
			if i+1 < len(a) && a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
				return true
			}
		}
		return false
	}
	words := []string{""}
	for i := 0; len(words[i]) < 5; i++ {
		for _, c := range []string{"a", "b", "c"} {
			words = append(words, words[i]+c)
		}
	}
	for _, a := range words {
		for _, b := range words {
			if a != b && oneEdit(a, b) != near(a, b) {
				t.Fatalf("oneEdit(%q, %q) is %t", a, b, oneEdit(a, b))
			}
		}
	}
}

func TestSearch(t *testing.T) {
	l := NewLanguage([][]string{{"sprint", "flurble"}, {"sales order", "zorp"}})
	x := l.Join([]*Part{
		l.Part([]Doc{
			{Server: "github", Name: "github__create_issue"},
			{Server: "github", Name: "github__delete_branch"},
			{Server: "github", Name: "github__create_pull_request", Description: "Proposes changes of a quixotic kind."},
		}),
		l.Part([]Doc{
			{Server: "linear", Name: "linear__getActiveSprint"},
			{Server: "linear", Name: "linear__keyvault_rotate", Arguments: []string{"gracePeriod"}},
			{Server: "linear", Name: "linear__create_sales_order"},
		}),
	})
	for _, c := range []struct {
		name, query string
		first       int // -1 if nothing is found
	}{
		{"inflected", "deleting branches", 1},
		{"synonym", "remove a branch", 1},
		{"synonym of two words", "open a merge request", 2},
		{"abbreviation", "make a PR", 2},
		{"of the house", "flurble", 3},
		{"of the house, two words of a name", "zorp", 5},
		{"written apart", "key vaults", 4},
		{"written together", "salesorder", 5},
		{"slip", "isuse", 0},
		{"argument", "grace period", 4},
		{"description", "quixotic", 2},
		{"server", "linear", 3},
		{"stop words only", "what is this", -1},
		{"nothing", "xylophone", -1},
		{"empty", "", -1},
	} {
		hits := x.Search(Query{Text: c.query, Limit: 3, Visible: allOf(6), Named: -1})
		switch {
		case c.first < 0 && len(hits) > 0:
			t.Errorf("%s: %q finds %v", c.name, c.query, hits)
		case c.first >= 0 && (len(hits) == 0 || hits[0].Doc != c.first):
			t.Errorf("%s: %q finds %v, want %d first", c.name, c.query, hits, c.first)
		}
	}
	hits := x.Search(Query{Text: "create", Limit: 2, Visible: allOf(6), Named: 5})
	if len(hits) != 2 || hits[0].Doc != 5 || hits[1].Doc != 0 {
		t.Errorf("the tool with the name is not first: %v", hits)
	}
	if hits := x.Search(Query{Text: "create", Limit: 0, Visible: allOf(6), Named: 5}); len(hits) > 0 {
		t.Errorf("limit 0 finds %v", hits)
	}
	if hits := x.Search(Query{Text: strings.Repeat("x ", MaxQueryWords) + "create", Limit: 2, Visible: allOf(6), Named: -1}); len(hits) > 0 {
		t.Errorf("word %d counts", MaxQueryWords+1)
	}
}

// TestHiddenToolsHaveNoEffect compares searches in a part of the tools with searches in an index
// that holds no other tools.
func TestHiddenToolsHaveNoEffect(t *testing.T) {
	c := readCatalog(t)
	language := NewLanguage(nil)
	whole := c.index(language)
	queries := readQueries(t)
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		share := random.Float64()
		visible := make([]uint64, (whole.docs+63)/64)
		var kept []int
		var parts []*Part
		doc := 0
		for _, docs := range c.servers {
			var own []Doc
			hidden := random.IntN(2) == 0
			for _, d := range docs {
				if !hidden && random.Float64() < share {
					visible[doc/64] |= 1 << (doc % 64)
					own = append(own, d)
					kept = append(kept, doc)
				}
				doc++
			}
			parts = append(parts, language.Part(own))
		}
		alone := language.Join(parts)
		for range 50 {
			query := queries[random.IntN(len(queries))].Query
			if random.IntN(2) == 0 { // a slip
				at := random.IntN(len(query))
				query = query[:at] + query[at+1:]
			}
			got := whole.Search(Query{Text: query, Limit: 20, Visible: visible, Named: -1})
			want := alone.Search(Query{Text: query, Limit: 20, Visible: allOf(alone.docs), Named: -1})
			for i := range want {
				want[i].Doc = kept[want[i].Doc]
			}
			if !slices.Equal(got, want) {
				t.Fatalf("round %d: %q finds %v among all tools, %v without the hidden ones", round, query, got, want)
			}
		}
	}
}

// TestEveryName searches for each tool by its own name, without help by Query.Named.
func TestEveryName(t *testing.T) {
	c := readCatalog(t)
	x := c.index(NewLanguage(nil))
	all := allOf(x.docs)
	doc, missed := 0, 0
	for _, docs := range c.servers {
		for _, d := range docs {
			if hits := x.Search(Query{Text: d.Name, Limit: 1, Visible: all, Named: doc}); len(hits) != 1 || hits[0].Doc != doc {
				t.Errorf("%s is not found by its name", d.Name)
			}
			hits := x.Search(Query{Text: d.Name, Limit: 1, Visible: all, Named: -1})
			if len(hits) == 0 || hits[0].Doc != doc {
				missed++
			}
			doc++
		}
	}
	t.Logf("by words alone, %d of %d are not first", missed, doc)
	if missed > doc/20 {
		t.Errorf("by words alone, %d of %d are not first", missed, doc)
	}
}

func FuzzSearch(f *testing.F) {
	c := readCatalog(f)
	x := c.index(NewLanguage(nil))
	visible := allOf(x.docs)
	for _, q := range readQueries(f) {
		f.Add(q.Query)
	}
	f.Add("\xff\xf0 Ä\u0301")
	f.Fuzz(func(t *testing.T, query string) {
		first := x.Search(Query{Text: query, Limit: 8, Visible: visible, Named: -1})
		second := x.Search(Query{Text: query, Limit: 20, Visible: visible, Named: -1})
		if len(first) > 8 || len(second) > 20 || !slices.Equal(first, second[:len(first)]) {
			t.Errorf("%q finds %v, then %v", query, first, second)
		}
		for i := 1; i < len(second); i++ {
			if !second[i-1].better(second[i]) || second[i].Score <= 0 {
				t.Errorf("%q: wrong order: %v", query, second)
			}
		}
	})
}
