package ruleset_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// A seedCase is a line of description.jsonl. It is in the shape of the system that the rules
// follow, which says more than a rule file may; what that shape alone can get wrong is found by the
// translation below.
type seedCase struct {
	ID string `json:"id"`
	In struct {
		Description  json.RawMessage `json:"description"`
		Variants     json.RawMessage `json:"variants"`
		VerbosityMap json.RawMessage `json:"verbosity_map"`
		Runners      json.RawMessage `json:"runners"`
	} `json:"in"`
	Cases []struct {
		Ctx struct {
			Verbosity        *int64  `json:"verbosity"`
			Runner           *string `json:"runner"`
			Model            *string `json:"model"`
			DefaultVerbosity *int64  `json:"default_verbosity"`
		} `json:"ctx"`
		Want *string `json:"want"`
	} `json:"cases"`
	Error string `json:"error"`
}

func TestSpecDescription(t *testing.T) {
	spectest.Each(t, "description.jsonl", func(t *testing.T, _ string, c seedCase) {
		if (c.Error == "") == (len(c.Cases) == 0) {
			t.Fatal("a line has either cases or an error")
		}
		spec, err := c.spec()
		var text *ruleset.Text
		if err == nil {
			text, err = ruleset.CompileText(spec, ruleset.Scope{})
		}
		if c.Error != "" {
			checkSeedError(t, err, c.Error)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range c.Cases {
			request := ruleset.TextRequest{
				Runner: q.Ctx.Runner, Model: q.Ctx.Model, Verbosity: q.Ctx.Verbosity, DefaultVerbosity: q.Ctx.DefaultVerbosity,
			}
			got, ok := text.Resolve(request)
			if want, wanted := deref(q.Want); got != want || ok != wanted {
				t.Errorf("case %d, %s: got %q, %t; want %q, %t\n%+v", i, describeRequest(request), got, ok, want, wanted, text.Explain(request))
			}
			checkExplained(t, text, spec, request)
		}
	})
}

// checkSeedError checks that the error is of one kind only. One entry that is too wide may cover
// the levels of two others.
func checkSeedError(t *testing.T, err error, want string) {
	t.Helper()
	if own, ok := errors.AsType[seedError](err); ok {
		if string(own) != want {
			t.Errorf("got %s; want %s", own, want)
		}
		return
	}
	ps, ok := err.(rules.Problems)
	other := func(p *rules.Problem) bool { return string(p.Code) != want }
	if !ok || len(ps) == 0 || slices.ContainsFunc(ps, other) {
		t.Errorf("got %v; want %s alone", err, want)
	}
}

// A seedError is a fault that a TextSpec can't have.
type seedError string

func (e seedError) Error() string { return string(e) }

func (c *seedCase) spec() (rules.TextSpec, error) {
	spec, err := seedDescription(c.In.Description)
	if err != nil {
		return spec, err
	}
	if spec.Variants, err = seedVariants(c.In.Variants); err != nil {
		return spec, err
	}
	if spec.VerbosityMap, err = seedLevelVariants(c.In.VerbosityMap); err != nil {
		return spec, err
	}
	entries, err := seedList(c.In.Runners)
	for _, entry := range entries {
		rule, err := seedRunner(entry)
		if err != nil {
			return spec, err
		}
		spec.Runners = append(spec.Runners, rule)
	}
	return spec, err
}

func seedDescription(raw json.RawMessage) (rules.TextSpec, error) {
	var text *string
	if json.Unmarshal(raw, &text) == nil {
		return rules.TextSpec{Default: text}, nil
	}
	m, err := seedMapping(raw, "levels", "default", "default_verbosity")
	if err != nil {
		return rules.TextSpec{}, err
	}
	var spec rules.TextSpec
	if raw, ok := m["default"]; ok {
		if spec.Default, err = seedText(raw, "bad_text"); err != nil {
			return spec, err
		}
	}
	if raw, ok := m["default_verbosity"]; ok {
		n, err := seedInt(raw)
		if err != nil {
			return spec, err
		}
		spec.DefaultVerbosity = &n
	}
	entries, err := seedList(m["levels"])
	for _, entry := range entries {
		m, err := seedMapping(entry, "verbosity", "text")
		if err != nil {
			return spec, err
		}
		text, err := seedText(m["text"], "bad_text")
		if err != nil {
			return spec, err
		}
		on, err := seedSelector(m["verbosity"])
		if err != nil {
			return spec, err
		}
		spec.Levels = append(spec.Levels, rules.LevelText{On: on, Text: *text})
	}
	return spec, err
}

func seedVariants(raw json.RawMessage) ([]rules.Variant, error) {
	if raw == nil {
		return nil, nil
	}
	m, err := seedMapping(raw)
	var variants []rules.Variant
	for name, raw := range m {
		text, err := seedText(raw, "bad_text")
		if err != nil {
			return nil, err
		}
		variants = append(variants, rules.Variant{Name: name, Text: *text})
	}
	return variants, err
}

func seedLevelVariants(raw json.RawMessage) ([]rules.LevelVariant, error) {
	entries, err := seedList(raw)
	var levels []rules.LevelVariant
	for _, entry := range entries {
		m, err := seedMapping(entry, "verbosity", "variant")
		if err != nil {
			return nil, err
		}
		name, err := seedText(m["variant"], "bad_entry")
		if err != nil {
			return nil, err
		}
		on, err := seedSelector(m["verbosity"])
		if err != nil {
			return nil, err
		}
		levels = append(levels, rules.LevelVariant{On: on, Variant: *name})
	}
	return levels, err
}

func seedRunner(raw json.RawMessage) (rules.RunnerSpec, error) {
	m, err := seedMapping(raw, "runner", "model", "levels", "default")
	if err != nil {
		return rules.RunnerSpec{}, err
	}
	runner, err := seedText(m["runner"], "bad_entry")
	if err != nil {
		return rules.RunnerSpec{}, err
	}
	spec := rules.RunnerSpec{Runner: seedName(*runner)}
	var names []*string
	var name *string
	switch {
	case json.Unmarshal(m["model"], &name) == nil && name != nil:
		spec.Model = seedName(*name)
	case json.Unmarshal(m["model"], &names) == nil && names != nil && !slices.Contains(names, nil):
		list := make([]string, len(names))
		for i, n := range names {
			list[i] = *n
		}
		spec.Model = rules.OneOf(list...)
	default:
		return spec, seedError("bad_model")
	}
	if raw, ok := m["default"]; ok {
		if spec.Default, err = seedText(raw, "bad_entry"); err != nil {
			return spec, err
		}
	}
	spec.Levels, err = seedLevelVariants(m["levels"])
	return spec, err
}

func seedName(name string) rules.Matcher {
	if name == "*" {
		return rules.Matcher{}
	}
	return rules.Name(name)
}

func seedSelector(raw json.RawMessage) (rules.Selector, error) {
	if n, err := seedInt(raw); err == nil {
		return rules.Level(n), nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		var levels []int
		for _, raw := range list {
			n, err := seedInt(raw)
			if err != nil {
				return nil, err
			}
			levels = append(levels, n)
		}
		return rules.Levels(levels...), nil
	}
	m, err := seedMapping(raw, "from", "to")
	if err != nil {
		return nil, seedError("bad_selector")
	}
	from, err := seedInt(m["from"])
	if err != nil {
		return nil, err
	}
	to, err := seedInt(m["to"])
	return rules.Range(from, to), err
}

func seedInt(raw json.RawMessage) (int, error) {
	var n *int
	if json.Unmarshal(raw, &n) != nil || n == nil {
		return 0, seedError("bad_selector")
	}
	return *n, nil
}

func seedText(raw json.RawMessage, code seedError) (*string, error) {
	var text *string
	if json.Unmarshal(raw, &text) != nil || text == nil {
		return nil, code
	}
	return text, nil
}

// seedList reads a list that may be left out.
func seedList(raw json.RawMessage) ([]json.RawMessage, error) {
	if raw == nil {
		return nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, seedError("bad_entry")
	}
	return list, nil
}

// seedMapping reads a mapping, of known keys if any are given.
func seedMapping(raw json.RawMessage, keys ...string) (map[string]json.RawMessage, error) {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil || m == nil {
		return nil, seedError("bad_entry")
	}
	for key := range m {
		if len(keys) > 0 && !slices.Contains(keys, key) {
			return nil, seedError("bad_entry")
		}
	}
	return m, nil
}

// checkExplained checks that the explanation has the same answer, with consistent reasons.
func checkExplained(t *testing.T, text *ruleset.Text, spec rules.TextSpec, q ruleset.TextRequest) {
	t.Helper()
	got, ok := text.Resolve(q)
	d := text.Explain(q)
	if d.Text != got || d.Found != ok {
		t.Errorf("%s: Resolve returns %q, %t and Explain %q, %t", describeRequest(q), got, ok, d.Text, d.Found)
	}
	if d.Level != text.Level(q) || d.Rule != text.Rule(q) {
		t.Errorf("%s: level %d, rule %d; Explain has %d, %d", describeRequest(q), text.Level(q), text.Rule(q), d.Level, d.Rule)
	}
	if d.Found == (d.Tier == ruleset.NoTier) || d.Tier == ruleset.RunnerTier && d.Rule < 0 {
		t.Errorf("%s: found %t in tier %s by rule %d", describeRequest(q), d.Found, d.Tier, d.Rule)
	}
	byVariant := d.Tier == ruleset.RunnerTier || d.Tier == ruleset.VerbosityMapTier
	if byVariant != (d.Variant != nil) {
		t.Errorf("%s: tier %s, variant %v", describeRequest(q), d.Tier, d.Variant)
	}
	if d.Variant != nil && !slices.Contains(spec.Variants, rules.Variant{Name: *d.Variant, Text: d.Text}) {
		t.Errorf("%s: there is no variant %q with the text %q", describeRequest(q), *d.Variant, d.Text)
	}
	checkVerdicts(t, spec, d)
}

// checkVerdicts checks that every rule occurs once, in order, and that the first one that matches
// is the selected one.
func checkVerdicts(t *testing.T, spec rules.TextSpec, d ruleset.TextDecision) {
	t.Helper()
	first := -1
	for i, v := range d.Rules {
		if first < 0 && v.Matches() {
			first = v.Index
		}
		if i == 0 {
			continue
		}
		before := d.Rules[i-1]
		if c := before.Specificity.Compare(v.Specificity); c < 0 || c == 0 && before.Index >= v.Index {
			t.Errorf("rule %d (%s) is tried before rule %d (%s)", before.Index, before.Specificity, v.Index, v.Specificity)
		}
	}
	if len(d.Rules) != len(spec.Runners) || first != d.Rule {
		t.Errorf("%d rules of %d, the first that matches is %d, and %d was asked", len(d.Rules), len(spec.Runners), first, d.Rule)
	}
}

func describeRequest(q ruleset.TextRequest) string {
	var b bytes.Buffer
	show := func(name string, value any, there bool) {
		if there {
			fmt.Fprintf(&b, "%s %#v ", name, value)
		}
	}
	runner, hasRunner := deref(q.Runner)
	model, hasModel := deref(q.Model)
	level, hasLevel := deref(q.Verbosity)
	host, hasHost := deref(q.DefaultVerbosity)
	show("runner", runner, hasRunner)
	show("model", model, hasModel)
	show("verbosity", level, hasLevel)
	show("default", host, hasHost)
	return b.String()
}

func deref[T any](p *T) (value T, ok bool) {
	if p == nil {
		return value, false
	}
	return *p, true
}
