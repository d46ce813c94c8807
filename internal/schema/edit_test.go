package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

func parse(t failer, data string) *jsontree.Node {
	t.Helper()
	n, err := jsontree.Parse([]byte(data), jsontree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &n
}

func TestEditsOfOneObject(t *testing.T) {
	type edits = func(o *jsontree.Node) []schema.Edit
	for _, c := range []struct {
		name, in string
		edits    edits
		want     string
	}{
		{"nothing", ` {"a":1} `, func(*jsontree.Node) []schema.Edit { return nil }, ` {"a":1} `},
		{"replace", `{"a": 1.0 , "b":2}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Replace(o.Get("a"), `"x"`)}
		}, `{"a": "x" , "b":2}`},
		{"insert behind the first", `{"a": 1 , "b":2}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.InsertAfter(o, 0, `q"`, "[]")}
		}, `{"a": 1,"q\"":[] , "b":2}`},
		{"insert two behind one, in order", `{"a":1}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.InsertAfter(o, 0, "title", "1"), schema.InsertAfter(o, 0, "description", "2")}
		}, `{"a":1,"title":1,"description":2}`},
		{"replace and insert behind it", `{"a":1,"b":2}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.InsertAfter(o, 0, "x", "0"), schema.Replace(o.Get("a"), "3")}
		}, `{"a":3,"x":0,"b":2}`},
		{"insert, and remove what follows", `{"a":1, "b":2, "c":3}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.RemoveBeside(o, 1, 0), schema.InsertAfter(o, 0, "x", "0")}
		}, `{"a":1,"x":0, "c":3}`},
		{"append", "{\n \"a\":1\n}", func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Append(o, "x", "0")}
		}, "{\n \"a\":1,\"x\":0\n}"},
		{"append to nothing", "{\n}", func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Append(o, "x", "0")}
		}, "{\"x\":0\n}"},
		{"remove the first", `{ "a" : 1 , "b":2}`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Remove(o, 0)}
		}, `{ "b":2}`},
		{"remove the last", `{ "a":1 , "b" : 2 }`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Remove(o, 1)}
		}, `{ "a":1 }`},
		{"remove the only one", `{ "a" : 1 }`, func(o *jsontree.Node) []schema.Edit {
			return []schema.Edit{schema.Remove(o, 0)}
		}, `{}`},
		{"remove all but one", `{"a":1, "b":2, "c":3, "d":4, "e":5}`, func(o *jsontree.Node) []schema.Edit {
			var edits []schema.Edit
			for _, i := range []int{4, 0, 3, 1} {
				edits = append(edits, schema.RemoveBeside(o, i, 2))
			}
			return edits
		}, `{"c":3}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := schema.Apply([]byte("before:"), []byte(c.in), c.edits(parse(t, c.in)))
			if err != nil || string(got) != "before:"+c.want {
				t.Errorf("got  %s, %v\nwant before:%s", got, err, c.want)
			}
		})
	}
}

