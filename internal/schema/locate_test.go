package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

func TestMissingPathsGetHints(t *testing.T) {
	const doc = `{
		"properties": {
			"primary": {"$ref": "#/$defs/Scope"},
			"labels": {"items": {"properties": {"name": {}}}},
			"odata.type": {},
			"filter.name": {},
			"far": {"$ref": "https://example.com/far.json"},
			"dynamic": {"$dynamicRef": "#none"},
			"odd": {"$ref": 5},
			"escape": {"$ref": "#/$defs/~2"},
			"none": null,
			"arguments": {"properties": {"x": {}}},
			"near": {"anyOf": [{"$ref": "#/$defs/Gone"}, {"properties": {"count": {}}}]}
		},
		"items": {"properties": {"inside": {}}},
		"$defs": {"Scope": {"properties": {"owner": {}}}}
	}`
	for _, c := range []struct{ path, hint, lost string }{
		{"primary.ownr", "primary.owner", ""},
		{"primry.owner", "primary.owner", ""},
		{"Labels", "labels", ""},
		{"labels.name", "labels[].name", ""},
		{"labels[].nam", "labels[].name", ""},
		{"odata.type", "/properties/odata.type", ""},
		{"filter_name", "", ""}, // the nearest, filter.name, is not a path
		{"far.x", "", "https://example.com/far.json"},
		{"near.cuont", "near.count", "#/$defs/Gone"},
		{"dynamic.x", "", ""},
		{"odd.x", "", ""},
		{"escape.primary", "", "#/$defs/~2"},
		{"none", "", ""},
		{"inside", "", ""}, // a path can't start with []
		{"primary[]", "", ""},
		{"zebra", "", ""},
		{"inputSchema.primary.owner", "primary.owner", ""},
		{"properties.primry", "primary", ""},
		{"arguments.primary", "", ""}, // there is such a property, in which the path fails
		{"inputSchema.zebra", "", ""},
		{"/primry", "/properties/primary", ""},
		{"/primary", "/properties/primary", ""},
		{"/properties/primry", "/properties/primary", ""},
		{"/inputSchema/properties/primary", "/properties/primary", ""},
		{"/$defs/Scope/properties/ownr", "/$defs/Scope/properties/owner", ""},
		{"/zebra", "", ""},
		{"/properties/none/x", "", ""},
		{"/zebra/properties/owner", "", ""},
	} {
		t.Run(c.path, func(t *testing.T) {
			got := newSchema(t, []byte(doc)).Locate(parsePath(t, c.path))
			if !got.Missing || got.Hint != c.hint || got.Lost != c.lost {
				t.Errorf("got %+v; want hint %q, lost %q", got, c.hint, c.lost)
			}
		})
	}
}

func TestSubschemas(t *testing.T) {
	for keyword, want := range map[string][2]bool{
		"not": {true, false}, "allOf": {true, false}, "items": {true, false},
		"properties": {false, true}, "$defs": {false, true},
		"default": {false, false}, "type": {false, false}, "zebra": {false, false},
	} {
		if direct, named := schema.Subschemas(keyword); direct != want[0] || named != want[1] {
			t.Errorf("%s: got %t, %t", keyword, direct, named)
		}
	}
}

func TestSharedNamesAnotherWay(t *testing.T) {
	const deeper = `{"properties": {"a": {"$ref": "#/$defs/A"}}, ` +
		`"$defs": {"A": {"properties": {"x": {}, "a": {"$ref": "#/$defs/A"}}}}}`
	beside := func(member string) string {
		return `{"properties": {"a": {"$ref": "#/$defs/A"}, ` + member + `}, "$defs": {"A": {"properties": {"x": {}}}}}`
	}
	for _, c := range []struct{ name, doc, path, other string }{
		{"a property", beside(`"b": {"$ref": "#/$defs/A"}`), "a.x", "b.x"},
		{"the property first", beside(`"b": {"$ref": "#/$defs/A"}`), "b.x", "a.x"},
		{"items", beside(`"b": {"items": {"$ref": "#/$defs/A"}}`), "a.x", "b[].x"},
		{"another keyword", beside(`"b": {"additionalProperties": {"$ref": "#/$defs/A"}}`), "a.x",
			"b.(additionalProperties).x"},
		{"a name that no path can say", beside(`"b.c": {"$ref": "#/$defs/A"}`), "a.x", `"b.c".x`},
		{"itself, deeper", deeper, "a.x", "a.a.x"},
		{"itself, less deep", deeper, "a.a.x", "a.x"},
		{"the root's items", `{"items": {"$ref": "#/properties/a"}, "properties": {"a": {}}}`, "a", "[]"},
		{"the root", `{"allOf": [{"$ref": "#/properties/a"}], "properties": {"a": {}}}`, "a", "the schema itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := newSchema(t, []byte(c.doc)).Locate(parsePath(t, c.path))
			if len(got.Shared) != 1 || got.Shared[0].Other != c.other {
				t.Errorf("got %+v; want %q", got, c.other)
			}
		})
	}
}

