package schema_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
)

// bases returns a schema with a long $id, and n schemas below it that each have something to be
// resolved against it.
func bases(n int, below string) string {
	return `{"$id":"http://h/` + strings.Repeat("y", 100*n) + `/x","allOf":[` + numbered(n, below) +
		`],"properties":{"p":{}}}`
}

// longName returns a schema in which p selects n schemas, each below an anyOf, after a name of 100
// bytes each.
func longName(n int, below string) string {
	name := strings.Repeat("y", 100*n)
	branches := strings.TrimSuffix(strings.Repeat(below+",", n), ",")
	return `{"$ref":"#/$defs/` + name + `","$defs":{"` + name + `":{"anyOf":[` + branches + `]}}}`
}

// branches are n schemas, in the list of an anyOf, that each have a property p.
func branches(n int) string {
	return `"anyOf":[` + numbered(n, `{"properties":{"p":{"$comment":"%d %d"}}},`) + `]`
}

// hostile are schemas whose size grows with n, designed to use too much memory.
var hostile = []struct {
	name string
	doc  func(n int) string
	path string
}{
	{"ids with a long base", func(n int) string { return bases(n, `{"$id":"r%d","$comment":"%d"},`) }, "p"},
	{"references with a long base", func(n int) string { return bases(n, `{"$ref":"r%d#%d"},`) }, "p"},
	{"dynamic references with a long base", func(n int) string {
		return bases(n, `{"$dynamicRef":"r%d","$recursiveRef":"s%d"},`)
	}, "p"},
	{"references from above a long base", func(n int) string { return bases(n, `{"$ref":"/r%d","$comment":"%d"},`) },
		"p"},
	{"a base that grows from id to id", func(n int) string {
		return strings.Repeat(`{"$id":"`+strings.Repeat("y", n)+`/","not":`, 200) + "{}" + strings.Repeat("}", 200)
	}, "p"},
	{"dots", func(n int) string { return `{"$ref":"http://h/` + strings.Repeat("a/../", n) + `"}` }, "p"},
	{"schemas behind a long name", func(n int) string { return longName(n, `{"properties":{"p":{}}}`) }, "p"},
	{"booleans behind a long name", func(n int) string { return longName(n, `{"properties":{"p":true}}`) }, "p"},
	{"no texts behind a long name", func(n int) string { return longName(n, `{"properties":{"p":{"description":1}}}`) },
		"p"},
	{"shared behind a long name", func(n int) string {
		return `{"properties":{"q":{"$ref":"#"}},` + strings.TrimPrefix(longName(n, `{"properties":{"p":{}}}`), "{")
	}, "p"},
	{"shared by long names", func(n int) string {
		return `{"properties":{"` + strings.Repeat("y", 100*n) + `":{"$ref":"#"}},` + branches(n) + `}`
	}, "p"},
	{"shared by a long way", func(n int) string {
		const first = `"d0":{"properties":{"n":{"$ref":"#/$defs/d1"}}}`
		way := strings.TrimPrefix(numbered(n, `"d%d":{"properties":{"n":{"$ref":"#/$defs/d%d"}}},`), first)
		return `{"properties":{"q":{"$ref":"#/$defs/d1"}},` + branches(n) + `,"$defs":{"d0":{"$ref":"#"}` + way + `}}`
	}, "p"},
	{"a name like many", func(n int) string {
		return `{"properties":{` + numbered(20*n, `"a_property_%d":{"$comment":"%d"},`) + `}}`
	}, "b_properties"},
	{"a name like long ones", func(n int) string {
		return `{"properties":{` + numbered(n, `"`+strings.Repeat("y", 900)+`%d_%d":{},`) + `}}`
	}, strings.Repeat("z", 1000)},
	{"pointers with many escapes", func(n int) string {
		return `{"allOf":[` + numbered(n, `{"$ref":"#/$defs/~1~0~1%%7E1~0%%2F%d%d"},`) + `],"$defs":{"/~//~":{}}}`
	}, "p"},
	{"far too many schemas", func(n int) string {
		return `{"allOf":[` + strings.TrimSuffix(strings.Repeat("{},", 500*n), ",") + `]}`
	}, "p"},
}

// TestGrowth checks that New and Locate allocate in proportion to the schema: for eight times the
// schema at most twelve times as much, and never more than 150 bytes per byte of a large schema.
func TestGrowth(t *testing.T) {
	const small, large = 250, 2000
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			took := func(n int) float64 {
				doc := c.doc(n)
				all := allocated(t, doc, c.path)
				t.Logf("%d bytes take %d", len(doc), all)
				return float64(all) / float64(len(doc))
			}
			if few, many := took(small), took(large); many > 1.5*few+20 || many > 150 {
				t.Errorf("a byte takes %.0f in a small schema, %.0f in a large one", few, many)
			}
		})
	}
}

