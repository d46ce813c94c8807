package ruleset_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/rules"
)

// A textCase is a line of text_beyond.jsonl: a text in the shape that a rule file has it, and what
// requests get.
type textCase struct {
	ID      string            `json:"id"`
	Text    beyondText        `json:"text"`
	Context map[string]string `json:"context"` // declared attributes: name, with ? if it may be missing, and type
	Cases   []struct {
		Request beyondRequest `json:"request"`
		beyondAnswer
	} `json:"cases"`
	Error string `json:"error"`
	At    string `json:"at"` // JSON Pointer into the text
	OnKey bool   `json:"on_key"`
}

type beyondRequest struct {
	Runner           *string        `json:"runner"`
	Model            *string        `json:"model"`
	Verbosity        *int64         `json:"verbosity"`
	DefaultVerbosity *int64         `json:"default_verbosity"`
	Attrs            map[string]any `json:"attrs"`
	Tool             struct {
		Name     string `json:"name"`
		ReadOnly bool   `json:"readOnly"`
	} `json:"tool"`
}

type beyondAnswer struct {
	Want    *string `json:"want"`
	Tier    string  `json:"tier"`
	Rule    *int    `json:"rule"` // the rule that ended the search among rules
	Level   int     `json:"level"`
	Taken   *int    `json:"taken"` // the level whose entry answered
	Variant *string `json:"variant"`
	Failed  []int   `json:"failed"` // rules whose condition failed
}

func TestSpecTextBeyond(t *testing.T) {
	spectest.Each(t, "text_beyond.jsonl", func(t *testing.T, _ string, c textCase) {
		scope := ruleset.Scope{Env: beyondEnv(t, c.Context)}
		spec, err := c.Text.spec()
		var text *ruleset.Text
		if err == nil {
			text, err = ruleset.CompileText(spec, scope)
		}
		if c.Error != "" {
			checkBeyondError(t, c, err)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range c.Cases {
			request := q.Request.bind(scope.Env)
			got := beyondAnswerOf(text.Explain(request))
			if diff := cmp.Diff(q.beyondAnswer, got); diff != "" {
				t.Errorf("case %d, %s: got + where - is wanted\n%s", i, describeRequest(request), diff)
			}
			checkExplained(t, text, spec, request)
		}
	})
}

func beyondEnv(t *testing.T, context map[string]string) *cond.Env {
	t.Helper()
	var fields []expr.Field
	for name, typ := range context {
		parsed, err := cond.ParseType(typ)
		if err != nil {
			t.Fatal(err)
		}
		bare, optional := strings.CutSuffix(name, "?")
		fields = append(fields, expr.Field{Name: bare, Type: parsed, Optional: optional})
	}
	env, err := cond.NewEnv(fields, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func checkBeyondError(t *testing.T, c textCase, err error) {
	t.Helper()
	ps, ok := err.(rules.Problems)
	if !ok || len(ps) != 1 {
		t.Fatalf("got %v; want %s alone", err, c.Error)
	}
	if p := ps[0]; string(p.Code) != c.Error || c.Text.pointer(p.Pointer) != c.At || p.OnKey != c.OnKey {
		t.Errorf("got %s at %s, on key %t; want %s at %s, %t", p.Code, p.Pointer, p.OnKey, c.Error, c.At, c.OnKey)
	}
}

func beyondAnswerOf(d ruleset.TextDecision) beyondAnswer {
	a := beyondAnswer{Tier: d.Tier.String(), Level: d.Level, Variant: d.Variant}
	if d.Found {
		a.Want = &d.Text
	}
	if d.Rule >= 0 {
		a.Rule = &d.Rule
	}
	if d.Taken >= 0 {
		a.Taken = &d.Taken
	}
	for _, v := range d.Rules {
		if v.Failure != nil {
			a.Failed = append(a.Failed, v.Index)
		}
	}
	slices.Sort(a.Failed)
	return a
}

// bind returns the request for the text and its expressions, which do not read the text's own
// level.
func (q beyondRequest) bind(env *cond.Env) ruleset.TextRequest {
	r := ruleset.TextRequest{Runner: q.Runner, Model: q.Model, Verbosity: q.Verbosity, DefaultVerbosity: q.DefaultVerbosity}
	runner, _ := deref(q.Runner)
	model, _ := deref(q.Model)
	r.Tool = env.Tool(expr.ToolInfo{Name: q.Tool.Name, ReadOnly: q.Tool.ReadOnly})
	r.Request = env.Request(expr.RequestValues{Runner: runner, Model: model, Verbosity: (*ruleset.Text)(nil).Level(r), Attrs: q.Attrs})
	return r
}

// A beyondText is a text as JSON has it. The keys of its mappings keep their order.
type beyondText struct {
	plain            *string
	Default          *string      `json:"default"`
	DefaultVerbosity *int         `json:"default_verbosity"`
	Levels           ordered      `json:"levels"`
	Variants         ordered      `json:"variants"`
	VerbosityMap     ordered      `json:"verbosity_map"`
	Runners          []beyondRule `json:"runners"`
}

type beyondRule struct {
	Runner  any     `json:"runner"`
	Model   any     `json:"model"`
	When    string  `json:"when"`
	Levels  ordered `json:"levels"`
	Default *string `json:"default"`
}

// ordered is a mapping from texts to texts.
type ordered []struct{ key, value string }

func (o *ordered) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("a mapping is wanted")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value string
		if err := d.Decode(&value); err != nil {
			return err
		}
		*o = append(*o, struct{ key, value string }{key.(string), value})
	}
	return nil
}

func (b *beyondText) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &b.plain)
	}
	type bare beyondText
	return spectest.Decode(data, (*bare)(b))
}

