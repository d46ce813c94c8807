package engine_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/engine"
)

// deep returns an object with n levels, including itself.
func deep(n int) string {
	return `{"name":"deep","inputSchema":{"type":"object"},"x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`
}

// plain returns a minimal tool.
func plain(name string) string {
	return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name)
}

// An invalid tool or list is reported, and affects no other server.
func TestFaults(t *testing.T) {
	tests := []struct {
		name  string
		lists []string
		want  []string // of the report: index, tool and code
		shown []string // of the server's tools
		count int      // Report.Tools, without the other server's
	}{
		{name: "no list at all"},
		{name: "an empty array", lists: []string{`[]`}},
		{name: "an empty result", lists: []string{`{"tools":[]}`}},
		{name: "an array", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}}]`}, shown: []string{"a"}, count: 1},
		{name: "a result with more in it", lists: []string{`{"_meta":{"x":[1]},"tools":[{"name":"a","inputSchema":{"type":"object"}}],"ttlMs":5}`}, shown: []string{"a"}, count: 1},
		{name: "space around", lists: []string{" \n[\t{ \"name\" : \"a\" , \"inputSchema\": {\"type\":\"object\"} }\r ] \n"}, shown: []string{"a"}, count: 1},
		{name: "nothing", lists: []string{``}, want: []string{"-1  bad_list"}},
		{name: "cut short", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"`}, want: []string{"-1  bad_list"}},
		{name: "more behind", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}}] []`}, want: []string{"-1  bad_list"}},
		{name: "a text", lists: []string{`"tools"`}, want: []string{"-1  bad_list"}},
		{name: "null", lists: []string{`null`}, want: []string{"-1  bad_list"}},
		{name: "an object without tools", lists: []string{`{"Tools":[{"name":"a","inputSchema":{"type":"object"}}]}`}, want: []string{"-1  bad_list"}},
		{name: "tools that are no array", lists: []string{`{"tools":{"name":"a"}}`}, want: []string{"-1  bad_list"}},
		{name: "tools that are null", lists: []string{`{"tools":null}`}, want: []string{"-1  bad_list"}},
		{name: "tools twice", lists: []string{`{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"tools":[{"name":"b","inputSchema":{"type":"object"}}]}`}, want: []string{"-1  bad_list"}},
		{name: "one broken page of three", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}}]`, `{"tools":[`, `[{"name":"c","inputSchema":{"type":"object"}}]`}, want: []string{"-1  bad_list"}, shown: []string{"a", "c"}, count: 2},

		{name: "more pages", lists: []string{`{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"x"}`}, want: []string{"-1  more_pages"}, shown: []string{"a"}, count: 1},
		{name: "all pages", lists: []string{`{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"x"}`, `{"tools":[{"name":"b","inputSchema":{"type":"object"}}],"nextCursor":null}`}, shown: []string{"a", "b"}, count: 2},

		{name: "no object", lists: []string{`[1,"a",null,[],{"name":"b","inputSchema":{"type":"object"}}]`},
			want: []string{"0  bad_tool", "1  bad_tool", "2  bad_tool", "3  bad_tool"}, shown: []string{"b"}, count: 5},
		{name: "duplicate keys", lists: []string{`[{"name":"a","name":"b","inputSchema":{"type":"object"}},{"name":"c","x":{"y":1,"y":2},"inputSchema":{"type":"object"}},{"name":"d","title":"1","\u0074itle":"2","inputSchema":{"type":"object"}},{"name":"e","inputSchema":{"type":"object"}}]`},
			want: []string{"0  bad_tool", "1  bad_tool", "2  bad_tool"}, shown: []string{"e"}, count: 4},
		{name: "invalid UTF-8", lists: []string{"[{\"name\":\"a\",\"x\":\"\xff\"}," + plain("b") + "]"}, want: []string{"0  bad_tool"}, shown: []string{"b"}, count: 2},
		{name: "a byte order mark", lists: []string{"\uFEFF[\uFEFF{\"name\":\"a\"}," + plain("b") + "]"}, want: []string{"0  bad_tool"}, shown: []string{"b"}, count: 2},
		{name: "half a surrogate pair", lists: []string{`[{"name":"a","x":"\ud800","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`}, want: []string{"0  bad_tool"}, shown: []string{"b"}, count: 2},
		{name: "as deep as may be", lists: []string{"[" + deep(128) + "]"}, shown: []string{"deep"}, count: 1},
		{name: "too deep", lists: []string{"[" + deep(129) + `,{"name":"b","inputSchema":{"type":"object"}}]`}, want: []string{"0  bad_tool"}, shown: []string{"b"}, count: 2},
		{name: "far too deep", lists: []string{"[" + deep(100_000) + `,{"name":"b","inputSchema":{"type":"object"}}]`}, want: []string{"0  bad_tool"}, shown: []string{"b"}, count: 2},

		{name: "no name", lists: []string{`[{},{"title":"a"},{"Name":"a"},{"name":null},{"name":5},{"name":"b","inputSchema":{"type":"object"}}]`},
			want: []string{"0  no_name", "1  no_name", "2  no_name", "3  no_name", "4  no_name"}, shown: []string{"b"}, count: 6},
		{name: "an empty name is one, though no legal one", lists: []string{`[{"name":"","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`}, shown: []string{"b"}, count: 2},

		{name: "fields in other case", lists: []string{`[{"name":"a","NAME":"good__ok","inputSchema":{"type":"object"}},{"Description":"x","name":"b"},{"name":"c","de\u017fcription":"x","inputSchema":{"type":"object"}},` +
			`{"name":"d","title":"x","TITLE":"y","inputSchema":{"type":"object"}},{"name":"e","inputschema":{},"inputSchema":{"type":"object"}},{"name":"f","OutputSchema":{},"inputSchema":{"type":"object"}},{"name":"g","Annotations":{},"inputSchema":{"type":"object"}},` +
			`{"name":"h","Icons":[],"inputSchema":{"type":"object"}},{"name":"i","EXECUTION":{},"inputSchema":{"type":"object"}},{"name":"j","_Meta":{},"inputSchema":{"type":"object"}},{"name":"k","names":1,"nam":2,"meta":3,"x":{"Name":4},"inputSchema":{"type":"object"}}]`},
			want: []string{"0 a other_case", "1 b other_case", "2 c other_case", "3 d other_case", "4 e other_case", "5 f other_case",
				"6 g other_case", "7 h other_case", "8 i other_case", "9 j other_case"}, shown: []string{"k"}, count: 11},

		{name: "repeated byte for byte", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`, `[{"name":"a","inputSchema":{"type":"object"}}]`}, want: []string{"2 a repeated"}, shown: []string{"a", "b"}, count: 3},
		{name: "repeated in other bytes", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}},{"name": "a", "inputSchema": {"type": "object"}}]`}, shown: []string{"b"}, count: 3},
		{name: "repeated in both ways", lists: []string{`[{"name":"a","inputSchema":{"type":"object"}},{"name": "a", "inputSchema": {"type": "object"}},{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`}, want: []string{"2 a repeated"}, shown: []string{"b"}, count: 4},

		{name: "texts that are none", lists: []string{`[{"name":"a","title":5,"description":null,"inputSchema":{"type":"object"}},{"name":"b","title":["x"],"inputSchema":{"type":"object"}}]`},
			want: []string{"0 a nonconforming", "1 b nonconforming"}, count: 2},
		{name: "hints that are none", lists: []string{`[{"name":"a","annotations":{"readOnlyHint":"true","destructiveHint":null,"idempotentHint":1,"openWorldHint":{}},"inputSchema":{"type":"object"}}]`},
			want: []string{"0 a nonconforming"}, count: 1},
		{name: "annotations and schemas that are none", lists: []string{`[{"name":"a","annotations":"x","inputSchema":5,"outputSchema":null}]`},
			want: []string{"0 a nonconforming"}, count: 1},
	}
	e := parse(t, "version: 1")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := engine.Server{ID: "bad"}
			for _, list := range test.lists {
				s.Lists = append(s.Lists, []byte(list))
			}
			c, err := e.BuildCatalog([]engine.Server{s, tools("good", `[{"name":"ok","inputSchema":{"type":"object"}}]`)})
			if err != nil {
				t.Fatal(err)
			}
			report := c.Report()
			var got []string
			for _, f := range report.Faults {
				if f.Key.Server != "bad" || f.Message == "" {
					t.Errorf("a fault of %q with message %q", f.Key.Server, f.Message)
				}
				got = append(got, fmt.Sprint(f.Index, " ", f.Key.Tool, " ", f.Code))
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("faults (-want +got)\n%s", d)
			}
			var shown []string
			for _, name := range test.shown {
				shown = append(shown, "bad__"+name)
			}
			want(t, names(c.View(engine.Request{})), append(shown, "good__ok")...)
			if report.Tools != test.count+1 {
				t.Errorf("%d tools, want %d", report.Tools, test.count+1)
			}
			if c.Report() != report {
				t.Error("the catalog has another report")
			}
		})
	}
}