func TestInsertionsKeepTheirOrder(t *testing.T) {
	src := `{"a":1,"b":2}`
	object := parse(t, src)
	edits := []schema.Edit{schema.Replace(object.Get("b"), "3")}
	want := `{"a":1`
	for i := range 40 {
		edits = append(edits, schema.InsertAfter(object, 0, fmt.Sprint("n", i), "0"))
		want += fmt.Sprintf(`,"n%d":0`, i)
	}
	if got, err := schema.Apply(nil, []byte(src), edits); err != nil || string(got) != want+`,"b":3}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestApplyRefuses(t *testing.T) {
	src := []byte("0123456789")
	for _, c := range []struct {
		name   string
		edits  []schema.Edit
		code   schema.Code
		offset int
	}{
		{"the same bytes", []schema.Edit{{2, 4, "x"}, {2, 4, "y"}}, schema.CodeOverlap, 2},
		{"a part of the same bytes", []schema.Edit{{3, 6, "x"}, {1, 4, "y"}}, schema.CodeOverlap, 3},
		{"inside of another", []schema.Edit{{1, 9, "x"}, {4, 4, "y"}}, schema.CodeOverlap, 4},
		{"in front of the text", []schema.Edit{{-1, 2, "x"}}, schema.CodeEditOutOfText, -1},
		{"behind the text", []schema.Edit{{9, 11, "x"}}, schema.CodeEditOutOfText, 9},
		{"backwards", []schema.Edit{{5, 4, "x"}}, schema.CodeEditOutOfText, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			dst := []byte("kept")
			got, err := schema.Apply(dst, src, c.edits)
			e, ok := errors.AsType[*schema.Error](err)
			if !ok || e.Code != c.code || e.Offset != c.offset || string(got) != "kept" {
				t.Errorf("got %q, %v; want %s at %d", got, err, c.code, c.offset)
			}
		})
	}
}

func TestApplyLeavesItsArgumentsAlone(t *testing.T) {
	src := []byte(`{"a":1,"b":2}`)
	edits := []schema.Edit{{11, 12, "4"}, {5, 6, "3"}}
	before := slices.Clone(edits)
	if got, err := schema.Apply(nil, src, edits); err != nil || string(got) != `{"a":3,"b":4}` {
		t.Errorf("got %s, %v", got, err)
	}
	if !slices.Equal(edits, before) || string(src) != `{"a":1,"b":2}` {
		t.Errorf("edits %v, source %s", edits, src)
	}
}

func TestApplyDoesNotAllocate(t *testing.T) {
	src := []byte(`{"a":1,"b":2}`)
	edits := []schema.Edit{{5, 6, "3"}, {11, 12, "4"}}
	dst := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() { _, _ = schema.Apply(dst, src, edits) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A modelMember is a member as the random test below expects it.
type modelMember struct{ name, value string }

// TestEditsAgainstModel makes random edits of one object around a member that stays, and compares
// with a list of members.
func TestEditsAgainstModel(t *testing.T) {
	blank := rapid.SampledFrom([]string{"", " ", "\n\t", "  "})
	value := rapid.SampledFrom([]string{"1.50", `"}"`, `{"a":[1, 2]}`, "null", "[]", `"\u00e9,"`})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "members")
		before := make([]modelMember, n)
		var b strings.Builder
		b.WriteString("{" + blank.Draw(t, "blank"))
		for i := range before {
			if i > 0 {
				b.WriteString("," + blank.Draw(t, "blank"))
			}
			before[i] = modelMember{fmt.Sprint("m", i), value.Draw(t, "value")}
			b.WriteString(schema.Quote(before[i].name) + blank.Draw(t, "blank") + ":")
			b.WriteString(blank.Draw(t, "blank") + before[i].value + blank.Draw(t, "blank"))
		}
		b.WriteString("}")
		object := parse(t, b.String())

		keep := rapid.IntRange(0, n-1).Draw(t, "keep")
		var edits []schema.Edit
		var want []modelMember
		for i, m := range before {
			what := rapid.SampledFrom([]string{"leave", "replace", "remove"}).Draw(t, "edit")
			switch {
			case what == "remove" && i != keep:
				edits = append(edits, schema.RemoveBeside(object, i, keep))
				continue
			case what == "replace":
				m.value = value.Draw(t, "new value")
				edits = append(edits, schema.Replace(&object.Members[i].Value, m.value))
			}
			want = append(want, m)
			for j := range rapid.IntRange(0, 2).Draw(t, "insertions") {
				added := modelMember{fmt.Sprint("new", i, j), value.Draw(t, "added value")}
				edits = append(edits, schema.InsertAfter(object, i, added.name, added.value))
				want = append(want, added)
			}
		}
		out, err := schema.Apply(nil, []byte(b.String()), edits)
		if err != nil {
			t.Fatalf("%s: %v", b.String(), err)
		}
		if diff := cmp.Diff(want, membersOf(t, out), cmp.AllowUnexported(modelMember{})); diff != "" {
			t.Fatalf("%s became %s\ngot +, want -\n%s", b.String(), out, diff)
		}
	})
}

// membersOf reads an object with encoding/json.
func membersOf(t failer, data []byte) []modelMember {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		t.Fatal(string(data), err)
	}
	var members []modelMember
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(string(data), err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(string(data), err)
		}
		members = append(members, modelMember{name.(string), string(value)})
	}
	if !json.Valid(data) {
		t.Fatal("not JSON: " + string(data))
	}
	return members
}
