package schema_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The oracle works on decoded values and pointers, with another algorithm: instead of counting the
// routes to each schema it runs the path, as an automaton, over all routes at once. A schema is
// selected if it is entered in the last state, and shared if it is reached in any other one, or off
// the path.

type oracle struct {
	root  any
	known map[string]bool // pointers of all schemas
	open  map[string]bool // those that only a reference makes a schema
}

type oracleEdge struct {
	to   string
	step string // "" for free, ".name", "[]", or "!keyword"
}

func newOracle(t failer, data []byte) *oracle {
	t.Helper()
	o := &oracle{known: map[string]bool{}, open: map[string]bool{}}
	if err := json.Unmarshal(data, &o.root); err != nil {
		t.Fatal(err)
	}
	o.know("", false)
	for grown := true; grown; {
		before := len(o.known)
		for p := range o.known {
			if m, ok := o.get(p).(map[string]any); ok {
				if to, ok := o.ref(m["$ref"]); ok && !o.known[to] {
					o.know(to, true)
				}
			}
		}
		grown = len(o.known) > before
	}
	return o
}

// know records a schema and all schemas in it.
func (o *oracle) know(at string, open bool) {
	o.known[at] = true
	if open {
		o.open[at] = true
	}
	for _, child := range o.children(at) {
		if !o.known[child.to] {
			o.know(child.to, open)
		}
	}
}

// children returns the schemas in a schema; those of $defs have the step "-".
func (o *oracle) children(at string) []oracleEdge {
	m, ok := o.get(at).(map[string]any)
	if !ok {
		return nil
	}
	var edges []oracleEdge
	each := func(key string, step func(name string) string) {
		switch held := m[key].(type) {
		case map[string]any:
			for name, v := range held {
				if oracleIsSchema(v) {
					edges = append(edges, oracleEdge{at + "/" + key + "/" + oracleEscape(name), step(name)})
				}
			}
		case []any:
			for i, v := range held {
				if oracleIsSchema(v) {
					edges = append(edges, oracleEdge{fmt.Sprintf("%s/%s/%d", at, key, i), step("")})
				}
			}
		}
	}
	always := func(step string) func(string) string { return func(string) string { return step } }
	each("properties", func(name string) string { return "." + name })
	each("$defs", always("-"))
	each("patternProperties", always("!patternProperties"))
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if _, isList := m[key].([]any); isList {
			each(key, always(""))
		}
	}
	if _, isList := m["prefixItems"].([]any); isList {
		each("prefixItems", always("!prefixItems"))
	}
	for key, step := range map[string]string{"items": "[]", "additionalProperties": "!additionalProperties",
		"not": "!not"} {
		if v := m[key]; oracleIsSchema(v) {
			edges = append(edges, oracleEdge{at + "/" + key, step})
		}
	}
	if _, isList := m["items"].([]any); isList {
		each("items", always("[]"))
	}
	return edges
}

func oracleIsSchema(v any) bool {
	switch v.(type) {
	case map[string]any, bool:
		return true
	}
	return false
}

func (o *oracle) edges(at string) []oracleEdge {
	edges := slices.DeleteFunc(o.children(at), func(e oracleEdge) bool { return e.step == "-" })
	if m, ok := o.get(at).(map[string]any); ok {
		if to, ok := o.ref(m["$ref"]); ok {
			edges = append(edges, oracleEdge{to, ""})
		}
	}
	return edges
}

// ref returns the pointer of a reference. It supports only pointers.
func (o *oracle) ref(v any) (string, bool) {
	text, _ := v.(string)
	pointer, ok := strings.CutPrefix(text, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return "", false
	}
	pointer, err := url.PathUnescape(pointer)
	if err != nil {
		return "", false
	}
	v, found := o.find(pointer)
	if !found || !oracleIsSchema(v) {
		return "", false
	}
	if o.known[pointer] {
		return pointer, true
	}
	// There must be an unknown keyword between a known schema and the target.
	tokens := strings.Split(pointer, "/")
	for n := len(tokens) - 1; n > 0; n-- {
		above := strings.Join(tokens[:n], "/")
		if !o.known[above] || o.open[above] {
			continue
		}
		switch tokens[n] {
		case "properties", "$defs", "patternProperties", "allOf", "anyOf", "oneOf", "prefixItems", "items",
			"additionalProperties",
			"not", "enum", "default":
			return "", false
		}
		return pointer, true
	}
	return "", false
}

