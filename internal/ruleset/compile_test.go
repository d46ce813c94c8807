package ruleset_test

import (
	"errors"
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// In a rule file the reader refuses the second of two equal keys; a Go program can write both.
func TestDuplicateNames(t *testing.T) {
	text := rules.TextSpec{Default: new("x")}
	for _, c := range []struct {
		name    string
		file    rules.File
		code    rules.Code
		pointer string
	}{
		{"texts for one path", rules.File{Descriptions: []rules.DescriptionSpec{{
			Tools:     []string{"a/b"},
			Arguments: []rules.PlacedText{{Path: "body", Text: text}, {Path: "title", Text: text}, {Path: "body", Text: text}},
			Results:   []rules.PlacedText{{Path: "body", Text: text}},
		}}}, rules.CodeDuplicatePath, "/descriptions/0/arguments/2"},
		{"sets", rules.File{
			Sets:   []rules.Set{{Name: "writes", Patterns: []string{"fs/write_*"}}, {Name: "writes", Patterns: []string{"fs/delete_*"}}},
			Filter: rules.FilterSpec{Exclude: patterns("$writes")},
		}, "duplicate_key", "/sets/1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ruleset.Compile(&c.file)
			ps, _ := errors.AsType[rules.Problems](err)
			if len(ps) != 1 || ps[0].Code != c.code || ps[0].Pointer != c.pointer || !ps[0].OnKey {
				t.Errorf("got %v; want %s at %s", err, c.code, c.pointer)
			}
		})
	}
}