// A server that exceeds a limit loses all tools, since a part of its list would be shown as if it
// were the whole list.
func TestFaultsOfSize(t *testing.T) {
	tests := []struct {
		name  string
		lists [][]byte
	}{
		{"too many bytes", [][]byte{[]byte(`[{"name":"a","inputSchema":{"type":"object"}}]`), make([]byte, 64<<20)}},
		{"too many tools", [][]byte{[]byte(`[{"name":"a","inputSchema":{"type":"object"}}]`), []byte("[" + strings.Repeat("0,", 99_999) + "0]")}},
	}
	e := parse(t, "version: 1")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := e.BuildCatalog([]engine.Server{{ID: "big", Lists: test.lists}, tools("good", `[{"name":"ok","inputSchema":{"type":"object"}}]`)})
			if err != nil {
				t.Fatal(err)
			}
			report := c.Report()
			want(t, names(c.View(engine.Request{})), "good__ok")
			if last := report.Faults[len(report.Faults)-1]; last.Code != engine.CodeTooLarge || last.Index != -1 || last.Key.Server != "big" {
				t.Errorf("got %v", last)
			}
		})
	}
}

// A host without raw JSON passes Go values. They come after the raw lists, and a value that cannot
// be marshaled is reported.
func TestValues(t *testing.T) {
	type tool struct {
		Name        string            `json:"name"`
		Title       string            `json:"title,omitempty"`
		InputSchema map[string]string `json:"inputSchema"`
	}
	object := map[string]string{"type": "object"}
	s := tools("s", `[{"name":"raw","inputSchema":{"type":"object"}}]`)
	s.Values = []any{tool{Name: "value", Title: "<T>", InputSchema: object}, math.NaN(), map[string]any{"title": "no name"}, &tool{Name: "pointer", InputSchema: object}, (*tool)(nil)}
	c, err := parse(t, "version: 1").BuildCatalog([]engine.Server{s})
	if err != nil {
		t.Fatal(err)
	}
	report := c.Report()
	want(t, names(c.View(engine.Request{})), "s__raw", "s__value", "s__pointer")
	var got []string
	for _, f := range report.Faults {
		got = append(got, fmt.Sprint(f.Index, " ", f.Code))
	}
	want(t, got, "2 bad_tool", "3 no_name", "5 bad_tool")
	if report.Tools != 6 {
		t.Errorf("%d tools", report.Tools)
	}
}

