package conform_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/internal/conform"
	"github.com/toolrules/toolrules/internal/jsontree"
)

func parse(t interface{ Fatal(...any) }, text string) *jsontree.Node {
	n, err := jsontree.Parse([]byte(text), jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &n
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{``, "its inputSchema is missing"},
		{`"inputSchema":{"type":"object"},"x":[null,{"title":7}]`, ""},
		{`"inputSchema":null`, "its inputSchema is of type null, not object"},
		{`"inputSchema":{}`, `its inputSchema.type is not "object"`},
		{`"inputSchema":{"type":null}`, `its inputSchema.type is not "object"`},
		{`"inputSchema":{"type":["object"]}`, `its inputSchema.type is not "object"`},
		{`"inputSchema":{"type":"\u006fbject"}`, ""},
		{`"inputSchema":{"type":"object","properties":[]}`, "its inputSchema.properties is of type array, not object"},
		{`"inputSchema":{"type":"object","required":"a"}`, "its inputSchema.required is of type string, not array"},
		{`"inputSchema":{"type":"object","required":["a",1]}`, "its inputSchema.required has an item of type number"},
		{`"inputSchema":{"type":"object"},"outputSchema":true`, "its outputSchema is of type bool, not object"},
		{`"inputSchema":{"type":"object"},"outputSchema":{"anyOf":[]}`, ""},
		{`"inputSchema":{"type":"object"},"outputSchema":{"required":[{}]}`,
			"its outputSchema.required has an item of type object"},
		{`"inputSchema":{"type":"object"},"outputSchema":{"properties":1}`,
			"its outputSchema.properties is of type number, not object"},
		{`"inputSchema":{"type":"object"},"title":7`, "its title is of type number, not string"},
		{`"inputSchema":{"type":"object"},"description":["a"]`, "its description is of type array, not string"},
		{`"inputSchema":{"type":"object"},"_meta":[]`, "its _meta is of type array, not object"},
		{`"inputSchema":{"type":"object"},"execution":"later"`, "its execution is of type string, not object"},
		{`"inputSchema":{"type":"object"},"annotations":"x"`, "its annotations is of type string, not object"},
		{`"inputSchema":{"type":"object"},"annotations":{"title":1}`,
			"its annotations.title is of type number, not string"},
		{`"inputSchema":{"type":"object"},"annotations":{"openWorldHint":"no"}`,
			"its annotations.openWorldHint is of type string, not bool"},
		{`"inputSchema":{"type":"object"},"annotations":{"x":1}`, ""},
		{`"inputSchema":{"type":"object"},"icons":{}`, "its icons is of type object, not array"},
		{`"inputSchema":{"type":"object"},"icons":["a"]`, "its icons have one without a src"},
		{`"inputSchema":{"type":"object"},"icons":[{"src":"a"},{"src":1}]`, "its icons have one without a src"},
		{`"inputSchema":{"type":"object"},"icons":[{"src":"a","theme":1}]`,
			"its icons.theme is of type number, not string"},
		{`"inputSchema":{"type":"object"},"icons":[{"src":"a","mimeType":1}]`,
			"its icons.mimeType is of type number, not string"},
		{`"inputSchema":{"type":"object"},"icons":[{"src":"a","sizes":"any"}]`,
			"its icons.sizes is of type string, not array"},
		{`"inputSchema":{"type":"object"},"icons":[{"src":"a","sizes":[1]}]`,
			"its icons.sizes has an item of type number"},
		{`"inputSchema":{"type":"object","default":[1e400]}`, "its numbers have one that is out of range: 1e400"},
		{`"inputSchema":{"type":"object","default":[1e308,-0,0.10,1e-400,123456789]}`, ""},
	} {
		text := `{"name":"t",` + c.members + `}`
		if c.members == "" {
			text = `{"name":"t"}`
		}
		if got := conform.Check([]byte(text), parse(t, text)); got != c.want {
			t.Errorf("%s: got %q, want %q", text, got, c.want)
		}
	}
}

