package ruleset_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

func TestLocate(t *testing.T) {
	r, err := ruleset.Parse("t.yaml", []byte(`version: 1
descriptions:
  - tools: fs/*
    description:
      variants:
        terse: |
          Read it.
      levels: {0-4: Reads., 5-9: Reads a file.}
      runners: [{when: tool.readOnly, default: terse}]
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		p            rules.Problem
		pointer      string
		line, column int
	}{
		{"a value", rules.Problem{Pointer: "/descriptions/0/description/variants/0", Offset: -1},
			"/descriptions/0/description/variants/terse", 6, 16},
		{"a key", rules.Problem{Pointer: "/descriptions/0/description/levels/1", Offset: -1, OnKey: true},
			"/descriptions/0/description/levels/5-9", 8, 29},
		{"inside a value", rules.Problem{Pointer: "/descriptions/0/description/runners/0/when", Offset: 5},
			"/descriptions/0/description/runners/0/when", 9, 29},
		{"a list of one that is a text", rules.Problem{Pointer: "/descriptions/0/tools/0", Offset: -1}, "/descriptions/0/tools", 3, 12},
		{"what the file leaves out", rules.Problem{Pointer: "/naming/hash_digits", Offset: -1}, "", 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.p
			r.Locate(&p)
			if p.File != "t.yaml" || p.Pointer != c.pointer || p.Line != c.line || p.Column != c.column {
				t.Errorf("%s at %s:%d:%d", p.Pointer, p.File, p.Line, p.Column)
			}
		})
	}
}

func TestLocateWithoutFile(t *testing.T) {
	r, err := ruleset.Compile(&rules.File{})
	if err != nil {
		t.Fatal(err)
	}
	p := rules.Problem{Pointer: "/naming", Offset: -1}
	if r.Locate(&p); p.File != "" || p.Line != 0 || p.Pointer != "/naming" {
		t.Errorf("%+v", p)
	}
}
