package documented

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A world is a random rule file, what servers list, and requests.
type world struct {
	file     *File
	asJSON   bool
	servers  []Server
	requests []Request
	host     Host
}

// newWorld draws a world.
func newWorld(d *dice) *world {
	w := &world{file: &File{}, asJSON: d.one(2)}
	ids := some(d, 1, 3, []string{"a", "b", "my_srv", "s2"})
	f := w.file
	if d.one(3) {
		f.Servers = ids
	}
	f.Context = contextFields(d)
	for _, id := range ids {
		w.servers = append(w.servers, drawServer(d, id))
	}
	drawNaming(d, w)
	g := &grammar{dice: d, readable: readables(f, false), file: f}
	p := &patterns{d, ids}
	for i := range d.n(3) {
		s := Set{Name: fmt.Sprintf("set%d", i)}
		for range 1 + d.n(3) {
			s.Patterns = append(s.Patterns, p.pattern())
		}
		f.Sets = append(f.Sets, s)
	}
	drawAnnotations(g, p)
	drawVerbosity(g)
	f.Order = pick(d, "", "", "listed", "name")
	excludes, includes := d.n(6), d.n(5)
	if g.small = d.one(2); g.small { // one entry, so that no other entry decides first
		excludes, includes = pick(d, 1, 0), pick(d, 0, 1)
	}
	for i := range excludes {
		f.Exclude = append(f.Exclude, entry(g, p, f.Sets, fmt.Sprintf("exclude-%d", i)))
	}
	for i := range includes {
		f.Include = append(f.Include, entry(g, p, f.Sets, fmt.Sprintf("include-%d", i)))
	}
	for range d.n(5) {
		f.Descriptions = append(f.Descriptions, drawDescription(g, p))
	}
	if d.one(3) {
		level := int64(d.n(10))
		w.host.DefaultLevel = &level
	}
	w.host.KeepNonconforming = d.one(4)
	for range 16 {
		w.requests = append(w.requests, drawRequest(d, f))
	}
	return w
}

// contextFields draws what a file declares: something of every type, with and without a ?.
func contextFields(d *dice) []Field {
	field := func(name string, t Type) Field { return Field{name, d.one(2), t} }
	list := func(elem Kind) Type { return Type{Kind: List, Elem: elem} }
	of := func(kind Kind) Type { return Type{Kind: kind} }
	user := some(d, 1, 6, []Field{
		field("id", of(String)), field("role", Type{Kind: Enum, Words: []string{"a", "b", "ab"}}),
		field("groups", list(String)),
		field("level", of(Int)), field("on", of(Bool)), field("tier",
			Type{Kind: Enum, Words: []string{"readOnlyHint", "ops", "1"}}),
	})
	if d.one(3) {
		user = append(user, Field{"org", false, Type{Kind: Mapping,
			Fields: []Field{field("name", of(String)), field("sizes", list(Int))}}})
	}
	all := []Field{
		{"user", false, Type{Kind: Mapping, Fields: user}},
		field("tenant", of(String)), field("names", list(String)), field("beta", of(Bool)), field("budget", of(Int)),
		field("risk", of(Float)),
		field("sizes", list(Int)), field("ratios", list(Float)), field("flags", list(Bool)),
		field("region", Type{Kind: Enum, Words: []string{"a", "b"}}),
	}
	return some(d, 0, len(all), all)
}

var (
	long      = strings.Repeat("long_name.", 6)
	toolNames = []string{
		"a", "b", "ab", "a.b", "a_b", "a-b", "A", "get_a", "set-a", "get.b", "ops", "1st", "-x", "_y", "a b", "é", "",
		long + "abcd", long + "abce", long, "get_a__b", "trunc_00000000", strings.Repeat("n", 128),
		strings.Repeat("n", 129),
	}
)

