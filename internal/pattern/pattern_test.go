package pattern_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

func TestPatternCorpus(t *testing.T) {
	type matchCase struct {
		Server, Tool string
		Want         bool
	}
	type patternCase struct {
		ID, Pattern string
		Fold        bool
		Cases       []matchCase
		Error       string
		Offset      int
	}
	spectest.Each(t, "patterns.jsonl", func(t *testing.T, _ string, c patternCase) {
		p, err := pattern.Parse(c.Pattern)
		if c.Error != "" {
			wantError(t, err, pattern.Code(c.Error), c.Offset)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Cases) == 0 {
			t.Fatal("neither cases nor an error")
		}
		for _, m := range c.Cases {
			got := p.Match(m.Server, m.Tool)
			if c.Fold {
				got = p.MatchFolded(pattern.Fold(m.Server), pattern.Fold(m.Tool))
			}
			if got != m.Want {
				t.Errorf("%q, fold %t, on %q, %q: got %t", c.Pattern, c.Fold, m.Server, m.Tool, got)
			}
		}
	})
}

func wantError(t *testing.T, err error, code pattern.Code, offset int) {
	t.Helper()
	var e *pattern.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v; want %s at %d", err, code, offset)
	}
	if e.Code != code || e.Offset != offset {
		t.Errorf("got %s at %d; want %s at %d", e.Code, e.Offset, code, offset)
	}
	if e.Message == "" {
		t.Error("no message")
	}
}

// JSON can't represent these.
func TestInvalidUTF8(t *testing.T) {
	_, err := pattern.Parse("s/a\xffb")
	wantError(t, err, pattern.CodeInvalidUTF8, 3)

	for _, c := range []struct {
		name, pattern, tool string
		exact, folded       bool
	}{
		{"a star takes it", "s/a*b", "a\xff\xfeb", true, true},
		{"each byte is a character", "s/a??b", "a\xe2\x82b", true, true},
		{"not two", "s/a?b", "a\xe2\x82b", false, false},
		{"the replacement character takes it when folded", "s/a\ufffdb", "a\xffb", false, true},
		{"the replacement character takes itself", "s/a\ufffdb", "a\ufffdb", true, true},
		{"behind a suffix", "s/*b", "\xffb", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.pattern)
			if got := p.Match("s", c.tool); got != c.exact {
				t.Errorf("exact: got %t", got)
			}
			if got := p.MatchFolded("s", pattern.Fold(c.tool)); got != c.folded {
				t.Errorf("folded: got %t", got)
			}
		})
	}
}

func mustParse(t *testing.T, src string) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseServer(t *testing.T) {
	for _, c := range []struct {
		src    string
		code   pattern.Code
		offset int
	}{
		{"", pattern.CodeEmptySegment, 0},
		{"a:b", pattern.CodeServerColon, 1},
		{"a/b", pattern.CodeExtraSlash, 1},
		{"[ab]", pattern.CodeBracket, 0},
		{"a\xff", pattern.CodeInvalidUTF8, 1},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := pattern.ParseServer(c.src)
			wantError(t, err, c.code, c.offset)
		})
	}
	p, err := pattern.ParseServer("git{hub,-lab*}")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		server        string
		exact, folded bool
	}{{"github", true, true}, {"GITHUB", false, true}, {"git_lab2", false, true}, {"git", false, false}} {
		if got := p.Match(c.server, "any/tool"); got != c.exact {
			t.Errorf("%s: exact is %t", c.server, got)
		}
		if got := p.MatchServerFolded(pattern.Fold(c.server)); got != c.folded {
			t.Errorf("%s: folded is %t", c.server, got)
		}
	}
}

func TestServerLiterals(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"github/*", []string{"github"}},
		{"{fs,git\\*}/x*", []string{"fs", "git*"}},
		{"{fs,git*}/x", nil},
		{"list", nil},
		{"*/list", nil},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, ok := mustParse(t, c.src).ServerLiterals()
			if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want != nil) {
				t.Errorf("got %q, %t", got, ok)
			}
		})
	}
}

