package shape_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
)

// pets is a format with every feature of a table.
var pets = newPets()

func newPets() *shape.Format {
	text := func(name string) *shape.Shape { return &shape.Shape{Kind: shape.Text, Name: name} }
	pet := &shape.Shape{Kind: shape.Mapping, Def: "pet", Name: "a pet", Empty: "write its name"}
	pet.Hints, pet.Some = map[string]string{"wild": "write tame: false"}, []string{"name", "age"}
	pet.Keys = []shape.Key{
		shape.Need("name", "What it is called.", text("a name")).As("called").Writing("name: Rex"),
		shape.May("age", "Years.", &shape.Shape{Kind: shape.Integer, Name: "an age", Min: 0, Max: 40}),
		shape.May("sound", "", &shape.Shape{Kind: shape.Text, Name: "a sound", Words: []string{"bark", "purr"},
			Null: true}),
		shape.May("tame", "", &shape.Shape{Kind: shape.Boolean, Name: "true or false"}),
		shape.May("wild once", "", &shape.Shape{Kind: shape.Boolean, Name: "true or false"}).With("tame"),
		shape.May("food", "", &shape.Shape{Kind: shape.List, Name: "the food", Hollow: true, Elem: text("a food")}),
		shape.May("toys", "", &shape.Shape{Kind: shape.Dictionary, Name: "the toys", Empty: "leave toys out",
			KeyIs: shape.KeyRule{Name: "a toy", Alone: "put a list into quotes"},
			Elem:  &shape.Shape{Kind: shape.Text, Name: "a toy", Blank: shape.EmptyIsFine}}),
		shape.May("notes", "", &shape.Shape{Kind: shape.Anything}),
		shape.May("who", "", &shape.Shape{Kind: shape.Choice, Name: "a name or names", Null: true,
			Empty: "write a name", OneOf: []*shape.Shape{
				text("a name"), {Kind: shape.List, Name: "names", Elem: text("a name")}}}),
		shape.May("extra", "", &shape.Shape{Kind: shape.Mapping, Name: "extras", Hollow: true,
			Keys:   []shape.Key{shape.May("one", "", text("one"))},
			Others: &shape.Shape{Kind: shape.Integer, Name: "a number", Max: 9},
			KeyIs:  shape.KeyRule{Name: "an extra", Match: regexp.MustCompile(`^[a-z]+$`)}}),
	}
	root := &shape.Shape{Kind: shape.List, Name: "the pets", Empty: "write one", Elem: pet}
	tamer := &shape.Shape{Keys: []shape.Key{{Name: "whip"}}}
	return &shape.Format{Title: "pets", Doc: "All of them.", Root: root,
		Owners: []shape.Owner{{Name: "the tamer", Shape: tamer}}}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string // code line:column pointer
	}{
		{"all of it", "- {name: a, age: 3, sound: purr, tame: true, food: [], toys: {b: c}, notes: {d: [~, {}]}, " +
			"who: [e], extra: {one: f, g: 2}}", nil},
		{"answers of null", "- {name: a, sound: ~, who: null, extra: {}}", nil},
		{"nothing where null is an answer", "- {name: a, sound: , who: }",
			[]string{"null_value 1:20 /0/sound", "null_value 1:27 /0/who"}},
		{"null where it is none", "- {name: ~}", []string{"null_value 1:10 /0/name"}},
		{"nothing at all", "[]", []string{"empty 1:1 "}},
		{"unknown, missing", "- nmae: a\n- name: b\n  whip: 1",
			[]string{"unknown_key 1:3 /0/nmae", "missing_key 1:3 /0", "unknown_key 3:3 /1/whip"}},
		{"types", "- name: 5\n  age: x\n  tame: yes\n  toys: []\n  who: 7",
			[]string{"unquoted_scalar 1:9 /0/name", "wrong_type 2:8 /0/age", "wrong_type 3:9 /0/tame",
				"wrong_type 4:9 /0/toys",
				"unquoted_scalar 5:8 /0/who"}},
		{"a mapping where a choice is", "- {name: a, who: {b: c}}", []string{"wrong_type 1:18 /0/who"}},
		{"values", "- name: ' '\n  age: 41\n  sound: moo\n- {name: a, age: 007}",
			[]string{"blank 1:9 /0/name", "out_of_range 2:8 /0/age", "not_a_word 3:10 /0/sound",
				"wrong_type 4:18 /1/age"}},
		{"the author's keys", "- {name: a, toys: {7: b, '': c}, extra: {D: 1, e: 10, one: 3}}",
			[]string{"unquoted_scalar 1:20 /0/toys/7", "bad_name 1:26 /0/toys/", "bad_name 1:42 /0/extra/D",
				"out_of_range 1:51 /0/extra/e",
				"unquoted_scalar 1:60 /0/extra/one"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, faults := source.Parse("pets.yaml", []byte(c.file))
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			var got []string
			for _, p := range pets.Check(file) {
				got = append(got, fmt.Sprintf("%s %d:%d %s", p.Code, p.Line, p.Column, p.Pointer))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHints(t *testing.T) {
	file, _ := source.Parse("pets.yaml", []byte("- {nmae: a, whip: b, zzzzzz: c, name: 5.40, called: d, "+
		"wild: true, whpi: e}\n- {tame: true}\n- name:\n- name: a\n  food:\n- {name: a, toys: {b,c: d}}\n"))
	var hints []string
	for _, p := range pets.Check(file) {
		hints = append(hints, p.Hint)
	}
	want := []string{`did you mean "name"?`, "it belongs under the tamer",
		"known keys: name, age, sound, tame, wild once, food, toys, notes, who, extra", `write "5.40"`,
		`did you mean "name"?`,
		"write tame: false",
		`did you mean "whip", which belongs under the tamer?`, "write name: Rex", "write name: Rex",
		"indent its value, or leave the key out", "write it, or leave the key out; put a list into quotes"}
	if diff := cmp.Diff(want, hints); diff != "" {
		t.Error(diff)
	}
}

// TestJSONSchema validates files with a known verdict.
func TestJSONSchema(t *testing.T) {
	var s jsonschema.Schema
	if err := json.Unmarshal(pets.JSONSchema(), &s); err != nil {
		t.Fatal(err)
	}
	schema, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, valid := range map[string]bool{
		`[{"name": "a", "age": 3, "sound": "purr", "tame": true, "food": [], ` +
			`"toys": {"b": "c"}, "notes": {"d": [null]}, "who": ["e"], "extra": {"one": "f", "g": 2}}]`: true,
		`[{"name": "a", "who": null, "extra": {}}]`:        true,
		`[{"name": "a", "sound": null}]`:                   true,
		`[{"name": null}]`:                                 false,
		`[]`:                                               false,
		`[{"name": "a", "wild once": true}]`:               false,
		`[{"name": "a", "wild once": true, "tame": true}]`: true,
		`[{"nmae": "a"}]`:                                  false,
		`[{"age": 3}]`:                                     false,
		`[{"name": "a", "age": 41}]`:                       false,
		`[{"name": "a", "sound": "moo"}]`:                  false,
		`[{"name": "a", "toys": {}}]`:                      false,
		`[{"name": "a", "extra": {"D": 1}}]`:               false,
		`[{"name": "a", "extra": {"e": 10}}]`:              false,
		`[{"name": "a", "who": {"b": "c"}}]`:               false,
		`[{"name": " "}]`:                                  false,
		`[{"name": "a", "tame": "yes", "food": ["a"]}]`:    false,
	} {
		var value any
		if err := json.Unmarshal([]byte(file), &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("%s: %v", file, err)
		}
	}
}