func drawServer(d *dice, id string) Server {
	s := Server{ID: id, Tags: map[string][]string{}}
	names := some(d, 0, 14, toolNames)
	if d.one(10) && len(names) > 0 {
		names = append(names, names[0]) // a tool that its server lists twice, most often with other texts
	}
	for _, n := range names {
		s.Tools = append(s.Tools, toolJSON(d, n))
		if d.one(3) {
			s.Tags[n] = some(d, 0, 3, someTexts)
			if d.one(40) {
				s.Tags[n] = pick(d, make([]string, maxList), make([]string, maxList+1),
					[]string{strings.Repeat("t", maxToolText-1), "b"},
					[]string{strings.Repeat("t", maxToolText-1), "ab"})
			}
		}
	}
	return s
}

// An object is a JSON object whose members have an order.
type object []any

func (o object) MarshalJSON() ([]byte, error) {
	text := "{"
	for i := 0; i < len(o); i += 2 {
		name, err := json.Marshal(o[i])
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o[i+1])
		if err != nil {
			return nil, err
		}
		text += string(name) + ":" + string(value) + ","
	}
	return []byte(strings.TrimSuffix(text, ",") + "}"), nil
}

func toolJSON(d *dice, name string) string {
	o := object{"name", name}
	if d.one(2) {
		o = append(o, "title", drawText(d))
	}
	if !d.one(3) {
		o = append(o, "description", drawText(d))
	}
	if d.one(2) {
		var hints object
		for _, h := range some(d, 0, 4, hintWords) {
			hints = append(hints, h, d.one(2))
		}
		if d.one(4) {
			hints = append(hints, "title", pick(d, serverTexts...))
		}
		if d.one(6) {
			hints = append(hints, "other", nil)
		}
		o = append(o, "annotations", hints)
	}
	o = append(o, "inputSchema", drawSchema(d))
	if d.one(4) {
		o = append(o, "outputSchema", drawSchema(d))
	}
	if d.one(3) {
		o = append(o, "_meta", drawMeta(d))
	}
	if d.one(4) {
		o = append(o, "extra", []any{1, "x", nil})
	}
	if d.one(6) {
		o = spoil(d, o)
	}
	var data []byte
	var err error
	if d.one(2) {
		data, err = json.Marshal(o)
	} else {
		data, err = json.MarshalIndent(o, " ", "\t")
	}
	if err != nil {
		panic(err)
	}
	return string(data)
}

// drawMeta draws a _meta with the audience of a tool.
func drawMeta(d *dice) object {
	visibility := pick[any](d, []any{"model"}, []any{"app"}, []any{"app", "model", "app"}, []any{}, []any{"voice"},
		[]any{"model", 1}, "model", nil)
	return pick(d, object{"ui", object{"visibility", visibility}}, object{"ui", object{"visibility", visibility}},
		object{"ui", []any{visibility}}, object{"ui", object{}}, object{})
}

// spoil replaces a member of a tool by a null, which may count as not sent, or by a nonconforming
// value, or adds a member whose name differs from one of MCP only in case.
func spoil(d *dice, o object) object {
	schema := func(more ...any) object { return append(object{"type", "object"}, more...) }
	spoilt := pick(d,
		object{"title", nil}, object{"description", nil}, object{"annotations", nil}, object{"outputSchema", nil},
		object{"icons", nil},
		object{"_meta", nil}, object{"execution", nil}, object{"annotations",
			object{"title", nil, "readOnlyHint", nil, "idempotentHint", true}},
		object{"inputSchema", schema("properties", nil, "required", nil)},
		object{"inputSchema", schema("properties", object{"a", nil})},
		object{"inputSchema", schema("default", nil)}, object{"icons", []any{object{"src", "s"}}}, object{"extra", nil},
		object{"title", 7}, object{"description", []any{}}, object{"annotations", "x"},
		object{"annotations", object{"readOnlyHint", "true"}},
		object{"annotations", object{"title", 1}}, object{"inputSchema", nil}, object{"inputSchema", object{}},
		object{"inputSchema", "x"},
		object{"inputSchema", object{"type", []any{"object"}}}, object{"inputSchema", schema("properties", []any{})},
		object{"inputSchema", schema("required", "a")}, object{"outputSchema", object{"type", "array"}},
		object{"outputSchema", object{"required", []any{1}}},
		object{"outputSchema", true}, object{"icons", []any{object{}}},
		object{"execution", 1}, object{"_meta", []any{}}, object{"extra", json.RawMessage("1e400")},
		object{"Title", "x"}, object{"DESCRIPTION", "x"}, object{"annotations", object{"ReadOnlyHint", true}},
		object{"inputSchema", schema("Properties", object{})},
	)
	for i := 0; i < len(o); i += 2 {
		if o[i] == spoilt[0] {
			o[i+1] = spoilt[1]
			return o
		}
	}
	return append(o, spoilt...)
}