// allocated returns the number of bytes that New and Locate allocate for a schema.
func allocated(t *testing.T, doc, path string) uint64 {
	t.Helper()
	data, root, p := []byte(doc), parse(t, doc), parsePath(t, path)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := schema.New(data, root)
	if err == nil {
		s.Locate(p)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestURIsAreBound tests schemas on both sides of the limit of their URIs.
func TestURIsAreBound(t *testing.T) {
	long := "http://h/" + strings.Repeat("y", 200_000) + "/"
	for _, c := range []struct {
		name, base string
		refs       int
		ref        string
		refused    bool
	}{
		{"a few under a long base", long, 2, `a%d%d`, false},
		{"many times the same", long, 1000, `a#%d%d`, false},
		{"many under a long base", long, 1000, `a%d%d`, true},
		{"many under a long base, from above", long, 1000, `/a%d%d`, true},
		{"many that are absolute", long, 1000, `http://h/a%d%d`, false},
		{"many that are long themselves", "http://h/", 1000, "http://h/" + strings.Repeat("y", 1000) + `%d%d`, false},
		{"many in this document", long, 1000, `#/properties/p%d%d`, false},
		{"many under a usual base", "https://schemas.example.com/tools/v1/", 1000, `a%d%d`, false},
		{"a small schema under a rather long base", "https://schemas.example.com/tools/v1/" + strings.Repeat("y", 100),
			20, `%d%d`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := `{"$id":"` + c.base + `","allOf":[` + numbered(c.refs, `{"$ref":"`+c.ref+`"},`) + `]}`
			_, err := schema.New([]byte(doc), parse(t, doc))
			e, ok := errors.AsType[*schema.Error](err)
			if ok != c.refused || ok && e.Code != schema.CodeTooLarge {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestLongURIsLeadToTheirPlaces checks that URIs are compared as a whole.
func TestLongURIsLeadToTheirPlaces(t *testing.T) {
	long := "http://h/" + strings.Repeat("y", 100_000)
	doc := `{"properties":{"a":{"$ref":"` + long + `1"},"b":{"$ref":"` + long + `2"},"c":{"$ref":"` + long +
		`3"}},"$defs":{` +
		`"one":{"$id":"` + long + `1","properties":{"x":{}}},"two":{"$id":"` + long + `2","properties":{"x":{}}}}}`
	s := newSchema(t, []byte(doc))
	for path, want := range map[string]string{"a.x": "/$defs/one/properties/x", "b.x": "/$defs/two/properties/x"} {
		if got := pointers(s.Locate(parsePath(t, path))); len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q", path, got)
		}
	}
	found := s.Locate(parsePath(t, "c.x"))
	if lost := found.Lost; !found.Missing || !strings.HasPrefix(lost, "http://h/yyy") ||
		!strings.HasSuffix(lost, "…") || len(lost) > 300 {
		t.Errorf("c.x: got %.400q", found.Lost)
	}
}

// TestTheRootIsResolvedOnce tests a reference that is written like the $id of the root, and leads
// elsewhere.
func TestTheRootIsResolvedOnce(t *testing.T) {
	const doc = `{"$id":"d/a","properties":{"p":{"$ref":"d/a"}},"$defs":{"D":{"$id":"d/a","properties":{"y":{}}}}}`
	found := newSchema(t, []byte(doc)).Locate(parsePath(t, "p.y"))
	if got := pointers(found); len(got) != 1 || got[0] != "/$defs/D/properties/y" {
		t.Errorf("p.y: got %+v", found)
	}
}

// TestResultsAreBound checks that what is omitted is counted, and that everything else is correct.
func TestResultsAreBound(t *testing.T) {
	const n = 500
	for name, below := range map[string]string{
		"places": `{"properties":{"p":{}}}`, "boolean": `{"properties":{"p":true}}`,
		"not text": `{"properties":{"p":{"description":1}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			doc := longName(n, below)
			found := newSchema(t, []byte(doc)).Locate(parsePath(t, "p"))
			said := append(append(pointers(found), found.Boolean...), found.NotString...)
			size := 0
			for _, pointer := range said {
				size += len(pointer)
				if jsontree.Find(parse(t, doc), pointer) == nil {
					t.Errorf("%.80s… leads nowhere", pointer)
				}
			}
			if len(said) == 0 || len(said)+found.TooLong != n || size > 8*len(doc)+4096 {
				t.Errorf("%d with %d bytes, and %d too long", len(said), size, found.TooLong)
			}
		})
	}
	t.Run("shared", func(t *testing.T) {
		doc := `{"properties":{"q":{"$ref":"#"}},` + strings.TrimPrefix(longName(n, `{"properties":{"p":{}}}`), "{")
		found := newSchema(t, []byte(doc)).Locate(parsePath(t, "p"))
		if len(found.Shared) == 0 || len(found.Places) > 0 || len(found.Shared)+found.TooLong != n {
			t.Errorf("%d shared, %d places, %d too long", len(found.Shared), len(found.Places), found.TooLong)
		}
	})
	t.Run("short pointers are all there", func(t *testing.T) {
		doc := `{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"properties":{"p":{}}},`, 30_000), ",") + `]}`
		found := newSchema(t, []byte(doc)).Locate(parsePath(t, "p"))
		if len(found.Places) != 30_000 || found.TooLong != 0 {
			t.Errorf("%d places, %d too long", len(found.Places), found.TooLong)
		}
	})
}

func TestLongNamesAreCutInRoutes(t *testing.T) {
	name := strings.Repeat("ä", 5000)
	doc := `{"properties":{"a":{"$ref":"#/$defs/A"},"` + name +
		`":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"x":{}}}}}`
	found := newSchema(t, []byte(doc)).Locate(parsePath(t, "a.x"))
	if len(found.Shared) != 1 || found.Shared[0].Other != strings.Repeat("ä", 32)+"….x" {
		t.Errorf("got %.300q", found.Shared)
	}
}

func TestSelectWithoutHints(t *testing.T) {
	s := newSchema(t, []byte(`{"properties":{"near":{},"far":{"$ref":"gone"}}}`))
	for _, path := range []string{"naer", "far.x", "/properties/naer"} {
		found := s.Select(parsePath(t, path))
		if !found.Missing || found.Hint != "" || found.Lost != "" {
			t.Errorf("%s: %+v", path, found)
		}
	}
	if got := pointers(s.Select(parsePath(t, "near"))); len(got) != 1 || got[0] != "/properties/near" {
		t.Errorf("near: got %q", got)
	}
}
