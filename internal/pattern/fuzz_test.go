package pattern_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/pattern"
)

// FuzzMatch compares exact and folded matching with a matcher that interprets the text of the
// pattern.
func FuzzMatch(f *testing.F) {
	for _, s := range [][3]string{
		{"github/*", "github", "create_issue"},
		{"*/*Delete-*", "GitHub", "x.DELETE_repo"},
		{`a\*{b,,c\}}?/x**y{1,2}`, "a*b9", "xzzy2"},
		{"{a,b}{c,d}/é?*", "bd", "éa\xff"},
		{"*a*a*a*b", "", "aaaaaaab"},
		{"?*?-?*?", "s", "x--y.z"},
		{`{\,,\{}*`, "", "{,"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, src, server, tool string) {
		if len(src)*(len(server)+len(tool)) > 1<<14 {
			t.Skip("the oracle is slow")
		}
		p, err := pattern.Parse(src)
		if err != nil {
			return
		}
		if got, want := p.Match(server, tool), oracleMatch(src, server, tool, same); got != want {
			t.Errorf("Match(%q, %q, %q) = %t", src, server, tool, got)
		}
		got := p.MatchFolded(pattern.Fold(server), pattern.Fold(tool))
		if want := oracleMatch(src, server, tool, loose); got != want {
			t.Errorf("MatchFolded(%q, %q, %q) = %t", src, server, tool, got)
		}
		// A name that matches exactly matches when folded: an exclude never matches less than an
		// include.
		if p.Match(server, tool) && !got {
			t.Errorf("%q on %q, %q: exact only", src, server, tool)
		}
		// Long names are matched by other code.
		long := tool + strings.Repeat("xY", 600)
		if got, want := p.Match(server, long), oracleMatch(src, server, long, same); got != want {
			t.Errorf("Match(%q, %q, %q and xY 600 times) = %t", src, server, tool, got)
		}
		_, ranked := p.Best(server, tool)
		if ranked != p.Match(server, tool) {
			t.Errorf("%q on %q, %q: Best is %t", src, server, tool, ranked)
		}
	})
}

func same(r rune) rune { return r }

func loose(r rune) rune {
	if strings.ContainsRune("-._", r) {
		return '_'
	}
	return unicode.ToLower(r)
}

// oracleMatch splits at the first unescaped slash and matches both segments.
func oracleMatch(src, server, tool string, fold func(rune) rune) bool {
	i := slash.FindStringIndex(src)
	if i == nil {
		return oracleGlob(src, tool, fold)
	}
	return oracleGlob(src[:i[1]-1], server, fold) && oracleGlob(src[i[1]:], tool, fold)
}

var slash = regexp.MustCompile(`^(?s:[^\\/]|\\.)*?/`)

// oracleGlob tries everything at each position of pattern and name, once.
func oracleGlob(src, name string, fold func(rune) rune) bool {
	p, n := []rune(src), characters(name, fold)
	inBraces, closing := make([]bool, len(p)), make([]int, len(p))
	for i, open := 0, -1; i < len(p); i++ {
		inBraces[i] = open >= 0
		switch p[i] {
		case '\\':
			i++
		case '{':
			open = i
		case '}':
			for ; open < i; open++ {
				closing[open] = i
			}
			open = -1
		}
	}
	seen := map[[2]int]bool{}
	var match func(i, k int) bool
	match = func(i, k int) bool {
		if i == len(p) {
			return k == len(n)
		}
		if seen[[2]int{i, k}] {
			return false
		}
		seen[[2]int{i, k}] = true
		takes := func(r rune) bool { return k < len(n) && n[k] == string(fold(r)) }
		switch {
		case p[i] == '*':
			return match(i+1, k) || k < len(n) && match(i, k+1)
		case p[i] == '?':
			return k < len(n) && match(i+1, k+1)
		case p[i] == '\\':
			return takes(p[i+1]) && match(i+2, k+1)
		case p[i] == '}':
			return match(i+1, k)
		case p[i] == ',' && inBraces[i]:
			return match(closing[i], k)
		case p[i] == '{':
			found := match(i+1, k)
			for j := i + 1; j < closing[i]; j++ {
				if p[j] == '\\' {
					j++
				} else if p[j] == ',' {
					found = found || match(j+1, k)
				}
			}
			return found
		}
		return takes(p[i]) && match(i+1, k+1)
	}
	return match(0, 0)
}

// characters returns the characters of a name; an invalid byte stays as it is in an exact match.
func characters(name string, fold func(rune) rune) []string {
	var all []string
	for name != "" {
		r, width := utf8.DecodeRuneInString(name)
		one := string(fold(r))
		if r == utf8.RuneError && fold('A') == 'A' {
			one = name[:width]
		}
		all = append(all, one)
		name = name[width:]
	}
	return all
}

// FuzzParse compares what is accepted with a grammar written as regular expressions.
func FuzzParse(f *testing.F) {
	for _, src := range []string{
		"", "/", "a", "a/b", "a/b/c", `a\/b/c`, "a:b/c", "a:b", `a\:b/c`, "{a,b}/c", "{a,{b}}/c", "{}/a", "a{}/b",
		"{,a}{b,}/c", "{,a}{b,c}/c",
		"[a]/b", `\[a\]/b`, "a}/b", `a\`, `a\\`, "{a/b}", strings.Repeat("{a,b}", 6), strings.Repeat("{a,b}", 7),
		strings.Repeat("é", 257),
		"\xff",
		`{a\,b,\}}/\{`,
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		_, err := pattern.Parse(src)
		if got, want := err == nil, oracleAccepts(src); got != want {
			t.Errorf("Parse(%q): %v", src, err)
		}
		if e, ok := err.(*pattern.Error); err != nil && (!ok || e.Offset < 0 || e.Offset > len(src) ||
			e.Message == "") {
			t.Errorf("Parse(%q): %#v", src, err)
		}
	})
}

var (
	whole = regexp.MustCompile(`^(?s:((?:\\[^:]|[^\\{}\[\]/:]|\{(?:\\[^:]|[^\\{}\[\]/:])*\})+)/)?` +
		`((?s:\\.|[^\\{}\[\]/]|\{(?:\\.|[^\\{}\[\]/])*\})+)$`)
	escaped    = regexp.MustCompile(`(?s)\\.`)
	braces     = regexp.MustCompile(`\{[^}]*\}`)
	maybeEmpty = regexp.MustCompile(`^(\{\}|\{,[^}]*\}|\{[^}]*,\}|\{[^}]*,,[^}]*\})+$`)
)

func oracleAccepts(src string) bool {
	if !utf8.ValidString(src) || utf8.RuneCountInString(src) > 256 {
		return false
	}
	parts := whole.FindStringSubmatchIndex(src)
	if parts == nil {
		return false
	}
	combinations := 1
	for _, part := range [][]int{parts[2:4], parts[4:6]} {
		if part[0] < 0 {
			continue
		}
		text := escaped.ReplaceAllString(src[part[0]:part[1]], "x")
		if maybeEmpty.MatchString(text) {
			return false
		}
		for _, b := range braces.FindAllString(text, -1) {
			combinations = min(1000, combinations*(strings.Count(b, ",")+1))
		}
	}
	return combinations <= 64
}