func TestALongOtherWayIsCut(t *testing.T) {
	doc, path := chain(40, `{"properties":{"x":{}}}`)
	got := newSchema(t, []byte(doc)).Locate(parsePath(t, "shortcut.x"))
	if len(got.Shared) != 1 || !strings.HasSuffix(got.Shared[0].Other, "…") ||
		!strings.HasPrefix(path, strings.TrimSuffix(got.Shared[0].Other, "…")) {
		t.Errorf("got %+v", got)
	}
}

// TestOtherRouteIsShownUpTo16Steps tests routes of as many steps as are shown, and of one more.
func TestOtherRouteIsShownUpTo16Steps(t *testing.T) {
	for n, other := range map[int]string{
		14: strings.Repeat("p.", 14) + "x",
		15: strings.Repeat("p.", 15) + "x",
		16: strings.TrimSuffix(strings.Repeat("p.", 16), ".") + "…",
		17: strings.TrimSuffix(strings.Repeat("p.", 16), ".") + "…",
	} {
		doc, _ := chain(n, `{"properties":{"x":{}}}`)
		got := newSchema(t, []byte(doc)).Locate(parsePath(t, "shortcut.x"))
		if len(got.Shared) != 1 || got.Shared[0].Other != other {
			t.Errorf("%d: got %+v, want %q", n, got.Shared, other)
		}
	}
}

// TestNamesAndReferencesAreShownWhole tests a name and a $ref that are as long as what is shown,
// and one byte longer.
func TestNamesAndReferencesAreShownWhole(t *testing.T) {
	for n, other := range map[int]string{
		63: strings.Repeat("n", 63) + ".x",
		64: strings.Repeat("n", 64) + ".x",
		65: strings.Repeat("n", 64) + "….x",
	} {
		doc := `{"properties":{"a":{"$ref":"#/$defs/A"},"` + strings.Repeat("n", n) +
			`":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"x":{}}}}}`
		got := newSchema(t, []byte(doc)).Locate(parsePath(t, "a.x"))
		if len(got.Shared) != 1 || got.Shared[0].Other != other {
			t.Errorf("%d: got %+v, want %q", n, got.Shared, other)
		}
	}
	for n, lost := range map[int]string{256: "#/" + strings.Repeat("r", 254), 257: "#/" + strings.Repeat("r", 254) +
		"…"} {
		ref := "#/" + strings.Repeat("r", n-2)
		got := newSchema(t, []byte(`{"properties":{"a":{"$ref":"`+ref+`"}}}`)).Locate(parsePath(t, "a.x"))
		if got.Lost != lost {
			t.Errorf("%d: got %q, want %q", n, got.Lost, lost)
		}
	}
}

// chain nests an inner schema below n properties called p, and refers to it from a property called
// shortcut.
func chain(n int, inner string) (doc, path string) {
	step, end := `{"properties":{"p":`, `}}`
	pointer := strings.Repeat("/properties/p", n)
	doc = strings.Repeat(step, n) + inner + strings.Repeat(end, n)
	doc = `{"properties":{"shortcut":{"$ref":"#` + pointer + `"},` + strings.TrimPrefix(doc, `{"properties":{`)
	return doc, strings.Repeat("p.", n) + "x"
}

func TestNewRefuses(t *testing.T) {
	for _, doc := range []string{`null`, `"a"`, `1`, `[]`} {
		_, err := schema.New([]byte(doc), parse(t, doc))
		if e, ok := errors.AsType[*schema.Error](err); !ok || e.Code != schema.CodeNotASchema {
			t.Errorf("%s: %v", doc, err)
		}
	}
	if _, err := schema.New(nil, nil); err == nil {
		t.Error("a nil schema is accepted")
	}
	many := func(n int) string {
		return `{"allOf":[` + strings.TrimSuffix(strings.Repeat("{},", n-1), ",") + `]}`
	}
	if _, err := schema.New([]byte(many(schema.MaxSchemas)), parse(t, many(schema.MaxSchemas))); err != nil {
		t.Errorf("%d schemas: %v", schema.MaxSchemas, err)
	}
	doc := many(schema.MaxSchemas + 1)
	_, err := schema.New([]byte(doc), parse(t, doc))
	if e, ok := errors.AsType[*schema.Error](err); !ok || e.Code != schema.CodeTooLarge {
		t.Errorf("%d schemas: %v", schema.MaxSchemas+1, err)
	}
}