// drawText draws a title or description of a server.
func drawText(d *dice) string {
	if d.one(60) {
		return strings.Repeat("x", pick(d, maxToolText, maxBesideText)+d.n(2))
	}
	return pick(d, serverTexts...)
}

func drawSchema(d *dice) object {
	o := object{"type", "object"}
	var properties object
	names := some(d, 0, 5, []string{"a", "b", "ab", "address", "labels", "x.y", "A", "ref"})
	for _, n := range names {
		p := object{"type", "string"}
		switch n {
		case "address":
			p = object{"type", "object", "properties", object{"street",
				object{"type", "string", "description", "server's"}, "a/b", object{}}}
		case "ref":
			p = object{"$ref", "#/$defs/place"}
		case "labels":
			p = object{"type", "array", "items", object{"properties", object{"name", object{}}}}
		}
		if d.one(2) {
			p = append(p, "description", pick(d, serverTexts...))
		}
		for _, member := range some(d, 0, 1, []string{"title", "$comment", "markdownDescription", "examples", "enum", "default"}) {
			p = append(p, member, pick[any](d, pick(d, serverTexts...), []any{pick(d, serverTexts...)}))
		}
		if d.one(4) {
			p = append(p, "anyOf", []any{object{"title", pick(d, serverTexts...)}, true})
		}
		properties = append(properties, n, p)
	}
	if len(names) > 0 || d.one(2) {
		o = append(o, "properties", properties)
	}
	if d.one(4) {
		o = append(o, "title", pick(d, serverTexts...))
	}
	if d.one(4) {
		o = append(o, "description", pick(d, serverTexts...))
	}
	if slices.Contains(names, "ref") {
		o = append(o, "$defs", object{"place", object{"type", "string", "description", "a place"}})
	}
	if d.one(2) {
		o = append(o, "required", append([]string{}, some(d, 0, 2, names)...))
	}
	return o
}

// drawNaming draws a valid naming section.
func drawNaming(d *dice, w *world) {
	n := &w.file.Naming
	if d.one(2) {
		return
	}
	n.Prefix = pick(d, "", "", "p_", "x-", "Team__")
	n.NoNamespace = len(w.servers) == 1 && d.one(2)
	n.Truncated = pick(d, "", "", "hash", "readable")
	if !n.NoNamespace {
		drawNamespaces(d, w)
	}
	n.Collisions = pick(d, "", "reject", "keep_first", "keep_first")
	n.Accept = pick(d, "", "exposed", "exposed_and_original", "exposed_and_original")
	n.MaxBytes = pick(d, 0, 0, 32, 33, 48, 63)
	n.HashDigits = pick(d, 0, 0, 8, 9, 16)
	n.Targets = some(d, 0, 3, []string{"openai", "anthropic", "gemini", "mistral", "deepseek", "bedrock",
		"bedrock-agents"})
	if slices.Contains(n.Targets, "bedrock-agents") {
		if strings.Contains(n.Prefix, "-") {
			n.Prefix = ""
		}
		n.Separator = strings.ReplaceAll(n.Separator, "-", "_")
	}
	if slices.ContainsFunc(n.Servers, func(s ServerName) bool { return s.As == "" }) {
		n.Accept = "" // a load error otherwise
	}
	for _, s := range w.servers {
		for _, to := range some(d, 0, 2, []string{"read", "a.b", "a_b", "ops", long + "renamed"}) {
			from := pick(d, toolNames...)
			if from == "" || slices.ContainsFunc(n.Rename, func(r Rename) bool {
				return r.Server == s.ID &&
					r.Tool == from
			}) {
				continue
			}
			n.Rename = append(n.Rename, Rename{s.ID, from, to})
		}
	}
}

