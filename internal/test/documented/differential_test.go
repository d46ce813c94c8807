package documented

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

var (
	decisions = flag.Int("decisions", 1_000_000, "how many decisions TestDifferential compares at least")
	firstSeed = flag.Uint64("seed", 1, "the seed of the first world of TestDifferential; the next worlds have the next seeds")
)

// A tally counts what a differential test has seen.
type tally struct {
	worlds, refused, decisions, visible, resolved, failed, texts int
}

// TestDifferential compares the engine with the documentation, over random rule files, tools and
// requests.
func TestDifferential(t *testing.T) {
	goal := *decisions
	switch {
	case underRace:
		goal = min(goal, 20_000) // nothing runs concurrently here
	case testing.Short():
		goal = min(goal, 100_000)
	}
	var seen tally
	seed := *firstSeed
	for ; seen.decisions < goal; seed++ {
		if diff := seen.compare(newWorld(newDice(nil, seed))); diff != "" {
			t.Fatalf("world %d (to see it again: -seed %[1]d -decisions 1): %s", seed, diff)
		}
	}
	t.Logf("seeds %d to %d: %+v", *firstSeed, seed-1, seen)
	if seen.refused*20 > seen.worlds {
		t.Errorf("%d of %d rule files were refused: too much is not compared", seen.refused, seen.worlds)
	}
	for what, n := range map[string]int{"visible": seen.visible, "resolved": seen.resolved, "failed": seen.failed,
		"described": seen.texts} {
		if n*20 < seen.decisions {
			t.Errorf("only %d of %d decisions are %s: that is tested too little", n, seen.decisions, what)
		}
	}
}

// FuzzDocumented is TestDifferential for a fuzzer.
func FuzzDocumented(f *testing.F) {
	f.Add([]byte("toolrules"), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		var seen tally
		if diff := seen.compare(newWorld(newDice(data, seed))); diff != "" {
			t.Fatal(diff)
		}
	})
}

// compare returns the first difference in a world.
func (seen *tally) compare(w *world) (diff string) {
	seen.worlds++
	name, data := "tools.rules.yaml", w.file.YAML()
	if w.asJSON {
		name, data = "tools.rules.json", w.file.JSON()
	}
	defer func() {
		if p := recover(); p != nil {
			diff = fmt.Sprintf("panic: %v\n%s", p, data)
		}
	}()
	options := engine.Options{KeepNonconforming: w.host.KeepNonconforming}
	if w.host.DefaultLevel != nil {
		options.DefaultVerbosity = engine.Verbosity(*w.host.DefaultLevel)
	}
	e, err := engine.Parse(name, data, options)
	if tooExpensive(err) {
		seen.refused++
		return ""
	}
	if err != nil {
		return fmt.Sprintf("the engine refuses the file: %v\n%s", err, data)
	}
	var servers []engine.Server
	for _, s := range w.servers {
		servers = append(servers, engine.Server{ID: s.ID, Lists: [][]byte{[]byte("[" + strings.Join(s.Tools, ",") +
			"]")}, Tags: s.Tags})
	}
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		return fmt.Sprintf("the engine refuses the servers: %v\n%s", err, data)
	}
	want := New(w.file, w.host).Catalog(w.servers)
	lists := map[string]string{} // by cache key
	for i := range w.requests {
		r := w.requests[i]
		if diff := seen.compareRequest(want, catalog, r, lists); diff != "" {
			return fmt.Sprintf("%s\nrequest %s\n%s", diff, describeRequest(r), data)
		}
	}
	return ""
}

// repeated are long texts and lists, which make messages hard to read.
var repeated = regexp.MustCompile(`m{9,}|n{9,}|x{9,}|y{9,}|z{9,}|("", ){9,}|(0, ){9,}`)

// tooExpensive reports whether a file is refused only for the cost of its conditions.
func tooExpensive(err error) bool {
	problems, ok := errors.AsType[rules.Problems](err)
	return ok && !slices.ContainsFunc(problems, func(p *rules.Problem) bool {
		searches := p.Code == "expression_not_allowed" && strings.Contains(p.Message,
			"a predicate over a list of the request")
		return p.Severity == rules.SeverityError && p.Code != "expression_too_expensive" && !searches
	})
}

func describeRequest(r Request) string {
	level := "none"
	if r.Verbosity != nil {
		level = fmt.Sprint(*r.Verbosity)
	}
	text := fmt.Sprintf("runner %q, model %q, verbosity %s, attributes %#v", r.Runner, r.Model, level, r.Attrs)
	return repeated.ReplaceAllString(text, "…")
}

