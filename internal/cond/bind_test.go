package cond_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// The usual Go types are bound without reflection, all others with it. The results are equal.
func TestBindingWithoutReflection(t *testing.T) {
	env := oracleEnv(t)
	long, longList := strings.Repeat("x", cond.MaxString+1), make([]string, cond.MaxList+1)
	longest := strings.Repeat("y", cond.MaxString)
	values := []any{
		"a", "b", "", "zz", longest, long, true, false, 0, 3, -1, 1.5, math.NaN(), math.Inf(-1),
		[]string{"a", "zz"}, []string{}, []string(nil), []string{longest}, []string{long}, longList, []int{1}, nil, map[string]any{},
	}
	var paths []string
	for _, a := range env.Attributes() {
		paths = append(paths, a.Path)
	}
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) any { return rapid.SampledFrom(values).Draw(t, label) }
		user, attrs := map[string]any{}, map[string]any{}
		for _, name := range []string{"id", "role", "groups", "level"} {
			user[name] = draw(name)
		}
		for _, name := range []string{"tenant", "beta", "on", "risk", "limit", "sizes", "flags", "rates"} {
			attrs[name] = draw(name)
		}
		attrs["user"] = user
		v := expr.RequestValues{Runner: "a", Model: strings.Repeat("m", rapid.IntRange(0, 2).Draw(t, "model")*1000), Attrs: attrs}
		one := env.Request(v)
		v.Attrs = map[string]any{}
		for name, value := range attrs {
			v.Attrs[name] = disguise(value)
		}
		other := env.Request(v)
		if a, b := one.AppendKey(nil, paths), other.AppendKey(nil, paths); string(a) != string(b) {
			t.Fatalf("%v\n%q\n%q", attrs, a, b)
		}
		if a, b := reasons(one), reasons(other); a != b {
			t.Fatalf("%v\n%s\n%s", attrs, a, b)
		}
		for _, bad := range one.Bad() {
			seen[string(bad.Reason)]++
		}
	})
	for _, reason := range []expr.Code{expr.CodeWrongType, expr.CodeWord, expr.CodeTooLong, expr.CodeNotFinite} {
		if seen[string(reason)] < 5 && !testing.Short() { // -short draws a fifth
			t.Errorf("only %d are %s", seen[string(reason)], reason)
		}
	}
}

// disguise returns an equivalent value of another type.
func disguise(value any) any {
	type mapping map[string]any
	type text string
	type list []any
	switch v := value.(type) {
	case string:
		t := text(v)
		return &t
	case bool:
		return &v
	case int:
		return int64(v)
	case float64:
		return &v
	case []string:
		if v == nil {
			return list(nil)
		}
		l := list{}
		for _, s := range v {
			l = append(l, text(s))
		}
		return l
	case map[string]any:
		m := mapping{}
		for name, item := range v {
			m[name] = disguise(item)
		}
		return m
	}
	return value
}

func reasons(r *cond.Request) (text string) {
	for _, bad := range r.Bad() {
		text += fmt.Sprintln(bad.Path, bad.Reason)
	}
	return text
}
