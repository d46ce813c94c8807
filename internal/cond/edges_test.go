package cond

import (
	"fmt"
	"math"
	"reflect"
	"regexp/syntax"
	"strings"
	"testing"
	"unsafe"

	exprlang "github.com/expr-lang/expr"
	"github.com/toolrules/toolrules/expr"
	"pgregory.net/rapid"
)

// The pitfalls of expr-lang and how this package avoids them. If the first half of a case fails, a
// new version of expr-lang no longer has the pitfall, and the code that avoids it can go.

func TestEdges(t *testing.T) {
	type data struct {
		Flags []bool    `expr:"flags"`
		Ints  []int     `expr:"ints"`
		Rates []float64 `expr:"rates"`
		Role  any       `expr:"role"`
		Text  *string   `expr:"text"`
	}
	env := data{Flags: []bool{true}, Ints: []int{1}, Rates: []float64{1}}
	run := func(src string, opts ...exprlang.Option) string {
		program, err := exprlang.Compile(src, append(opts, exprlang.Env(data{}))...)
		if err != nil {
			return "refused"
		}
		out, err := exprlang.Run(program, env)
		if err != nil {
			return "error"
		}
		return fmt.Sprint(out)
	}
	ours, err := NewEnv([]expr.Field{
		{Name: "flags", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Bool}}},
		{Name: "ints", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Int}}},
		{Name: "rates", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Float}}},
		{Name: "role", Optional: true},
	}, EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	request := ours.Request(expr.RequestValues{Attrs: map[string]any{"flags": []bool{true}, "ints": []int{1}, "rates": []float64{1}}})
	evaluate := func(src string) string {
		p, err := ours.Compile(src)
		if err != nil {
			return "refused"
		}
		return p.Eval(nil, request).Outcome.String()
	}
	off := exprlang.Optimize(false)
	for _, c := range []struct {
		name   string
		theirs string // what expr-lang makes of its own expression
		edge   string
		src    string // the same in ours
		want   string
	}{
		{"AsBool lets nil through as false", run("role", exprlang.AsBool(), off), "false", "ctx.role", "refused"},
		{"nil is unequal to any text", run(`role != "admin"`, off), "true", `ctx.role != "admin"`, "failed"},
		{"nil starts with nothing", run(`role startsWith "a"`, off), "false", `ctx.role startsWith "a"`, "failed"},
		{"the optimizer drops what fails before false", run(`text == "a" && false`), "false", `ctx.role == "a" and false`, "failed"},
		{"a list of bools differs from its literal", run("flags == [true]", off), "false", "ctx.flags == [true]", "true"},
		{"a list of ints differs from one of floats", run("ints == rates", off), "false", "ctx.ints == ctx.rates", "true"},
		{"a list of ints is like its literal", run("ints == [1]", off), "true", "ctx.ints == [1]", "true"},
	} {
		if c.theirs != c.edge {
			t.Errorf("%s: not any more, expr-lang says %s", c.name, c.theirs)
		}
		if got := evaluate(c.src); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.src, got, c.want)
		}
	}
}

// The data that the VM reads has no methods, which could be called, and no interfaces, maps or
// functions, which could hold anything.
func TestVMReadsPlainData(t *testing.T) {
	env, err := NewEnv([]expr.Field{
		{Name: "u", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "a", Optional: true}, {Name: "w", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "b"}}},
		}}},
		{Name: "l", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Float}}, Optional: true},
		{Name: "b", Type: expr.Type{Kind: expr.Bool}},
		{Name: "n", Type: expr.Type{Kind: expr.Int}},
	}, EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		if typ.NumMethod() > 0 || typ.Kind() != reflect.Struct && typ.PkgPath() != "" {
			t.Errorf("%s: %v has methods or a name", path, typ)
		}
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				walk(path+"."+typ.Field(i).Name, typ.Field(i).Type)
			}
		case reflect.Slice:
			walk(path+"[]", typ.Elem())
		case reflect.Pointer:
			if strings.Count(path, ".") > 1 {
				t.Errorf("%s is a pointer", path)
			}
			walk(path, typ.Elem())
		case reflect.String, reflect.Bool, reflect.Int, reflect.Float64:
		default:
			t.Errorf("%s is a %v", path, typ)
		}
	}
	walk("env", env.vmType)
}

