package cond_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// A specCase is a line of expressions.jsonl: an expression with its outcome, or its first error.
type specCase struct {
	ID      string   `json:"id"`
	Servers []string `json:"servers"`
	Context fields   `json:"context"`
	When    string   `json:"when"`
	Cases   []struct {
		Tool specTool       `json:"tool"`
		Ctx  map[string]any `json:"ctx"`
		Want string         `json:"want"`
	} `json:"cases"`
	Error  string `json:"error"`
	Offset int    `json:"offset"`
}

// A specTool has the attributes of a tool under the names that expressions use.
type specTool struct {
	Server      string   `json:"server"`
	Name        string   `json:"name"`
	Key         string   `json:"key"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	ReadOnly    bool     `json:"readOnly"`
	Destructive bool     `json:"destructive"`
	Idempotent  bool     `json:"idempotent"`
	OpenWorld   bool     `json:"openWorld"`
	Hints       []string `json:"hints"`
	Arguments   []string `json:"arguments"`
	Required    []string `json:"required"`
	Tags        []string `json:"tags"`
	Audience    []string `json:"audience"`
	Bytes       int      `json:"bytes"`
}

// fields are declarations as written in a rule file, in order.
type fields []expr.Field

func (fs *fields) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		f, err := declared(name.(string), value)
		if err != nil {
			return err
		}
		*fs = append(*fs, f)
	}
	return nil
}

// declared reads one declaration: a type, a list with a type, or a mapping.
func declared(name string, value json.RawMessage) (f expr.Field, err error) {
	f.Name, f.Optional = strings.CutSuffix(name, "?")
	switch value[0] {
	case '{':
		var inner fields
		err = json.Unmarshal(value, &inner)
		f.Type = expr.Type{Kind: expr.Object, Fields: inner}
	case '[':
		var elems []string
		if err = json.Unmarshal(value, &elems); err == nil && len(elems) != 1 {
			err = fmt.Errorf("%s: a list has one type", name)
		}
		if err == nil {
			f.Type, err = cond.ParseType("[" + elems[0] + "]")
		}
	default:
		var text string
		if err = json.Unmarshal(value, &text); err == nil {
			f.Type, err = cond.ParseType(text)
		}
	}
	return f, err
}

// values converts a context to request values.
func values(t *testing.T, ctx map[string]any) expr.RequestValues {
	t.Helper()
	v := expr.RequestValues{Verbosity: 5, Attrs: ctx}
	v.Runner, _ = ctx["runner"].(string)
	v.Model, _ = ctx["model"].(string)
	if n, ok := ctx["verbosity"]; ok {
		level, err := n.(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		v.Verbosity = int(level)
	}
	return v
}

func TestSpec(t *testing.T) {
	spectest.Each(t, "expressions.jsonl", func(t *testing.T, _ string, c specCase) {
		env, err := cond.NewEnv(c.Context, cond.EnvOptions{Servers: c.Servers})
		if err != nil {
			t.Fatal(err)
		}
		p, err := env.Compile(c.When)
		if c.Error != "" {
			wantError(t, err, c.Error, c.Offset)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Cases) == 0 {
			t.Fatal("neither cases nor an error")
		}
		for i, run := range c.Cases {
			got := p.Eval(env.Tool(expr.ToolInfo(run.Tool)), env.Request(values(t, run.Ctx)))
			if got.Outcome.String() != run.Want {
				t.Errorf("case %d: got %v (%v), want %s", i, got.Outcome, got.Failure, run.Want)
			}
			if (got.Outcome == cond.Failed) != (got.Failure != nil) {
				t.Errorf("case %d: %v with failure %v", i, got.Outcome, got.Failure)
			}
		}
	})
}

// wantError checks that there is exactly one error.
func wantError(t *testing.T, err error, code string, offset int) {
	t.Helper()
	var all cond.Errors
	if !errors.As(err, &all) || len(all) != 1 {
		t.Fatalf("got %v, want one mistake, %s at %d", err, code, offset)
	}
	if string(all[0].Code) != code || all[0].Offset != offset {
		t.Errorf("got %s at %d (%v), want %s at %d", all[0].Code, all[0].Offset, all[0], code, offset)
	}
}