// drawNamespaces draws the namespaces of servers.
func drawNamespaces(d *dice, w *world) {
	n := &w.file.Naming
	n.Separator = pick(d, "", "", "__", "_", "-", "--", "-_")
	if d.one(2) {
		return
	}
	names := []string{"x", "docs", "web", "long_id_of_a_server"}
	for i, s := range w.servers {
		if d.one(2) {
			n.Servers = append(n.Servers, ServerName{s.ID, pick(d, "", names[i])})
		}
	}
	if w.file.Servers == nil && d.one(4) {
		n.Servers = append(n.Servers, ServerName{"later", pick(d, "get", "trunk")})
	}
}

// drawRequest draws a request whose attributes are right, missing or wrong.
func drawRequest(d *dice, f *File) Request {
	r := Request{Runner: pick(d, "", "codex", "a", "cursor", "Codex"),
		Model: pick(d, "", "gpt-5", "gpt-5-mini", "5.4", "a/b", "spark")}
	if d.one(100) {
		r.Model = strings.Repeat("m", maxRequestText+d.n(2))
	}
	if !d.one(3) {
		r.Verbosity = pick(d, new(int64(0)), new(int64(1)), new(int64(4)), new(int64(5)), new(int64(8)), new(int64(9)),
			new(int64(-3)), new(int64(math.MaxInt64)))
	}
	if d.one(20) {
		return r
	}
	r.Attrs = drawFields(d, f.Context, d.one(4))
	r.Attrs["undeclared"] = "a"
	return r
}

func drawFields(d *dice, fields []Field, wild bool) map[string]any {
	m := map[string]any{}
	for _, f := range fields {
		switch {
		case f.Type.Kind == Mapping && wild && d.one(10):
			m[f.Name] = pick[any](d, nil, "a", 1, []any{"a"})
		case f.Type.Kind == Mapping:
			if !d.one(20) {
				m[f.Name] = drawFields(d, f.Type.Fields, wild)
			}
		case wild && d.one(4):
			m[f.Name] = wrong(d)
		case f.Optional && d.one(3), d.one(12):
			if d.one(2) {
				m[f.Name] = nil
			}
		default:
			m[f.Name] = right(d, f.Type)
		}
	}
	return m
}

type namedString string

func right(d *dice, t Type) any {
	switch t.Kind {
	case String:
		s := pick(d, someTexts...)
		return pick[any](d, s, s, s, namedString(s), strings.Repeat("z", maxRequestText))
	case Enum:
		return pick(d, t.Words...)
	case Bool:
		return d.one(2)
	case Int:
		n := pick(d, 0, 1, 2, 5, 40, 150, 200)
		return pick[any](d, n, int64(n), uint8(n), float64(n), json.Number(fmt.Sprint(n)))
	case Float:
		return pick[any](d, 0.5, 1.0, 0.0, 2.25, -1.0, float32(0.5), 3, json.Number("0.5"))
	}
	switch t.Elem {
	case String:
		all := append([]string{}, some(d, 0, 3, someTexts)...)
		return pick[any](d, all, anys(all))
	case Int:
		all := append([]int{}, some(d, 0, 3, []int{0, 1, 2, 40})...)
		return pick[any](d, all, anys(all))
	case Float:
		return append([]float64{}, some(d, 0, 3, []float64{0.5, 1, 2.25})...)
	}
	return append([]bool{}, some(d, 0, 2, []bool{true, false, true})...)
}

func anys[T any](of []T) []any {
	all := make([]any, len(of))
	for i, v := range of {
		all[i] = v
	}
	return all
}

// wrong draws values that are valid for some types and invalid for most.
func wrong(d *dice) any {
	return pick[any](d, "c", 7, 1.5, true, nil, []any{"a", 1}, []any{nil}, []string{"a"}, map[string]any{"a": "b"},
		math.NaN(), math.Inf(1),
		strings.Repeat("y", maxRequestText+1), make([]string, maxList), make([]string, maxList+1),
		make([]int, maxList+1),
		[]any{strings.Repeat("y", maxRequestText+1)}, json.Number("1.5"), json.Number("x"))
}