// The optimizer, which would replace (tool.readOnly and false) by false, is off.
func TestOptimizerIsOff(t *testing.T) {
	p, err := defaultEnv().Compile(`(tool.readOnly and false) == true`)
	if err != nil {
		t.Fatal(err)
	}
	if code := p.atoms[0].program.Disassemble(); !strings.Contains(code, "ReadOnly") {
		t.Errorf("the VM reads no attribute:\n%s", code)
	}
}

// A program that has run retains nothing of the request.
func TestRequestIsNotRetained(t *testing.T) {
	env, err := NewEnv([]expr.Field{
		{Name: "token"}, {Name: "tokens", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}}, {Name: "n", Type: expr.Type{Kind: expr.Int}},
	}, EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const secret = "kjh3-very-secret"
	p, err := env.Compile(`any(ctx.tokens, # == ctx.token) and lower(ctx.token) == ctx.token or len(ctx.token) == ctx.n`)
	if err != nil {
		t.Fatal(err)
	}
	request := env.Request(expr.RequestValues{Attrs: map[string]any{"token": secret, "tokens": []string{secret}, "n": secret}})
	if got := p.Eval(nil, request); got.Outcome != True {
		t.Fatalf("got %v", got)
	}
	failing, err := env.Compile(`ctx.n == 1`)
	if err != nil {
		t.Fatal(err)
	}
	failed := failing.Eval(nil, request)
	for name, value := range map[string]any{"the program": p, "the env": env, "a failure": failed, "a bad attribute": request.Bad()} {
		if holds(reflect.ValueOf(value), secret, map[unsafe.Pointer]bool{}) {
			t.Errorf("%s holds the secret", name)
		}
	}
	if !holds(reflect.ValueOf(request), secret, map[unsafe.Pointer]bool{}) {
		t.Error("the search finds nothing")
	}
}

// holds reports whether a string can be reached from a value.
func holds(v reflect.Value, text string, seen map[unsafe.Pointer]bool) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), text)
	case reflect.Interface:
		return holds(v.Elem(), text, seen)
	case reflect.Pointer:
		if v.IsNil() || seen[v.UnsafePointer()] {
			return false
		}
		seen[v.UnsafePointer()] = true
		return holds(v.Elem(), text, seen)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[reflect.Value]() && v.CanInterface() {
			return holds(v.Interface().(reflect.Value), text, seen)
		}
		if r, ok := hidden(v); ok {
			return holds(r, text, seen)
		}
		for i := range v.NumField() {
			if holds(v.Field(i), text, seen) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		full := v
		if v.Kind() == reflect.Slice {
			full = v.Slice3(0, v.Cap(), v.Cap())
		}
		for i := range full.Len() {
			if holds(full.Index(i), text, seen) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if holds(it.Key(), text, seen) || holds(it.Value(), text, seen) {
				return true
			}
		}
	}
	return false
}

// hidden returns the reflect.Value in an unexported field.
func hidden(v reflect.Value) (reflect.Value, bool) {
	if v.Type() != reflect.TypeFor[reflect.Value]() || !v.CanAddr() {
		return reflect.Value{}, false
	}
	return *(*reflect.Value)(unsafe.Pointer(v.UnsafeAddr())), true
}

// The estimate that prevents the compilation of large regular expressions never refuses a small
// one.
func TestLeastInstructions(t *testing.T) {
	patterns := rapid.StringMatching(`([abé.]|\[ab\]|\(a|\)|\||[*+?]|\{[0-3]\}|\{[0-2],[2-5]?\}|\^|\$|\(\?i\)|\\b|\\pL){0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		pattern := patterns.Draw(t, "pattern")
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Skip()
		}
		prog, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			t.Skip()
		}
		if n := leastInstructions(parsed); n > len(prog.Inst) {
			t.Fatalf("%q has %d instructions, estimated %d", pattern, len(prog.Inst), n)
		}
	})
}

// expr-lang reads the literals that this package writes as the same values.
func TestLiterals(t *testing.T) {
	values := rapid.OneOf(
		rapid.String().AsAny(), rapid.IntMin(-math.MaxInt).AsAny(), rapid.Float64Range(-1e300, 1e300).AsAny(), rapid.Bool().AsAny(),
	)
	rapid.Check(t, func(t *rapid.T) {
		value := values.Draw(t, "value")
		out, err := exprlang.Eval(literal(value), nil)
		if err != nil || out != value {
			t.Fatalf("%#v is spelt %s, which is %#v (%v)", value, literal(value), out, err)
		}
	})
}
