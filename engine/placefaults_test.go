package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

const plainRule = "version: 1\ndescriptions: [{tools: '*', arguments: {p: x}}]\n"

// repeated returns n copies of text separated by commas, with the number of each copy instead of @.
func repeated(n int, text string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(text, "@", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

// tool returns a tool with an inputSchema.
func tool(schema string) string { return `{"name":"a","inputSchema":` + schema + `}` }

// branched returns a schema in which p selects n schemas.
func branched(n int, p string) string {
	return `{"anyOf":[` + repeated(n, `{"properties":{"p":`+p+`}}`) + `]}`
}

// nested returns a schema that contains another one under a name of the given length.
func nested(size int, inner string) string {
	name := strings.Repeat("y", size)
	return `{"$ref":"#/$defs/` + name + `","$defs":{"` + name + `":` + inner + `}}`
}

// based returns a schema with a long base URI and n URIs that are resolved against it.
func based(n int, keyword string) string {
	below := repeated(n, `"q@":{"`+keyword+`":"r@"}`)
	return `{"$id":"http://h/` + strings.Repeat("y", 100*n) + `/x","properties":{` + below + `,"p":{}}}`
}

// TestFaultsOfATextAreBound counts the faults that are reported for one description, in one tool
// and in all tools of a server.
func TestFaultsOfATextAreBound(t *testing.T) {
	for _, c := range []struct {
		name, list  string
		faults      int
		first, last string
	}{
		{"as many as are listed", tool(branched(32, `true`)), 32,
			"s/a: p leads to a boolean schema, which has no description [boolean]",
			"s/a: p leads to a boolean schema, which has no description [boolean]"},
		{"booleans", tool(branched(9000, `true`)), 33,
			"s/a: p leads to a boolean schema, which has no description [boolean]",
			"s/a: p leads to 8968 more boolean schemas [boolean]"},
		{"no texts", tool(branched(9000, `{"description":1}`)), 33,
			"s/a: p has a description that is not a string, and is left alone [not_text]",
			"s/a: p has 8968 more descriptions that are not strings [not_text]"},
		{"shared", tool(`{"properties":{"q":{"$ref":"#"}},` + branched(9000, `{}`)[1:]), 33,
			"s/a: p is shared with q.p and left alone; to change it for all write /anyOf/0/properties/p [shared]",
			"s/a: p is shared in 8968 more places, and left alone [shared]"},
		{"one too long to be said", tool(`{"properties":{"q":{"$ref":"#"}},` + nested(2000, branched(1, `{}`))[1:]), 1,
			"s/a: p is shared with q.p and left alone [shared]",
			"s/a: p is shared with q.p and left alone [shared]"},
		{"places too long", tool(nested(200_000, branched(2000, `{}`))), 1,
			"s/a: p leads to 1983 places whose JSON Pointers are too long; they are left alone [no_schema]",
			"s/a: p leads to 1983 places whose JSON Pointers are too long; they are left alone [no_schema]"},
		{"URIs too long", tool(based(2000, "$id")), 1,
			"s/a: p can't be applied: the tool's inputSchema is not read, since the resolved URIs of its " +
				"$id and $ref are more than 8 times as long as the schema [no_schema]",
			"s/a: p can't be applied: the tool's inputSchema is not read, since the resolved URIs of its " +
				"$id and $ref are more than 8 times as long as the schema [no_schema]"},
		{"tools without a schema", repeated(1000, `{"name":"a@"}`), 1000,
			"s/a0: p can't be applied: the tool's inputSchema is missing or not a schema [no_schema]",
			"s/a999: p can't be applied: the tool's inputSchema is missing or not a schema [no_schema]"},
		{"too many tools without a schema", repeated(50_000, `{"name":"a@"}`), 1000,
			"s/a0: p can't be applied: the tool's inputSchema is missing or not a schema [no_schema]",
			"s/a999: p can't be applied: the tool's inputSchema is missing or not a schema; " +
				"49000 more faults of this kind are not listed [no_schema]"},
		{"too many tools without the argument", repeated(9000, `{"name":"a@","inputSchema":{"properties":{"q@":{}}}}`), 1000,
			"s/a0: p leads nowhere [missing]",
			"s/a999: p leads nowhere; 8000 more faults of this kind are not listed [missing]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			built, err := parse(t, plainRule).BuildCatalog([]engine.Server{tools("s", "["+c.list+"]")})
			if err != nil {
				t.Fatal(err)
			}
			report := built.Report()
			got := report.Places
			if len(got) != c.faults {
				t.Fatalf("%d faults; want %d", len(got), c.faults)
			}
			if first, last := got[0].String(), got[len(got)-1].String(); first != c.first || last != c.last {
				t.Errorf("from\n%.400s\nto\n%.400s", first, last)
			}
		})
	}
}

// TestFaultsAreCountedByKind checks that many faults of one kind hide none of another kind,
// description or server.
func TestFaultsAreCountedByKind(t *testing.T) {
	list := "[" + repeated(1500, `{"name":"a@"}`) + `,{"name":"b","inputSchema":{"properties":{"p":true}}}]`
	c, err := parse(t, "version: 1\ndescriptions: [{tools: '*', arguments: {p: x, q: y}}]\n").
		BuildCatalog([]engine.Server{tools("s", list), tools("t", list)})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, f := range c.Report().Places {
		counts[fmt.Sprint(f.Key.Server, f.Path, f.Code)]++
	}
	for kind, want := range map[string]int{"spno_schema": 1000, "sqno_schema": 1000, "spboolean": 1, "sqmissing": 1,
		"tpno_schema": 1000, "tqno_schema": 1000, "tpboolean": 1, "tqmissing": 1} {
		if counts[kind] != want {
			t.Errorf("%s: %d faults; want %d", kind, counts[kind], want)
		}
	}
}

// TestFaultsOfAServerAreBound has many descriptions for many tools. Without a limit, the report
// would have a gigabyte. Each description has at least one reported fault.
func TestFaultsOfAServerAreBound(t *testing.T) {
	const texts = 200
	list := "[" + repeated(500, `{"name":"a@","inputSchema":{"type":"object"}}`) + "]"
	c, err := parse(t, "version: 1\ndescriptions: [{tools: '*', arguments: {"+repeated(texts, "p@: x")+"}}]\n").
		BuildCatalog([]engine.Server{tools("s", list)})
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]int{}
	report := c.Report()
	for _, f := range report.Places {
		paths[f.Path]++
	}
	last := report.Places[len(report.Places)-1].Message
	if len(report.Places) != 2000 || len(paths) != texts || !strings.Contains(last, "490 more faults of this kind are not listed") {
		t.Errorf("%d faults of %d texts; the last is %s", len(report.Places), len(paths), last)
	}
}