func TestZeroValues(t *testing.T) {
	s := newSchema(t, []byte(`{"properties":{"a":{}}}`))
	if got := s.Locate(schema.Path{}); !got.Missing {
		t.Errorf("the zero path selects %+v", got)
	}
	if _, ok := (schema.Place{}).Describe("text"); ok {
		t.Error("the zero place can be described")
	}
	if (schema.Place{}).Description() != nil {
		t.Error("the zero place has a description")
	}
}

func TestPlaceDescription(t *testing.T) {
	doc := []byte(`{"properties":{"a":{"description":"o\u006cd"},"b":{}}}`)
	s := newSchema(t, doc)
	if got := s.Locate(parsePath(t, "a")).Places[0].Description().Text(doc); got != "old" {
		t.Errorf("got %q", got)
	}
	if got := s.Locate(parsePath(t, "b")).Places[0].Description(); got != nil {
		t.Errorf("got %+v", got)
	}
}

// TestSchemaInsideATool tests a schema in a larger document: references and pointers start at the
// schema, ranges at the document.
func TestSchemaInsideATool(t *testing.T) {
	const head = `{"name":"t","$defs":{"A":{}},"inputSchema":{"properties":{"a":{"$ref":"#/$defs/A"}},`
	tool := []byte(head + `"$defs":{"A":{"properties":{"x":{}}}}}}`)
	root := parse(t, string(tool))
	s, err := schema.New(tool, root.Get("inputSchema"))
	if err != nil {
		t.Fatal(err)
	}
	found := s.Locate(parsePath(t, "a.x"))
	want := head + `"$defs":{"A":{"properties":{"x":{"description":"New."}}}}}}`
	if got := describeAll(t, tool, found, "New."); got != want || found.Places[0].Pointer != "/$defs/A/properties/x" {
		t.Errorf("got %s at %+v", got, found.Places)
	}
}

// TestTheOrderOfReferencesDoesNotMatter uses what is a schema only because of a reference, before
// and after it is one.
func TestTheOrderOfReferencesDoesNotMatter(t *testing.T) {
	for _, properties := range []string{
		`"a":{"$ref":"#/x/A/default"},"b":{"$ref":"#/x/A"}`,
		`"b":{"$ref":"#/x/A"},"a":{"$ref":"#/x/A/default"}`,
	} {
		doc := `{"properties":{` + properties + `},"x":{"A":{"default":{"properties":{"x":{}}}}}}`
		found := newSchema(t, []byte(doc)).Locate(parsePath(t, "a.x"))
		if got := pointers(found); len(got) != 1 || got[0] != "/x/A/default/properties/x" {
			t.Errorf("%s: %+v", doc, found)
		}
	}
}

func TestSchemasMayBeShared(t *testing.T) {
	s := newSchema(t, []byte(`{"properties":{"a":{"$ref":"#/$defs/A"},"b":{"items":{"$ref":"#/$defs/B"}}},`+
		`"$defs":{"A":{"properties":{"x":{}}},"B":{"properties":{"x":{}}}}}`))
	paths := map[string]string{"a.x": "/$defs/A/properties/x", "b[].x": "/$defs/B/properties/x"}
	var group sync.WaitGroup
	for text, want := range paths {
		path := parsePath(t, text)
		group.Go(func() {
			for range 100 {
				if got := pointers(s.Locate(path)); len(got) != 1 || got[0] != want {
					t.Errorf("%s: got %q", text, got)
				}
			}
		})
	}
	group.Wait()
}

