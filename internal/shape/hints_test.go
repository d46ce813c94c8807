package shape_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/source"
)

// TestHintsForTypes tests the hints for values of a wrong type, and for strings that a comma has
// cut.
func TestHintsForTypes(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"a list whose one dash was left out", "name: a\n", "put - before name: each entry is an item of a list"},
		{"one of several keys", "name: a\nage: 3\n",
			"put - before name, and two blanks before the keys below it: each entry is an item of a list"},
		{"a mapping in braces for a list", "{name: a, age: 3}", "write [{…}]: each entry is an item of a list"},
		{"a mapping by name for a list", "a: {age: 3}\n", "write a list whose items have the keys name, age, sound"},
		{"a dash without a blank", "-name: a\n", "put a blank after the dash"},
		{"texts with dashes without a blank", "- name: a\n  food:\n    -meat\n    -bones\n",
			"put a blank after the dash"},
		{"a mapping for a list of texts", "- name: a\n  food: {meat: b}\n", "write [meat]"},
		{"a text for a list of texts", "- name: a\n  food: -2 bones\n", "put a blank after the dash"},
		{"a list in a list", "- - name: a\n", "write its items in the outer list"},
		{"a list in brackets in a list", "- [{name: a}, {name: b}]\n", "write its items in the outer list"},
		{"dashes in a mapping", "- name: a\n  extra:\n    - one: b\n", "remove the -: extras is not a list"},
		{"brackets around a mapping", "- {name: a, extra: [{one: b}]}\n", "remove the [ and ]: extras is not a list"},
		{"dashes in a mapping of the author's keys", "- name: a\n  toys:\n    - ball: red\n",
			"remove the -: the toys is not a list"},
		{"a list of names for a mapping of the author's keys", "- name: a\n  toys: [ball]\n",
			"write a mapping: a toy, a colon and its value"},
		{"a text for a mapping of the author's keys", "- name: a\n  toys: ball\n",
			"write a mapping: a toy, a colon and its value"},
		{"a list of others for a mapping", "- name: a\n  extra: [b]\n", "known keys: one"},
		{"a list of one text", "- name: [a]\n", `write "a"`},
		{"a list of several texts", "- name: [a, b]\n", ""},
		{"a text in braces", "- name: {a,b}\n", "a string that starts with { needs quotes"},
		{"a text in braces for a choice", "- name: a\n  who: {a,b}\n", "a string that starts with { needs quotes"},
		{"a mapping in a choice", "- name: a\n  who: {b: c}\n", "write a name"},
		{"a comma in a text", "- {name: Rex, the dog}\n",
			`a comma ends an unquoted string in {…}: write "Rex, the dog"`},
		{"several", "- {name: Rex, the dog , again, age: 3}\n",
			`a comma ends an unquoted string in {…}: write "Rex, the dog , again"`},
		{"a comma in quotes in a text", "- {name: a && len(\"a, b\") > 1}\n",
			`a comma ends an unquoted string in {…}: write 'a && len("a, b") > 1'`},
		{"a comma in a sentence among the author's keys", "- {name: a, toys: {ball: red, of rubber}}\n",
			`a comma ends an unquoted string in {…}: write "red, of rubber"`},
		{"an arbitrary key without a value", "- {name: a, toys: {ball: red, rope}}\n",
			"write it, or leave the key out; put a list"},
		{"a comma in quotes", "- {name: \"a\", agee}\n", `did you mean "age"?`},
		{"a colon after it", "- {name: a, agee: }\n", `did you mean "age"?`},
		{"no comma", "- name: a\n  agee:\n", `did you mean "age"?`},
		{"another line", "- {name: a,\n  agee}\n", `did you mean "age"?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, faults := source.Parse("pets.yaml", []byte(c.file))
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if found := pets.Check(file); len(found) != 1 || !strings.HasPrefix(found[0].Hint, c.want) ||
				c.want == "" && found[0].Hint != "" {
				t.Errorf("got %+v", found)
			}
		})
	}
}

// In JSON everything is in brackets.
func TestHintsForTypesInJSON(t *testing.T) {
	for file, want := range map[string]string{
		`{"name": "a"}`:        "write [{…}]: each entry is an item of a list",
		`[{"name": {}}]`:       "",
		`[{"name": {"a": 1}}]`: "",
	} {
		f, _ := source.Parse("pets.json", []byte(file))
		if found := pets.Check(f); len(found) != 1 || found[0].Hint != want {
			t.Errorf("%s: got %+v", file, found)
		}
	}
}