func (seen *tally) compareRequest(cat *Catalog, catalog *engine.Catalog, r Request, lists map[string]string) string {
	caller := cat.Caller(r)
	request := engine.Request{Runner: r.Runner, Model: r.Model, Attrs: r.Attrs}
	if r.Verbosity != nil {
		request.Verbosity = engine.Verbosity(*r.Verbosity)
	}
	view := catalog.View(request)
	list := view.AppendToolsJSON(nil)
	if key, ok := catalog.CacheKey(request); !ok {
		return "there is no cache key"
	} else if known, seen := lists[key]; seen && known != string(list) {
		return fmt.Sprintf("two lists for the cache key %q", key)
	} else {
		lists[key] = string(list)
	}
	var listed []json.RawMessage
	if err := json.Unmarshal(list, &listed); err != nil {
		return fmt.Sprintf("the list is no JSON: %v", err)
	}
	tools := view.AppendTools(nil)
	if len(tools) != len(listed) {
		return fmt.Sprintf("%d tools, %d in JSON", len(tools), len(listed))
	}
	n := 0
	for i := range cat.Tools() {
		server, name := cat.Key(i)
		key := engine.Key{Server: server, Tool: name}
		seen.decisions++
		sees := n < len(tools) && tools[n].Key() == key
		if sees != caller.Sees(i) {
			return fmt.Sprintf("list: %s is visible: %t, want %t\n%s", key, sees, caller.Sees(i),
				repeated.ReplaceAllString(cat.tools[i].raw, "…"))
		}
		if sees {
			seen.visible++
			if got, want := decode(string(listed[n])), caller.Tool(i); cat.tools[i].conforms &&
				!reflect.DeepEqual(got, want) {
				return fmt.Sprintf("list: %s is %v, want %v\n%s", key, got, want,
					repeated.ReplaceAllString(cat.tools[i].raw, "…"))
			}
			n++
		}
		if diff := seen.compareCalls(caller, view, i); diff != "" {
			return diff
		}
		if diff := seen.compareExplanation(caller, catalog.Explain(request, key), i); diff != "" {
			return fmt.Sprintf("explain %s: %s\n%s", key, diff, repeated.ReplaceAllString(cat.tools[i].raw, "…"))
		}
	}
	if n < len(tools) {
		return fmt.Sprintf("list: %s should not be listed", tools[n].Key())
	}
	return ""
}

// compareCalls calls a tool by the names that it could have.
func (seen *tally) compareCalls(caller *Caller, view *engine.View, i int) string {
	cat := caller.catalog
	for _, called := range []string{cat.names[i].wanted, cat.tools[i].name} {
		var want engine.Key
		tool, ok := caller.Resolve(called)
		if ok {
			want.Server, want.Tool = cat.Key(tool)
			seen.resolved++
		}
		if got, err := view.Resolve(called); got != want || (err == nil) != ok {
			return fmt.Sprintf("call: %q leads to %v, %v; want %v, %t", called, got, err, want, ok)
		}
	}
	return ""
}

func (seen *tally) compareExplanation(caller *Caller, got engine.Explanation, i int) string {
	cat := caller.catalog
	server, tool := cat.Key(i)
	// If a server lists a tool twice, the one that has the name is explained, or else the first.
	for first := range cat.tools {
		if s, t := cat.Key(first); s == server && t == tool && first != i && (first < i || cat.names[first].ok) &&
			!cat.names[i].ok {
			return ""
		}
	}
	want := caller.Decision(i)
	name, _ := cat.Name(i)
	if (got.LeftOut != "") != cat.LeftOut(i) {
		return fmt.Sprintf("left out %q, want %t", got.LeftOut, cat.LeftOut(i))
	}
	if got.Visible != caller.Sees(i) || got.Name != name || got.Shown != want.Visible ||
		got.Basis != want.Basis {
		return fmt.Sprintf("visible %t as %q, filter %t by %s; want %t as %q, %t by %s", got.Visible, got.Name,
			got.Shown, got.Basis,
			caller.Sees(i), name, want.Visible, want.Basis)
	}
	if diff := compareHints(cat, got, i); diff != "" {
		return diff
	}
	by := -1
	if got.Decider != nil {
		by = got.Decider.Index
	}
	var matches []Match
	for _, m := range got.Entries {
		if m.Matches {
			matches = append(matches, Match{m.Side == "exclude", m.Index, m.Failure != ""})
		}
	}
	if by != want.By || !slices.Equal(matches, want.Matches) {
		return fmt.Sprintf("decided by entry %d, matches %v; want %d, %v", by, matches, want.By, want.Matches)
	}
	if slices.ContainsFunc(matches, func(m Match) bool { return m.Failed }) {
		seen.failed++
	}
	texts := map[string]string{}
	for _, t := range got.Texts {
		if t.Answer >= 0 {
			texts[t.Place] = t.Text
		}
	}
	if want := caller.Texts(i); cat.tools[i].conforms && !reflect.DeepEqual(texts, want) {
		return fmt.Sprintf("texts %q, want %q", texts, want)
	}
	if len(texts) > 0 {
		seen.texts++
	}
	return ""
}