// TestHostileSchemas checks that the time is proportional to the size of the schema: ten times the
// schema may take forty times as long, since the machine may be busy, but not a hundred times.
func TestHostileSchemas(t *testing.T) {
	const small, large = 3_000, 30_000
	for _, c := range []struct {
		name string
		doc  func(n int) string
		path string
	}{
		{"a ring of references", func(n int) string {
			return `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` +
				numbered(n, `"d%d":{"$ref":"#/$defs/d%d"},`) + `}}`
		}, "a.x"},
		{"a ring of properties", func(n int) string {
			return `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` +
				numbered(n, `"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"}}},`) + `}}`
		}, strings.Repeat("a.", 300) + "a"},
		{"every branch is the root", func(n int) string {
			return `{"properties":{"a":{}},"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#"},`, n), ",") +
				`]}`
		}, "a"},
		{"references that lead nowhere", func(n int) string {
			return `{"allOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/none"},`, n), ",") + `]}`
		}, "a"},
		{"all properties share one definition", func(n int) string {
			properties := numbered(n, `"p%d":{"$ref":"#/$defs/D"},"q%d":{"$ref":"#/$defs/D"},`)
			return `{"properties":{` + properties + `},"$defs":{"D":{"properties":{"a":{}}}}}`
		}, "p7.a"},
		{"references to what only references know", func(n int) string {
			return `{"allOf":[` + numbered(n, `{"$ref":"#/x/d%d","$comment":"%d"},`) + `],"x":{` +
				numbered(n, `"d%d":{"$ref":"#/x/d%d"},`) + `}}`
		}, "a"},
		{"many anchors", func(n int) string {
			return `{"allOf":[` + numbered(n, `{"$anchor":"a%d","$ref":"#a%d"},`) + `]}`
		}, "a"},
		{"many resources", func(n int) string {
			return `{"allOf":[` + numbered(n, `{"$id":"r%d","$ref":"r%d"},`) + `]}`
		}, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			took := func(n int) time.Duration {
				doc, path := []byte(c.doc(n)), parsePath(t, c.path)
				start := time.Now()
				newSchema(t, doc).Locate(path)
				return time.Since(start)
			}
			if few, many := took(small), took(large); many > 40*few+time.Second {
				t.Errorf("%d take %v, %d take %v", small, few, large, many)
			}
		})
	}
	t.Run("nested as deep as JSON may be", func(t *testing.T) {
		doc := strings.Repeat(`{"properties":{"p":`, 4000) + "{}" + strings.Repeat("}}", 4000)
		root, err := jsontree.Parse([]byte(doc), jsontree.Options{MaxDepth: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.New([]byte(doc), &root)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.Repeat("p.", 500) + "p"
		found := s.Locate(parsePath(t, path))
		if len(found.Places) != 1 || found.Places[0].Pointer != strings.Repeat("/properties/p", 501) {
			t.Errorf("got %+v", found)
		}
	})
}

// TestReport40 is a user's report: definitions were dropped and references broken by rewriting
// schemas, and a definition shared by two properties was to be described through one of them.
func TestReport40(t *testing.T) {
	doc := []byte(`{"type":"object",` +
		`"properties":{"primary":{"$ref":"#/$defs/Scope"},"backup":{"$ref":"#/$defs/Scope"}},` +
		`"$defs":{"Scope":{"type":"object","properties":{"owner":{"type":"string","description":"old"}},` +
		`"additionalProperties":false}}}`)
	before := string(doc)
	s := newSchema(t, doc)

	owner := s.Locate(parsePath(t, "primary.owner"))
	if len(owner.Places) != 0 || len(owner.Shared) != 1 ||
		owner.Shared[0] != (schema.Shared{Pointer: "/$defs/Scope/properties/owner", Other: "backup.owner"}) {
		t.Errorf("primary.owner: %+v", owner)
	}
	if typo := s.Locate(parsePath(t, "primary.ownr")); !typo.Missing || typo.Hint != "primary.owner" {
		t.Errorf("primary.ownr: %+v", typo)
	}
	all := s.Locate(parsePath(t, owner.Shared[0].Pointer))
	after := describeAll(t, doc, all, "Login of the owner.")
	if after != strings.Replace(before, `"old"`, `"Login of the owner."`, 1) {
		t.Errorf("got %s", after)
	}
	if string(doc) != before {
		t.Errorf("the server's own schema became %s", doc)
	}
}

// TestReport42 is a user's report: a client rejects a tool with an empty description, but accepts
// one without. So the empty text removes the key, and adds nothing if there is none.
func TestReport42(t *testing.T) {
	for _, c := range []struct{ doc, text, want string }{
		{`{"properties":{"a":{"type":"string","description":"old"}}}`, "", `{"properties":{"a":{"type":"string"}}}`},
		{`{"properties":{"a":{"type":"string","description":""}}}`, "", `{"properties":{"a":{"type":"string"}}}`},
		{`{"properties":{"a":{"type":"string"}}}`, "", `{"properties":{"a":{"type":"string"}}}`},
		{`{"properties":{"a":{"type":"string","description":""}}}`, "New.",
			`{"properties":{"a":{"type":"string","description":"New."}}}`},
	} {
		found := newSchema(t, []byte(c.doc)).Locate(parsePath(t, "a"))
		if got := describeAll(t, []byte(c.doc), found, c.text); got != c.want {
			t.Errorf("%s with %q: got %s; want %s", c.doc, c.text, got, c.want)
		}
	}
}

// numbered returns a text n times, with the number of each and of the next one in it.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, (i+1)%n)
	}
	return strings.TrimSuffix(b.String(), ",")
}