func TestAlternatives(t *testing.T) {
	got := mustParse(t, `{fs,g*}/{read,wri??}_é\*`).Alternatives()
	want := []pattern.Alternative{
		{ServerLiteral: true, ToolLiteral: true, Server: "fs", Tool: "read_é*", Literals: 9},
		{ServerLiteral: true, Server: "fs", Literals: 8},
		{ToolLiteral: true, Tool: "read_é*", Literals: 8},
		{Literals: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The patterns are in the order of their specificity for the tool, least first.
func TestBestOrders(t *testing.T) {
	order := []string{"*", "*/*d*", "*/read*", "g*/read*", "git/*", "git/?ead", "g{it,}/*ead", "read", "g*/read",
		"git/read"}
	var ranks []pattern.Rank
	for _, src := range order {
		r, ok := mustParse(t, src).Best("git", "read")
		if !ok {
			t.Fatalf("%q does not match", src)
		}
		ranks = append(ranks, r)
	}
	for i := range ranks {
		for j := range ranks {
			want := 0
			switch {
			case order[i] == "g{it,}/*ead" && order[j] == "git/?ead",
				order[j] == "g{it,}/*ead" && order[i] == "git/?ead":
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			if got := ranks[i].Compare(ranks[j]); got != want {
				t.Errorf("%q against %q: got %d; want %d", order[i], order[j], got, want)
			}
		}
	}
}

func TestBestTakesTheBestAlternative(t *testing.T) {
	best := func(src, server, tool string) pattern.Rank {
		r, ok := mustParse(t, src).Best(server, tool)
		if !ok {
			t.Fatalf("%q does not match", src)
		}
		return r
	}
	if best("{g*,*git,git}/{*read,read}", "git", "read") != best("git/read", "git", "read") {
		t.Error("the literal alternatives do not win")
	}
	if best("{g*,gi*,git}/{*,read}", "gin", "x") != best("gi*/*", "gin", "x") {
		t.Error("the longer alternative that matches does not win")
	}
	for _, c := range [][2]string{{"git", "Read"}, {"Git", "read"}, {"hg", "read"}, {"git", "write"}, {"hg", "write"}} {
		if r, ok := mustParse(t, "git/read").Best(c[0], c[1]); ok || r != (pattern.Rank{}) {
			t.Errorf("git/read matches %s/%s with %+v", c[0], c[1], r)
		}
	}
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct {
		src                     string
		combinations, wildcards int
	}{
		{"git/read", 1, 0},
		{"read", 1, 0},
		{"*/read", 1, 0},
		{"git/*", 1, 1},
		{"{git,hg}/{read,re*,l?g}", 6, 4},
		{"{git,h*}/{read,write}", 4, 0},
	} {
		p := mustParse(t, c.src)
		if p.Combinations() != c.combinations || p.Wildcards() != c.wildcards {
			t.Errorf("%s: %d combinations, %d with wildcards; want %d, %d", c.src, p.Combinations(), p.Wildcards(), c.combinations, c.wildcards)
		}
	}
}

// A name with any of the characters of the language is matched by its escaped form and no other
// name is.
func TestEscape(t *testing.T) {
	for _, name := range []string{"a", "a*b", "?", "{a,b}", `\`, "a/b", "[x]", `\*`, "a:b", "é", "a,b", "{", "}"} {
		p, err := pattern.Parse(pattern.Escape("s") + "/" + pattern.Escape(name))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if _, tools := p.Names(); len(tools) != 1 || tools[0] != name || !p.Match("s", name) || p.Match("s", name+"a") || p.Match("t", name) {
			t.Errorf("%q: %s matches %q", name, p, tools)
		}
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", ""},
		{"delete_repo", "delete_repo"},
		{"Delete-Repo.V2", "delete_repo_v2"},
		{"ÜBUNG", "übung"},
		{"ΣΙΣ", "σισ"},
		{"ς", "ς"}, // already lower case
		{"İ", "i"},
		{"\u212a", "k"}, // the Kelvin sign
		{"e\u0301", "e\u0301"},
		{"a\xffB", "a\ufffdb"},
	} {
		if got := pattern.Fold(c.name); got != c.want {
			t.Errorf("Fold(%q) = %q; want %q", c.name, got, c.want)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if once := pattern.Fold(string(r)); pattern.Fold(once) != once {
			t.Errorf("%U folds on", r)
		}
	}
}

// The attempts of a star must not multiply with those of the next one.
func TestManyStarsAreFast(t *testing.T) {
	for _, c := range []struct {
		name, pattern, tool string
		want                bool
	}{
		{"33 stars", "evil/a" + strings.Repeat("*a", 31) + "*c", strings.Repeat("a", 127) + "b", false},
		{"33 stars and the last character", "evil/a" + strings.Repeat("*a", 31) + "*c", strings.Repeat("a", 127) + "c",
			true},
		{"33 stars and a middle", "evil/a" + strings.Repeat("*a", 31) + "*bc*", strings.Repeat("a", 127) + "b", false},
		{"stars and question marks", "evil/" + strings.Repeat("*?a", 40) + "*b?*", strings.Repeat("a", 127) + "b",
			false},
		{"a long name", "evil/*" + strings.Repeat("?", 120) + "b*", strings.Repeat("a", 1<<17), false},
		{"a long name that matches", "evil/*" + strings.Repeat("?", 120) + "b*", strings.Repeat("a", 1<<17) + "b",
			true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.pattern)
			start := time.Now()
			got := p.Match("evil", c.tool)
			if took := time.Since(start); took > 20*time.Second { // exponential would be years
				t.Errorf("took %v", took)
			}
			if got != c.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

func TestMatchAllocatesNothing(t *testing.T) {
	p := mustParse(t, "s/*"+strings.Repeat("?", 50)+"b*")
	tool := strings.Repeat("a", 1<<16)
	if n := testing.AllocsPerRun(1, func() { p.Match("s", tool) }); n > 0 {
		t.Errorf("%.0f allocations", n)
	}
}

func TestLongNamesMatchByCharacters(t *testing.T) {
	long := strings.Repeat("x", 1100)
	for _, c := range []struct {
		pattern, tool string
		want          bool
	}{
		{"s/*Z?b", long + "Z\u00e9b", true},
		{"s/*Z?b", long + "Z\u00e9\u00e9b", false},
		{"s/*Z*??b", long + "Z\u20acb", false},
		{"s/*Z*??b", long + "Z\u20acab", true},
		{"s/*Z?b", long + "Z\xe2b", true},
		{"s/x*y", long, false},
		{"s/x*y*", long + "yz", true},
		{"s/*?*", long, true},
	} {
		if got := mustParse(t, c.pattern).Match("s", c.tool); got != c.want {
			t.Errorf("%s on x…%s: got %t", c.pattern, c.tool[1100:], got)
		}
	}
}

func TestZeroAndNilMatchNothing(t *testing.T) {
	for name, p := range map[string]*pattern.Pattern{"nil": nil, "zero": {}} {
		if p.Match("", "") || p.MatchFolded("", "") || p.MatchServer("") || p.MatchServerFolded("") {
			t.Errorf("%s matches", name)
		}
		if _, ok := p.Best("", ""); ok {
			t.Errorf("%s has a rank", name)
		}
		if ids, _ := p.ServerLiterals(); len(ids) != 0 || len(p.Alternatives()) != 0 || p.String() != "" || p.Combinations() != 0 || p.Wildcards() != 0 {
			t.Errorf("%s has content", name)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, src := range []string{"github/create_issue", "*/create_*", "*_issue", "github/*_*_*",
		"{github,gitlab}/create_{issue,pr}"} {
		b.Run(src, func(b *testing.B) {
			p, err := pattern.Parse(src)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				p.MatchFolded("github", "create_issue")
			}
		})
	}
}