func TestDropNulls(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"name":"t"}`, ""},
		{`{"name":"t","title":null}`, `{"name":"t"}`},
		{`{ "title" : null , "name" : "t" }`, `{ "name" : "t" }`},
		{`{"title":null,"description":null,"name":"t","icons":null,"x":1}`, `{"name":"t","x":1}`},
		{`{"name":"t","outputSchema":null,"annotations":null,"execution":null,"_meta":null}`, `{"name":"t"}`},
		{`{"name":"t","inputSchema":null}`, ""},
		{`{"name":null,"x":null}`, ""},
		{`{"name":"t","annotations":{"title":null,"x":null}}`, `{"name":"t","annotations":{}}`},
		{`{"name":"t","annotations":{"x":{"title":null},"readOnlyHint":null}}`,
			`{"name":"t","annotations":{"x":{"title":null}}}`},
		{`{"name":"t","_meta":{"title":null},"execution":{"taskSupport":null},"icons":[null]}`, ""},
		{`{"name":"t","inputSchema":{"properties":null,"type":"object","required":null}}`,
			`{"name":"t","inputSchema":{"type":"object"}}`},
		{`{"name":"t","inputSchema":{"type":null,"title":null,"description":null,"$defs":null}}`, ""},
		{`{"name":"t","outputSchema":{"properties":null,"required":null}}`, `{"name":"t","outputSchema":{}}`},
		{`{"name":"t","inputSchema":{"properties":{"required":null,` +
			`"a":{"properties":null,"enum":[null],"default":null}}}}`, ""},
	} {
		got, dropped := conform.DropNulls([]byte(c.text), parse(t, c.text))
		if dropped != (c.want != "") || c.want == "" && string(got) != c.text || c.want != "" && string(got) != c.want {
			t.Errorf("%s: got %s, %t", c.text, got, dropped)
		}
	}
}

// The result is equal to what a decoder that ignores these nulls reads.
func TestDropNullsDropsNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		object := func(label string, names ...string) string {
			var members []string
			for _, name := range rapid.Permutation(names).Draw(t, label) {
				if value := rapid.SampledFrom([]string{"", "null", "null", "1", `{"a":null}`, "[null]"}).Draw(t,
					label+name); value != "" {
					members = append(members, `"`+name+`":`+value)
				}
			}
			return "{" + strings.Join(members, rapid.SampledFrom([]string{",", " ,\n "}).Draw(t, label+"between")) + "}"
		}
		annotations, in := object("annotations", "title", "readOnlyHint", "x"), object("in", "properties", "required",
			"type")
		text := strings.TrimSuffix(object("tool", "title", "icons", "x", "_meta", "execution"), "}")
		for _, member := range []string{`"annotations":` + annotations, `"inputSchema":` + in, `"outputSchema":` + in} {
			if text != "{" {
				text += ","
			}
			text += member
		}
		text += "}"
		clean, _ := conform.DropNulls([]byte(text), parse(t, text))
		var want, got map[string]any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(clean, &got); err != nil {
			t.Fatalf("%s became %s: %v", text, clean, err)
		}
		drop := func(object any, names ...string) {
			m, _ := object.(map[string]any)
			for _, name := range names {
				if value, ok := m[name]; ok && value == nil {
					delete(m, name)
				}
			}
		}
		drop(want, "title", "icons", "_meta", "execution")
		drop(want["annotations"], "title", "readOnlyHint", "x")
		drop(want["inputSchema"], "properties", "required")
		drop(want["outputSchema"], "properties", "required")
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if string(a) != string(b) {
			t.Fatalf("%s became %s", text, clean)
		}
	})
}

func TestNeedsTask(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"execution":{"taskSupport":"required"}}`:                     true,
		`{"execution":{"taskSupport":"requ\u0069red"}}`:                true,
		`{"execution":{"taskSupport":"optional"}}`:                     false,
		`{"execution":{"taskSupport":["required"]}}`:                   false,
		`{"execution":"required"}`:                                     false,
		`{"taskSupport":"required"}`:                                   false,
		`{"execution":{"x":{"taskSupport":"required"}},"name":"tool"}`: false,
	} {
		root, err := jsontree.Parse([]byte(raw), jsontree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := conform.NeedsTask([]byte(raw), &root); got != want {
			t.Errorf("%s: got %t", raw, got)
		}
	}
}