func (o *oracle) get(pointer string) any {
	v, _ := o.find(pointer)
	return v
}

func (o *oracle) find(pointer string) (any, bool) {
	v := o.root
	if pointer == "" {
		return v, true
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch held := v.(type) {
		case map[string]any:
			next, ok := held[token]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(held) || strconv.Itoa(i) != token {
				return nil, false
			}
			v = held[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// locate returns the pointers that a path selects, and which of them are shared.
func (o *oracle) locate(steps []string) (selected, shared map[string]bool) {
	type state struct {
		at    string
		taken int // steps of the path; -1 off the path
	}
	selected, shared = map[string]bool{}, map[string]bool{}
	seen := map[state]bool{{"", 0}: true}
	queue := []state{{"", 0}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.taken != len(steps) {
			shared[s.at] = true
		}
		for _, e := range o.edges(s.at) {
			next := state{e.to, s.taken}
			switch {
			case e.step == "":
			case s.taken >= 0 && s.taken < len(steps) && steps[s.taken] == e.step:
				next.taken++
				if next.taken == len(steps) {
					selected[e.to] = true
				}
			default:
				next.taken = -1
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return selected, shared
}

func oracleEscape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// want sorts the findings of the oracle into the lists of a Result, each by pointer.
func (o *oracle) want(steps []string) (places, shared, boolean, notText []string) {
	selected, others := o.locate(steps)
	for p := range selected {
		switch m, isObject := o.get(p).(map[string]any); {
		case !isObject:
			boolean = append(boolean, p)
		case others[p]:
			shared = append(shared, p)
		case !oracleDescribable(m):
			notText = append(notText, p)
		default:
			places = append(places, p)
		}
	}
	for _, list := range [][]string{places, shared, boolean, notText} {
		slices.Sort(list)
	}
	return places, shared, boolean, notText
}

func oracleDescribable(m map[string]any) bool {
	v, there := m["description"]
	_, isText := v.(string)
	return !there || isText
}

// The generator makes small schemas whose references often have the same target.

var (
	genProperty = rapid.SampledFrom([]string{"a", "b", "c/d", "properties", "description", "$ref"})
	genKeyword  = rapid.SampledFrom([]string{
		"", "", "items", "tuple", "anyOf", "allOf", "oneOf", "additionalProperties", "not", "prefixItems",
		"patternProperties",
	})
	genDef    = rapid.SampledFrom([]string{"A", "B", "default"})
	genTarget = rapid.SampledFrom([]string{
		"#", "#/$defs/A", "#/$defs/B", "#/%24defs/default", "#/properties/a", "#/properties/c~1d",
		"#/properties/a/items",
		"#/properties/b/anyOf/0",
		"#/$defs/A/properties/a", "#/$defs/B/items", "#/$defs/B/allOf/1", "#/x-more/A", "#/x-more/A/properties/b",
		"#/x-more", "#/properties",
		"#/$defs/A/default", "#/$defs/A/enum/0", "#/nowhere", "#A", "other.json",
		"#/properties/a/properties/description",
		"#/$defs/A/description",
	})
)

func genSchema(t *rapid.T, depth int) any {
	if rapid.IntRange(0, 9).Draw(t, "boolean") == 0 {
		return true
	}
	m := map[string]any{}
	sub := func() any { return genSchema(t, depth-1) }
	list := func() []any {
		var l []any
		for range rapid.IntRange(1, 2).Draw(t, "list") {
			l = append(l, sub())
		}
		return l
	}
	if depth > 0 {
		for range rapid.IntRange(0, 3).Draw(t, "properties") {
			held, _ := m["properties"].(map[string]any)
			if held == nil {
				held = map[string]any{}
				m["properties"] = held
			}
			held[genProperty.Draw(t, "property")] = sub()
		}
		switch genKeyword.Draw(t, "more") {
		case "items":
			m["items"] = sub()
		case "tuple":
			m["items"] = list()
		case "anyOf":
			m["anyOf"] = list()
		case "allOf":
			m["allOf"] = list()
		case "oneOf":
			m["oneOf"] = list()
		case "additionalProperties":
			m["additionalProperties"] = sub()
		case "not":
			m["not"] = sub()
		case "prefixItems":
			m["prefixItems"] = list()
		case "patternProperties":
			m["patternProperties"] = map[string]any{"^x": sub()}
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "reference") == 0 {
		m["$ref"] = genTarget.Draw(t, "target")
	}
	switch rapid.IntRange(0, 6).Draw(t, "description") {
	case 0, 1:
		m["description"] = "old"
	case 2:
		m["description"] = []any{"old"}
	case 3:
		m["default"] = map[string]any{"$ref": "#/properties/a", "properties": map[string]any{"a": map[string]any{}}}
	case 4:
		m["enum"] = []any{map[string]any{"a": 1}}
	}
	return m
}

func genDocument(t *rapid.T) []byte {
	m, ok := genSchema(t, 3).(map[string]any)
	if !ok {
		m = map[string]any{}
	}
	for range rapid.IntRange(0, 3).Draw(t, "definitions") {
		defs, _ := m["$defs"].(map[string]any)
		if defs == nil {
			defs = map[string]any{}
			m["$defs"] = defs
		}
		defs[genDef.Draw(t, "definition")] = genSchema(t, 2)
	}
	if rapid.Bool().Draw(t, "more") {
		m["x-more"] = map[string]any{"A": genSchema(t, 2)}
	}
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// genPath returns a path as text and as steps of the oracle. Most of its steps lead somewhere.
func genPath(t *rapid.T, o *oracle) (text string, steps []string) {
	at := ""
	for range rapid.IntRange(1, 5).Draw(t, "steps") {
		step := "." + genProperty.Draw(t, "name")
		if known := o.stepsFrom(at, map[string]bool{}); len(known) > 0 && rapid.IntRange(0, 9).Draw(t, "stray") > 0 {
			e := rapid.SampledFrom(known).Draw(t, "step")
			step, at = e.step, e.to
		}
		if steps == nil && step == "[]" {
			continue // a path starts with a name
		}
		steps = append(steps, step)
		text += step
	}
	if steps == nil {
		return "a", []string{".a"}
	}
	return text[1:], steps
}

// stepsFrom returns, in order, the possible steps of a path from a schema.
func (o *oracle) stepsFrom(at string, seen map[string]bool) []oracleEdge {
	var steps []oracleEdge
	seen[at] = true
	for _, e := range o.edges(at) {
		switch {
		case e.step == "" && !seen[e.to]:
			steps = append(steps, o.stepsFrom(e.to, seen)...)
		case e.step != "" && e.step[0] != '!':
			steps = append(steps, e)
		}
	}
	slices.SortFunc(steps, func(a, b oracleEdge) int { return strings.Compare(a.step+a.to, b.step+b.to) })
	return steps
}

func checkLocateAgainstOracle(t *rapid.T) {
	data := genDocument(t)
	s := newSchema(t, data)
	o := newOracle(t, data)
	for range 6 {
		text, steps := genPath(t, o)
		got := s.Locate(parsePath(t, text))
		places, shared, boolean, notText := o.want(steps)
		var gotShared []string
		for _, s := range got.Shared {
			gotShared = append(gotShared, s.Pointer)
		}
		want := [][]string{places, shared, boolean, notText}
		have := [][]string{pointers(got), gotShared, got.Boolean, got.NotString}
		for _, list := range have {
			slices.Sort(list)
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Fatalf("%s in %s\nplaces, shared, boolean, not text: got +, want -\n%s", text, data, diff)
		}
		if got.Missing != (len(places)+len(shared)+len(boolean)+len(notText) == 0) {
			t.Fatalf("%s in %s: missing %t", text, data, got.Missing)
		}
	}
	for pointer := range o.known {
		if pointer == "" {
			continue
		}
		got := s.Locate(parsePath(t, pointer))
		if got.Missing || got.NotSchema || len(got.Places)+len(got.Boolean)+len(got.NotString) != 1 {
			t.Fatalf("%s in %s: %+v", pointer, data, got)
		}
	}
}

func TestLocateAgainstOracle(t *testing.T) { rapid.Check(t, checkLocateAgainstOracle) }

func FuzzLocateAgainstOracle(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkLocateAgainstOracle)) }
