package documented

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected results of the corpus of catalogs")

// corpusPath is a corpus whose expected results this package computes, from the documentation
// alone.
const corpusPath = "../../../testdata/spec/catalogs.jsonl"

// A corpusCase is a rule file, the tools of servers, and requests.
type corpusCase struct {
	id       string
	file     File
	servers  []Server
	requests []Request
}

// TestCorpus compares the corpus with what the documentation says.
func TestCorpus(t *testing.T) {
	var got bytes.Buffer
	for _, c := range corpusCases() {
		line, err := json.Marshal(c.line())
		if err != nil {
			t.Fatal(err)
		}
		got.Write(append(line, '\n'))
	}
	if *update {
		if err := os.WriteFile(corpusPath, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(corpusPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s differs; to write it run go test ./internal/test/documented -run TestCorpus -update, and read the difference",
			corpusPath)
	}
}

// line returns the case with its results.
func (c *corpusCase) line() object {
	cat := New(&c.file, Host{}).Catalog(c.servers)
	var servers, requests []any
	for _, s := range c.servers {
		tools := []json.RawMessage{}
		for _, raw := range s.Tools {
			tools = append(tools, json.RawMessage(raw))
		}
		o := object{"id", s.ID, "tools", tools}
		if s.Tags != nil {
			o = append(o, "tags", s.Tags)
		}
		if s.Instructions != "" {
			o = append(o, "instructions", s.Instructions)
		}
		servers = append(servers, o)
	}
	for _, r := range c.requests {
		caller := cat.Caller(r)
		tools := []any{}
		for i := range cat.Tools() {
			if caller.Sees(i) {
				tools = append(tools, caller.Tool(i))
			}
		}
		o := object{}
		if r.Runner != "" {
			o = append(o, "runner", r.Runner)
		}
		if r.Model != "" {
			o = append(o, "model", r.Model)
		}
		if r.Verbosity != nil {
			o = append(o, "verbosity", *r.Verbosity)
		}
		o = append(o, "tools", tools)
		if all := caller.Instructions(c.servers); len(all) > 0 {
			o = append(o, "instructions", all)
		}
		requests = append(requests, o)
	}
	return object{"id", c.id, "rules", json.RawMessage(c.file.JSON()), "servers", servers, "requests", requests}
}

// anyone is a request that says nothing.
var anyone = []Request{{}}

// oneServer returns a server s with tools, whose input schema is added.
func oneServer(tools ...string) []Server {
	s := Server{ID: "s"}
	for _, t := range tools {
		s.Tools = append(s.Tools, `{`+t+`,"inputSchema":{"type":"object"}}`)
	}
	return []Server{s}
}

// corpusCases are all cases, by section.
func corpusCases() (all []corpusCase) {
	for _, section := range [][]corpusCase{annotationCases(), verbosityCases(), serverTextCases(), orderCases()} {
		all = append(all, section...)
	}
	return all
}

func annotationCases() []corpusCase {
	yes, no := new(true), new(false)
	hides := func(when string) []Entry { return []Entry{{When: when}} }
	return []corpusCase{
		{"annotations: a hint is sent and read", File{
			Annotations: []Annotation{{Tools: []string{"s/delete_*"}, Destructive: yes}},
			Exclude:     hides(`"destructiveHint" in tool.hints and tool.destructive`),
		}, oneServer(`"name":"delete_a"`, `"name":"get"`), anyone},
		{"annotations: without an object, with one, and with the hint", File{
			Annotations: []Annotation{{Tools: []string{"*"}, ReadOnly: yes, OpenWorld: no}},
		}, oneServer(`"name":"a"`, `"name":"b","annotations":{}`, `"name":"c","annotations":{"title":"T"}`,
			`"name":"d","annotations":{"readOnlyHint":false,"x":1}`, `"name":"e","annotations":{"readOnlyHint":true,"openWorldHint":false}`,
			`"name":"f","annotations":null`), anyone},
		{"annotations: read-only tools are not destructive by default", File{
			Annotations: []Annotation{{Tools: []string{"s/a"}, ReadOnly: yes}, {Tools: []string{"s/b"}, ReadOnly: no}},
			Exclude:     hides("tool.destructive"),
		}, oneServer(`"name":"a"`, `"name":"b","annotations":{"readOnlyHint":true}`,
			`"name":"c","annotations":{"readOnlyHint":true}`), anyone},
		{"annotations: what the server says of destruction stays", File{
			Annotations: []Annotation{{Tools: []string{"s/a"}, ReadOnly: yes}},
			Exclude:     hides("tool.destructive"),
		}, oneServer(`"name":"a","annotations":{"destructiveHint":true}`), anyone},
		{"annotations: the most specific entry that sets a hint", File{
			Annotations: []Annotation{{Tools: []string{"*"}, ReadOnly: no, Idempotent: yes}, {Tools: []string{"s/get"}, ReadOnly: yes},
				{Tools: []string{"s/get*"}, ReadOnly: no}, {Server: "s", Regex: "get", ReadOnly: no, Idempotent: no}},
		}, oneServer(`"name":"get"`, `"name":"get_b"`, `"name":"set"`), anyone},
		{"annotations: an entry whose condition is false does not match", File{
			Annotations: []Annotation{{Tools: []string{"s/a"}, When: `tool.title == "x"`, ReadOnly: yes}, {Tools: []string{"*"}, ReadOnly: no}},
		}, oneServer(`"name":"a"`, `"name":"b"`), anyone},
		{"annotations: conditions read what the server sent", File{
			Annotations: []Annotation{{Tools: []string{"*"}, ReadOnly: yes, Tags: []string{"t"}},
				{Tools: []string{"*"}, When: "tool.readOnly", Idempotent: yes}, {Tools: []string{"*"}, When: `"t" in tool.tags`, OpenWorld: no}},
		}, oneServer(`"name":"a"`), anyone},
		{"annotations: a condition that fails makes the hint fail", File{
			Annotations: []Annotation{{Tools: []string{"s/*"}, When: `"model" in tool.audience`, ReadOnly: yes}},
			Exclude:     []Entry{{Tools: []string{"s/x*"}, When: "tool.readOnly"}},
			Include: []Entry{{Tools: []string{"s/x*"}}, {Tools: []string{"s/i*"}, When: "tool.readOnly or not tool.readOnly"},
				{Tools: []string{"s/h*"}, When: "len(tool.hints) >= 0"}, {Tools: []string{"s/d*"}, When: "tool.destructive or true"},
				{Tools: []string{"s/o*"}, When: "tool.openWorld"}},
		}, oneServer(`"name":"x1","_meta":{"ui":{"visibility":1}}`, `"name":"x2"`, `"name":"x3","_meta":{"ui":{"visibility":["app"]}}`,
			`"name":"i1","_meta":{"ui":{"visibility":1}}`, `"name":"i2"`, `"name":"h1","_meta":{"ui":{"visibility":1}}`, `"name":"h2"`,
			`"name":"d1","_meta":{"ui":{"visibility":1}}`, `"name":"d2"`,
			`"name":"d3","annotations":{"destructiveHint":true},"_meta":{"ui":{"visibility":1}}`,
			`"name":"o1","annotations":{"readOnlyHint":false},"_meta":{"ui":{"visibility":1}}`), anyone},
		{"annotations: a more specific entry decides before one that fails", File{
			Annotations: []Annotation{{Tools: []string{"s/*"}, When: `"model" in tool.audience`, ReadOnly: yes}, {Tools: []string{"s/a"}, ReadOnly: no}},
			Exclude:     hides("tool.readOnly"),
		}, oneServer(`"name":"a","_meta":{"ui":{"visibility":1}}`, `"name":"b","_meta":{"ui":{"visibility":1}}`), anyone},
		{"annotations: tags add up after those of the host", File{
			Annotations: []Annotation{{Tools: []string{"s/a"}, Tags: []string{"x", "h"}}, {Tools: []string{"*"}, Tags: []string{"y", "x"}}},
			Include:     []Entry{{When: `tool.tags == ["h", "x", "y"]`}},
		}, []Server{{ID: "s", Tools: []string{`{"name":"a","inputSchema":{"type":"object"}}`}, Tags: map[string][]string{"a": {"h"}}}}, anyone},
		{"annotations: tags fail with a condition", File{
			Annotations: []Annotation{{Tools: []string{"s/*"}, When: `"model" in tool.audience`, Tags: []string{"x"}}},
			Exclude:     hides(`"y" in tool.tags`),
		}, oneServer(`"name":"a","_meta":{"ui":{"visibility":1}}`, `"name":"b"`), anyone},
		{"annotations: sets, and names that match exactly", File{
			Sets:        []Set{{"reads", []string{"s/get_*", "s/list"}}},
			Annotations: []Annotation{{Tools: []string{"$reads"}, ReadOnly: yes}},
		}, oneServer(`"name":"get_a"`, `"name":"get-b"`, `"name":"List"`, `"name":"list"`), anyone},
		{"annotations: a tool that rules hide by its audience", File{
			Exclude: []Entry{{When: `"model" not in tool.audience`}},
		}, oneServer(`"name":"both"`, `"name":"app","_meta":{"ui":{"visibility":["app"]}}`, `"name":"model","_meta":{"ui":{"visibility":["model","voice"]}}`,
			`"name":"none","_meta":{"ui":{"visibility":[]}}`, `"name":"null","_meta":{"ui":{"visibility":null}}`,
			`"name":"odd","_meta":{"ui":{"visibility":["model",1]}}`, `"name":"text","_meta":{"ui":{"visibility":"model"}}`), anyone},
	}
}

func verbosityCases() []corpusCase {
	level := func(n int64) *int64 { return &n }
	text := func(more func(*Text)) *Text {
		t := &Text{Levels: []ByLevel{{"0-2", "few"}, {"3-5", "some"}, {"6-9", "many"}}}
		if more != nil {
			more(t)
		}
		return t
	}
	section := Verbosity{Default: new(4), Runners: []LevelRunner{
		{Runner{Model: []string{"*-mini"}}, 2}, {Runner{Runner: []string{"cli"}}, 7}, {Runner{Runner: []string{"cli"}, Model: []string{"a-mini"}}, 9},
	}}
	requests := []Request{{}, {Verbosity: level(9)}, {Model: "b-mini"}, {Runner: "cli"}, {Runner: "cli", Model: "b-mini"},
		{Runner: "cli", Model: "a-mini"}, {Runner: "cli", Model: "a-mini", Verbosity: level(0)}}
	return []corpusCase{
		{"verbosity: a text", File{Verbosity: section,
			Descriptions: []Description{{Tools: []string{"*"}, Description: text(nil)}}}, oneServer(`"name":"a"`), requests},
		{"verbosity: a text with default_verbosity", File{Verbosity: section,
			Descriptions: []Description{{Tools: []string{"*"}, Description: text(func(t *Text) { t.DefaultVerbosity = new(7) })}},
		}, oneServer(`"name":"a"`), requests},
		{"verbosity: conditions", File{Verbosity: section, Include: []Entry{{When: "ctx.verbosity in [2, 9]"}}}, oneServer(`"name":"a"`), requests},
		{"verbosity: without a default", File{Verbosity: Verbosity{Runners: section.Runners}, Include: []Entry{{When: "ctx.verbosity == 5"}}},
			oneServer(`"name":"a"`), requests},
	}
}

func serverTextCases() []corpusCase {
	level := func(n int64) *int64 { return &n }
	levels := []Request{{Verbosity: level(0)}, {Verbosity: level(3)}, {Verbosity: level(9)}, {}}
	wordy := []Server{{ID: "s", Tools: []string{`{"name":"a","title":"T. U","description":"D. E","annotations":{"title":"A. B"},"extra":{"title":"X. Y"},
		"inputSchema":{"type":"object","title":"R. S","description":"I. J","properties":{"title":{"type":"string","description":"P. Q",
		"enum":["a. b"],"default":"c. d","examples":["e. f"],"markdownDescription":"M. N","$comment":"C. D"},
		"b":{"anyOf":[{"title":"V. W"},{"$ref":"#/more/x"}]}},"more":{"x":{"description":"K. L"},"y":{"description":"K. L"}}},
		"outputSchema":{"items":{"description":"O. P"}}}`}}}
	mode := func(words string) File {
		return File{Descriptions: []Description{{Tools: []string{"*"}, ServerText: words}}}
	}
	sentence := func(id, text string) corpusCase {
		return corpusCase{"first sentence: " + id, mode("first_sentence"), oneServer(`"name":"a","description":` + string(appendQuoted(nil, text))), anyone}
	}
	x199 := strings.Repeat("x", 199)
	prepend := func(d Description) Description { d.Tools = []string{"*"}; return d }
	return []corpusCase{
		{"server_text: keep", mode("keep"), wordy, anyone},
		{"server_text: first_sentence", mode("first_sentence"), wordy, anyone},
		{"server_text: remove", mode("remove"), wordy, anyone},
		{"server_text: by level", File{Descriptions: []Description{{Tools: []string{"*"},
			ServerTextLevels: []ByLevel{{"0-1", "remove"}, {"4", "first_sentence"}, {"8-9", "keep"}}}}}, wordy, levels},
		{"server_text: by the level of verbosity", File{Verbosity: Verbosity{Default: new(1)}, Descriptions: []Description{{Tools: []string{"*"},
			ServerTextLevels: []ByLevel{{"0-1", "remove"}, {"4-9", "keep"}}}}}, wordy, levels},
		{"server_text: the most specific entry with the key", File{Descriptions: []Description{{Tools: []string{"*"}, ServerText: "remove"},
			{Tools: []string{"s/b"}, ServerText: "keep"}, {Tools: []string{"s/c"}, HiddenCharacters: "strip"}}},
			oneServer(`"name":"a","title":"T"`, `"name":"b","title":"T"`, `"name":"c","title":"T"`), anyone},
		{"server_text: texts of rules are put over it", File{Descriptions: []Description{{Tools: []string{"*"}, ServerText: "remove",
			Title: &Text{Only: new("New")}, Description: &Text{Levels: []ByLevel{{"0-9", "Written."}}}}}},
			oneServer(`"name":"a","title":"T","description":"D","annotations":{"title":"A"}`, `"name":"b"`), anyone},
		{"server_text: what is not a string", mode("remove"), oneServer(`"name":"a","annotations":{"title":null}`), anyone},
		sentence("two", "One. Two."), sentence("an end inside of a word", "v1.2 of a.b More"), sentence("no end", "Just this"),
		sentence("a question", "Why? So."), sentence("Chinese", "读取。写入"), sentence("a line", "One\nTwo"), sentence("a carriage return", "One\r\nTwo"),
		sentence("an empty first line", "\n\n One\nTwo"), sentence("white space alone", " \n\t"), sentence("200 characters", x199+"y"),
		sentence("201 characters", x199+"yz"), sentence("cut at a blank", "a b "+x199), sentence("a blank as the 201st", x199+"y z"),
		sentence("a no-break space", "One.\u00a0Two"), sentence("an emoji", "⚠️. Two"),
		{"hidden_characters: keep", File{}, oneServer(`"name":"a","title":"T\u200b"`), anyone},
		{"hidden_characters: strip", File{Descriptions: []Description{{Tools: []string{"*"}, HiddenCharacters: "strip"}}},
			oneServer(`"name":"a","title":"T\u200b\u202e","description":"\u2060","extra":"\u200b"`, `"name":"b","title":"\u0641\u200c"`,
				`"name":"c","title":"\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"`), anyone},
		{"hidden_characters: strip, then the first sentence", File{Descriptions: []Description{{Tools: []string{"*"}, HiddenCharacters: "strip",
			ServerText: "first_sentence"}}}, oneServer(`"name":"a","description":"One.\u200b Two."`), anyone},
		{"hidden_characters: reject", File{Descriptions: []Description{{Tools: []string{"*"}, HiddenCharacters: "reject"}, {Tools: []string{"s/e"}, HiddenCharacters: "keep"}}},
			oneServer(`"name":"a","title":"T\u200b"`, `"name":"b","extra":[{"x":"\u202e"}]`, `"name":"c","extra":{"x\u200b":1}`, `"name":"d"`, `"name":"e","title":"\u200b"`), anyone},
		{"prepend and append", File{Descriptions: []Description{prepend(Description{Description: &Text{Prepend: new("Beta. ")},
			Arguments: []Argument{{"x", Text{Prepend: new("<"), Append: new(">")}}}, Results: []Argument{{"", Text{Append: new("!")}}}})}},
			[]Server{{ID: "s", Tools: []string{`{"name":"a","description":"D \"q\".","inputSchema":{"type":"object","properties":{"x":{"description":"X"}}},"outputSchema":{"description":"O"}}`,
				`{"name":"b","inputSchema":{"type":"object","properties":{"x":{}}},"outputSchema":{}}`}}}, anyone},
		{"prepend: to what server_text leaves", File{Descriptions: []Description{prepend(Description{Description: &Text{Prepend: new("Beta. ")},
			ServerTextLevels: []ByLevel{{"0-2", "remove"}, {"3-5", "first_sentence"}, {"6-9", "keep"}}})}}, oneServer(`"name":"a","description":"One. Two."`), levels},
		{"prepend: the most specific entry answers", File{Descriptions: []Description{prepend(Description{Description: &Text{Prepend: new("Beta. ")}}),
			{Tools: []string{"s/a"}, Description: &Text{Only: new("Mine.")}}}}, oneServer(`"name":"a","description":"D"`, `"name":"b","description":"D"`), anyone},
		{"the root of a schema", File{Descriptions: []Description{prepend(Description{Arguments: []Argument{{"", Text{Only: new("All.")}}}})}},
			oneServer(`"name":"a"`), anyone},
	}
}

func orderCases() []corpusCase {
	twice := oneServer(`"name":"b"`, `"name":"B"`, `"name":"a","title":"2"`, `"name":"a","title":"1"`, `"name":"a.b"`, `"name":"a_"`)
	servers := append(twice, Server{ID: "a", Tools: []string{`{"name":"z","inputSchema":{"type":"object"}}`, `{"name":"c","inputSchema":{"type":"object"}}`}})
	return []corpusCase{
		{"order: listed", File{Order: "listed", Naming: Naming{Collisions: "keep_first"}}, servers, anyone},
		{"order: name", File{Order: "name", Naming: Naming{Collisions: "keep_first"}}, servers, anyone},
		{"order: by the server's names", File{Order: "name", Naming: Naming{Rename: []Rename{{"a", "c", "zz"}}}}, servers[1:], anyone},
	}
}
