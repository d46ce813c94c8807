package jsontree_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// show returns the text of the items or members of an outline, with their kinds.
func show(data []byte, n jsontree.Node) []string {
	var list []string
	for _, item := range n.Items {
		list = append(list, fmt.Sprintf("%s %s", item.Kind, item.Raw(data)))
	}
	for _, m := range n.Members {
		list = append(list, fmt.Sprintf("%s=%s %s", m.Name, m.Value.Kind, m.Value.Raw(data)))
	}
	return list
}

func TestOutline(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      []string
	}{
		{"empty array", ` [ ] `, nil},
		{"empty object", `{}`, nil},
		{"scalar", ` 5 `, nil},
		{"items", `[ 1 ,"a, ]" , [2, [3]],{"b": "}"}]`, []string{"number 1", `string "a, ]"`, "array [2, [3]]",
			`object {"b": "}"}`}},
		{"members", "\uFEFF{\"a\": 1, \"\\u0062\" : [ {} ] }", []string{"a=number 1", "b=array [ {} ]"}},
		{"broken items", `[{"a":1,"a":2}, {"b" 2}, tru, 1 2, {"\ud800":1}, nil]`,
			[]string{`object {"a":1,"a":2}`, `object {"b" 2}`, "bool tru", "number 1 2", `object {"\ud800":1}`,
				"null nil"}},
		{"empty items", `[,1,]`, []string{"invalid ", "number 1", "invalid "}},
		{"quotes behind backslashes", `["\\", "\"", "\\\""]`, []string{`string "\\"`, `string "\""`, `string "\\\""`}},
		{"garbage", `[x{"]"}y, @]`, []string{`invalid x{"]"}y`, "invalid @"}},
		{"invalid UTF-8 in a value", "{\"a\": \"\xff\"}", []string{"a=string \"\xff\""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := []byte(c.doc)
			n, err := jsontree.Outline(data, 0, len(data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, show(data, n)); diff != "" {
				t.Error(diff)
			}
			if got, want := string(n.Raw(data)), strings.Trim(c.doc, " \uFEFF"); got != want {
				t.Errorf("the whole is at %q, want %q", got, want)
			}
		})
	}
}

func TestOutlineErrors(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		code      jsontree.Code
		offset    int
		pointer   string
	}{
		{"nothing", " ", jsontree.CodeSyntax, 1, ""},
		{"open string", `[1, "a]`, jsontree.CodeSyntax, 4, ""},
		{"open string behind a backslash", `["a\`, jsontree.CodeSyntax, 1, ""},
		{"open array", `[1`, jsontree.CodeSyntax, 2, ""},
		{"open item", `[{"a":1`, jsontree.CodeSyntax, 7, ""},
		{"crossed brackets", `[{"a":[}]]`, jsontree.CodeSyntax, 7, ""},
		{"wrong bracket", `[1}`, jsontree.CodeSyntax, 2, ""},
		{"closing bracket alone", `]`, jsontree.CodeTrailingData, 0, ""},
		{"more behind", `[1] [2]`, jsontree.CodeTrailingData, 4, ""},
		{"name that is no string", `{a: 1}`, jsontree.CodeSyntax, 1, ""},
		{"trailing comma in an object", `{"a": 1,}`, jsontree.CodeSyntax, 8, ""},
		{"missing colon", `{"a" 1}`, jsontree.CodeSyntax, 5, ""},
		{"duplicate name", `{"a": 1, "\u0061": 2}`, jsontree.CodeDuplicateKey, 9, "/a"},
		{"invalid UTF-8 in a name", "{\"\xff\": 1}", jsontree.CodeNotUTF8, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := jsontree.Outline([]byte(c.doc), 0, len(c.doc))
			e, ok := errors.AsType[*jsontree.Error](err)
			if !ok {
				t.Fatalf("got %+v, %v", n, err)
			}
			if e.Code != c.code || e.Offset != c.offset || e.Path != c.pointer {
				t.Errorf("got %s at %d %q: %s\nwant %s at %d %q", e.Code, e.Offset, e.Path, e.Message, c.code,
					c.offset, c.pointer)
			}
		})
	}
}
