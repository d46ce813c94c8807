package rules_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/rules"
)

func TestParseSelector(t *testing.T) {
	for _, c := range []struct {
		key  string
		want rules.Selector
	}{
		{"0", rules.Level(0)},
		{"9", rules.Level(9)},
		{"10", rules.Level(10)}, // valid syntax; the level is checked when the file is compiled
		{"0-9", rules.Range(0, 9)},
		{"3-3", rules.Range(3, 3)},
		{"5-2", rules.Range(5, 2)},
		{"1,4,9", rules.Levels(1, 4, 9)},
		{"4,1,4", rules.Levels(4, 1, 4)},
		{"9223372036854775807", rules.Level(math.MaxInt)},
		{"9223372036854775808", rules.Level(math.MaxInt)},
		{"99999999999999999999999999", rules.Level(math.MaxInt)},
	} {
		got, err := rules.ParseSelector(c.key)
		if err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("ParseSelector(%q) = %v, %v; want %v", c.key, got, err, c.want)
		}
	}
}

func TestParseSelectorRefuses(t *testing.T) {
	for _, c := range []struct {
		key    string
		offset int
		hint   string // empty: not compared
	}{
		{"", 0, ""},
		{"01", 0, ""},
		{"00", 0, ""},
		{"0x5", 0, ""},
		{"1_0", 0, ""},
		{"+1", 0, ""},
		{"-1", 0, ""},
		{"1.0", 0, ""},
		{"1e0", 0, ""},
		{"*", 0, ""},
		{"٣", 0, ""},
		{"３", 0, ""},
		{" 3", 0, "write it without blanks: 3"},
		{"3 ", 0, "write it without blanks: 3"},
		{"1, 4", 2, "write it without blanks: 1,4"},
		{"2 - 5", 0, "write it without blanks: 2-5"},
		{"1 2", 0, "write it without blanks: 12"},
		{"2-05", 2, ""},
		{"2-", 2, ""},
		{"2-5-7", 2, ""},
		{"2..5", 0, ""},
		{"1,,4", 2, ""},
		{"1,4,", 4, ""},
		{",1", 0, ""},
		{"1,3-5", 2, ""},
		{"1-3,5", 0, ""},
		{"[1,4]", 0, ""},
	} {
		got, err := rules.ParseSelector(c.key)
		p, ok := errors.AsType[*rules.Problem](err)
		if !ok || got != nil {
			t.Errorf("ParseSelector(%q) = %v, %v; want a problem", c.key, got, err)
			continue
		}
		if p.Code != rules.CodeBadSelector || p.Pointer != "" || !p.OnKey || p.Offset != c.offset {
			t.Errorf("ParseSelector(%q): %+v; want offset %d", c.key, p, c.offset)
		}
		if c.hint != "" && p.Hint != c.hint {
			t.Errorf("ParseSelector(%q): hint %q; want %q", c.key, p.Hint, c.hint)
		}
	}
}

func TestSelectorString(t *testing.T) {
	for _, key := range []string{"0", "2-5", "1,4,9", "9223372036854775807"} {
		s, err := rules.ParseSelector(key)
		if err != nil || s.String() != key {
			t.Errorf("%q comes back as %q, %v", key, s, err)
		}
	}
	if got := (rules.Selector{{Lo: 0, Hi: 2}, {Lo: 5, Hi: 5}}).String(); got != "0-2,5" {
		t.Errorf("got %q", got)
	}
	if got := rules.Levels().String(); got != "" {
		t.Errorf("got %q", got)
	}
}

func FuzzParseSelector(f *testing.F) {
	for _, key := range []string{"3", "2-5", "1,4,9", "01", " 3", "1,2-3", "-", "٣"} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		s, err := rules.ParseSelector(key)
		if err != nil {
			if p, ok := errors.AsType[*rules.Problem](err); !ok || p.Offset < 0 || p.Offset > len(key) {
				t.Fatalf("ParseSelector(%q): %#v", key, err)
			}
			return
		}
		again, err := rules.ParseSelector(s.String())
		if err != nil || !cmp.Equal(again, s) {
			t.Fatalf("%q was read as %v, and %q as %v, %v", key, s, s.String(), again, err)
		}
		for _, c := range key {
			if c > '9' || c < ',' || c == '.' || c == '/' {
				t.Fatalf("%q was read as %v", key, s)
			}
		}
	})
}