func TestFacts(t *testing.T) {
	s := tools("s", `[{"name":"a","title":"T","description":"D","annotations":{"readOnlyHint":true,"openWorldHint":false,"idempotentHint":"x"},
		"inputSchema":{"type":"object","properties":{"p":{},"q":true},"required":["p",5,"z"]}},{"name":"b","inputSchema":{"type":"object"}},{"name":"a b","inputSchema":{"type":"object"}}]`)
	s.Tags = map[string][]string{"a": {"x"}, "nobody": {"y"}}
	c := catalogOf(t, parse(t, "version: 1"), s)
	f, ok := c.Info(key("s/a"))
	if !ok || f.Server != "s" || f.Name != "a" || f.Title != "T" || f.Description != "D" || !f.ReadOnly || f.Destructive || f.Idempotent || f.OpenWorld {
		t.Errorf("got %+v, %v", f, ok)
	}
	want(t, f.Hints, "readOnlyHint", "openWorldHint")
	want(t, f.Arguments, "p", "q")
	want(t, f.Required, "p", "z")
	want(t, f.Tags, "x")
	// The defaults of MCP for a tool without hints: it is destructive and open-world.
	if f, ok := c.Info(key("s/b")); !ok || f.ReadOnly || !f.Destructive || f.Idempotent || !f.OpenWorld || f.Bytes != len(`{"name":"b","inputSchema":{"type":"object"}}`) {
		t.Errorf("got %+v, %v", f, ok)
	}
	if _, ok := c.Info(key("s/a b")); !ok {
		t.Error("a tool without a name has no facts")
	}
	if f, ok := c.Info(key("s/c")); ok || f.Name != "" {
		t.Errorf("got %+v", f)
	}
}
