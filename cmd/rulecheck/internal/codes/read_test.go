package codes

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/rules"
)

// TestEntriesAreWellFormed checks that all embedded files can be read, and that each belongs to a
// group.
func TestEntriesAreWellFormed(t *testing.T) {
	if _, err := load(); err != nil {
		t.Error(err)
	}
	dirs, err := fs.ReadDir(entries, "entries")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !slices.ContainsFunc(groups, func(g group) bool { return g.dir == d.Name() }) {
			t.Errorf("entries/%s is not in the list of groups", d.Name())
		}
	}
	for _, g := range groups {
		if len(namesIn(entries, g.dir)) == 0 {
			t.Errorf("entries/%s has no entries", g.dir)
		}
	}
}

func TestParse(t *testing.T) {
	const example = "-- bad/tools.rules.yaml --\nbad\n-- good/tools.rules.yaml --\ngood\n"
	for _, c := range []struct{ name, text, err string }{
		{name: "complete", text: "severity: error\n\nMeaning.\n" + example},
		{name: "no header", text: "Meaning.\n" + example, err: "header"},
		{name: "unknown key", text: "severity: error\nname: x\n\nMeaning.\n" + example, err: `unknown key "Name"`},
		{name: "duplicate key", text: "severity: error\nseverity: note\n\nMeaning.\n" + example,
			err: `duplicate key "Severity"`},
		{name: "no severity", text: "rare: It is rare.\n\nMeaning.\n", err: `unknown severity ""`},
		{name: "unknown severity", text: "severity: fatal\n\nMeaning.\n" + example, err: `unknown severity "fatal"`},
		{name: "no meaning", text: "severity: error\n\n" + example, err: "no meaning"},
		{name: "no good example", text: "severity: error\n\nMeaning.\n-- bad/tools.rules.yaml --\n", err: "neither"},
		{name: "no bad example", text: "severity: error\n\nMeaning.\n-- good/tools.rules.yaml --\n", err: "neither"},
		{name: "no rule file", text: "severity: error\n\nMeaning.\n-- a.json --\n-- bad/b.json --\n-- good/c.json --\n",
			err: "neither"},
		{name: "rare with examples", text: "severity: error\nrare: It is rare.\n\nMeaning.\n" + example,
			err: "examples and"},
		{name: "other directory", text: "severity: error\n\nMeaning.\n-- worse/tools.rules.yaml --\n",
			err: "worse/tools.rules.yaml"},
		{name: "replacement without count", text: "severity: error\nreplace: A \"b\"\n\nMeaning.\n" + example,
			err: "replace"},
		{name: "replacement too long", text: "severity: error\nreplace: A 9999999 \"b\"\n\nMeaning.\n" + example,
			err: "replace"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parse([]byte(c.text))
			if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("got error %v, expected %q", err, c.err)
			}
		})
	}
}

func TestParsedEntry(t *testing.T) {
	e, err := parse([]byte(`severity: note
replace: LONG 3 "a"
replace: BYTE 1 "\xff"

It means
this.
-- github.json --
{}
-- bad/tools.rules.yaml --
LONG BYTE
-- good/tools.rules.yaml --
good
-- good/tools.test.yaml --
tests
`))
	if err != nil {
		t.Fatal(err)
	}
	catalogs := []File{{"github.json", "{}\n"}}
	bad := Example{Name: "tools.rules.yaml", Rules: "aaa \xff\n", Catalogs: catalogs}
	good := Example{Name: "tools.rules.yaml", Rules: "good\n", Tests: "tests\n", Catalogs: catalogs}
	if e.Severity != rules.SeverityNote || e.Meaning != "It means this." || !equal(e.Bad, bad) || !equal(e.Good, good) {
		t.Errorf("got %+v", e)
	}
}

func TestParseReason(t *testing.T) {
	e, err := parse([]byte("severity: reason\nrare: It requires\n  a request.\n\nMeaning.\n"))
	if err != nil || !e.Reason || e.Severity != rules.SeverityWarning || e.Rare != "It requires a request." {
		t.Errorf("got %+v, %v", e, err)
	}
}

func TestExampleOfOneFile(t *testing.T) {
	e, err := parse([]byte("severity: error\n\nMeaning.\n" +
		"-- bad/github.json --\n{}\n-- good/tools.rules.yaml --\n-- good/github.json --\n{}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if e.Bad.Name != "github.json" || len(e.Bad.Catalogs) != 0 || e.Good.Name != "tools.rules.yaml" ||
		len(e.Good.Catalogs) != 1 {
		t.Errorf("got %+v", e)
	}
}

func equal(a, b Example) bool {
	return a.Name == b.Name && a.Rules == b.Rules && a.Tests == b.Tests && slices.Equal(a.Catalogs, b.Catalogs)
}
