package automata

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A condition is a machine and what it should say, written with the standard library.
type condition struct {
	name    string
	machine func() Machine
	label   func(string) int
}

func bit(f func(string) bool) func(string) int {
	return func(text string) int { return flag(f(text)) }
}

func conditions(t *testing.T) []condition {
	list := []condition{
		{"words", func() Machine { return Words([]string{"a", "ab", "k", ""}) }, func(text string) int {
			return slices.Index([]string{"a", "ab", "k", ""}, text) + 1
		}},
	}
	for _, text := range []string{"", "a", "ab", "aba", "aab", "K", "\u212a", "ſ"} {
		list = append(list,
			condition{"prefix " + text, func() Machine { return Prefix(text) }, bit(func(x string) bool { return strings.HasPrefix(x, text) })},
			condition{"suffix " + text, func() Machine { return Suffix(text) }, bit(func(x string) bool { return strings.HasSuffix(x, text) })},
			condition{"contains " + text, func() Machine { return Contains(text) }, bit(func(x string) bool { return strings.Contains(x, text) })},
			condition{"prefix of " + text, func() Machine { return PrefixOf(text) }, bit(func(x string) bool { return strings.HasPrefix(text, x) })},
			condition{"suffix of " + text, func() Machine { return SuffixOf(text) }, bit(func(x string) bool { return strings.HasSuffix(text, x) })},
			condition{"part of " + text, func() Machine { return PartOf(text) }, bit(func(x string) bool { return strings.Contains(text, x) })},
			condition{"order " + text, func() Machine { return Order(text) }, func(x string) int { return strings.Compare(x, text) + 1 }},
		)
	}
	for _, n := range []int{0, 1, 3} {
		list = append(list, condition{fmt.Sprint("length ", n), func() Machine { return Length(n) }, func(x string) int {
			return 1 + max(-1, min(1, utf8.RuneCountInString(x)-n))
		}})
	}
	for _, source := range []string{
		"a", "^a", "a$", "^a$", "^$", "(?i)k", "(?i)^s$", `\bab\b`, `a\B`, "(?m)^a$", "a.b", "(?s)a.b", "^(ab|ba)*$", "[^a]$", "a{2,3}",
		`^\s*a`, "a|^b", `\Ab`, `a\z`, "", "(a*)*b", "[[:alpha:]]{2}", `\pL`,
	} {
		list = append(list, condition{"matches " + source, func() Machine {
			m, err := Regexp(source)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}, bit(regexp.MustCompile(source).MatchString)})
	}
	plain := len(list)
	for _, c := range list[:plain] {
		for _, by := range []struct {
			name string
			wrap func(Machine) Machine
			f    func(string) string
		}{{"lower", Lower, strings.ToLower}, {"upper", Upper, strings.ToUpper}, {"trim", Trim, strings.TrimSpace},
			{"lower trim", func(m Machine) Machine { return Trim(Lower(m)) }, func(x string) string { return strings.ToLower(strings.TrimSpace(x)) }},
		} {
			list = append(list, condition{by.name + " " + c.name, func() Machine { return by.wrap(c.machine()) },
				func(x string) int { return c.label(by.f(x)) }})
		}
	}
	return list
}

// some are all strings over a few runes up to a length.
func some(alphabet string, length int) []string {
	all, last := []string{""}, []string{""}
	for range length {
		var next []string
		for _, text := range last {
			for _, r := range alphabet {
				next = append(next, text+string(r))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

func TestMachines(t *testing.T) {
	texts := append(some("ab", 5), some("aAbk K\u212aſs\u0085\u00a0\n_İ9", 3)...)
	for _, c := range conditions(t) {
		m := c.machine()
		for _, text := range texts {
			if got, want := Label(m, text), c.label(text); got != want {
				t.Errorf("%s: %q has label %d, not %d", c.name, text, got, want)
				break
			}
		}
	}
}

// TestClasses makes sure that code points of one class are treated alike: in each word, one of them
// is replaced with another of its class.
func TestClasses(t *testing.T) {
	const runes = "aAbBkKsS\u212aſ İiIı\u0085\u00a0\u2003\n\t_9-éÉßẞΣσς\u03f4θ\U00010400\U00010428\uffff\ufffd"
	for _, c := range conditions(t) {
		m := c.machine()
		by := map[int]rune{}
		for _, r := range runes {
			other, known := by[m.Class(r)]
			if !known {
				by[m.Class(r)] = r
				continue
			}
			for _, form := range []string{"%s", "a%s", "%sa", "a%sb", "%[1]s%[1]s", "b%sk"} {
				a, b := fmt.Sprintf(form, string(r)), fmt.Sprintf(form, string(other))
				if c.label(a) != c.label(b) {
					t.Errorf("%s: %q and %q are of one class, and differ in %q", c.name, r, other, form)
				}
			}
		}
	}
}

// TestCells compares the cells of pairs of conditions with an enumeration.
func TestCells(t *testing.T) {
	texts := append(some("ab", 5), some("aAk K\u212aſ \n", 3)...)
	all := conditions(t)
	for i := range all {
		pair := []condition{all[i], all[(i*7+3)%len(all)], all[(i*31+11)%len(all)]}
		var machines []Machine
		for _, c := range pair {
			machines = append(machines, c.machine())
		}
		cells, ok := Cells(machines, Limits{Bytes: 20, States: 100000, Words: 2})
		if !ok {
			t.Fatalf("%s: too many states", pair[0].name)
		}
		known := map[string][]string{}
		for _, cell := range cells {
			key := fmt.Sprint(cell.Labels)
			if known[key] != nil {
				t.Errorf("two cells %s", key)
			}
			known[key] = cell.Words
			for _, word := range cell.Words {
				for k, c := range pair {
					if c.label(word) != cell.Labels[k] {
						t.Errorf("%s: %q is in the wrong cell", c.name, word)
					}
				}
			}
			if len(cell.Words) == 2 && cell.Words[0] == cell.Words[1] {
				t.Errorf("a cell has %q twice", cell.Words[0])
			}
		}
		count := map[string]int{}
		for _, text := range texts {
			var labels []int
			for _, c := range pair {
				labels = append(labels, c.label(text))
			}
			words := known[fmt.Sprint(labels)]
			switch {
			case words == nil:
				t.Errorf("%s, %s, %s: no cell for %q", pair[0].name, pair[1].name, pair[2].name, text)
			case len(words[0]) > len(text):
				t.Errorf("%s, %s, %s: %q is shorter than %q", pair[0].name, pair[1].name, pair[2].name, text, words[0])
			case !slices.Contains(words, text) && len(words) < 2:
				t.Errorf("%s, %s, %s: %q is missing in a cell that should be complete", pair[0].name, pair[1].name, pair[2].name, text)
			}
			count[fmt.Sprint(labels)]++
		}
	}
}

func TestCellsStopAtTheLimits(t *testing.T) {
	long := Length(30)
	cells, ok := Cells([]Machine{long}, Limits{Bytes: 29})
	if !ok || len(cells) != 1 {
		t.Errorf("with 29 bytes there are the cells %v", cells)
	}
	if cells, _ := Cells([]Machine{long}, Limits{Bytes: 31}); len(cells) != 3 {
		t.Errorf("with 31 bytes there are the cells %v", cells)
	}
	if _, ok := Cells([]Machine{long}, Limits{States: 20}); ok {
		t.Error("32 states fit into 20")
	}
}