// spec returns the text as a Go program writes it. The error is that of the first invalid selector,
// as Problems whose pointer is that of the entry.
func (b *beyondText) spec() (rules.TextSpec, error) {
	if b.plain != nil {
		return rules.TextSpec{Default: b.plain}, nil
	}
	spec := rules.TextSpec{Default: b.Default, DefaultVerbosity: b.DefaultVerbosity}
	for i, e := range b.Levels {
		on, err := rules.ParseSelector(e.key)
		if p, ok := errors.AsType[*rules.Problem](err); ok {
			p.Pointer = "/levels/" + strconv.Itoa(i)
			return spec, rules.Problems{p}
		}
		spec.Levels = append(spec.Levels, rules.LevelText{On: on, Text: e.value})
	}
	for _, e := range b.Variants {
		spec.Variants = append(spec.Variants, rules.Variant{Name: e.key, Text: e.value})
	}
	var err error
	if spec.VerbosityMap, err = b.VerbosityMap.levelVariants(); err != nil {
		return spec, err
	}
	for _, r := range b.Runners {
		rule := rules.RunnerSpec{Runner: beyondMatcher(r.Runner), Model: beyondMatcher(r.Model), When: r.When, Default: r.Default}
		if rule.Levels, err = r.Levels.levelVariants(); err != nil {
			return spec, err
		}
		spec.Runners = append(spec.Runners, rule)
	}
	return spec, nil
}

func (o ordered) levelVariants() ([]rules.LevelVariant, error) {
	var levels []rules.LevelVariant
	for _, e := range o {
		on, err := rules.ParseSelector(e.key)
		if err != nil {
			return nil, err
		}
		levels = append(levels, rules.LevelVariant{On: on, Variant: e.value})
	}
	return levels, nil
}

func beyondMatcher(v any) rules.Matcher {
	switch v := v.(type) {
	case nil:
	case string:
		switch {
		case v == "*":
		case pattern.HasWildcard(v):
			return rules.Glob(v)
		default:
			return rules.Name(v)
		}
	case []any:
		names := make([]string, len(v))
		for i, name := range v {
			names[i] = name.(string)
		}
		return rules.OneOf(names...)
	}
	return rules.Matcher{}
}

// pointer turns a pointer into a TextSpec, which names the entries of mappings by index, into one
// into the text.
func (b *beyondText) pointer(p string) string {
	parts := strings.Split(p, "/")
	for i := 1; i < len(parts); i++ {
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			continue
		}
		switch {
		case parts[i-1] == "levels" && i > 3:
			rule, _ := strconv.Atoi(parts[i-2])
			parts[i] = b.Runners[rule].Levels[n].key
		case parts[i-1] == "levels":
			parts[i] = b.Levels[n].key
		case parts[i-1] == "verbosity_map":
			parts[i] = b.VerbosityMap[n].key
		}
	}
	return strings.Join(parts, "/")
}
