package cond_test

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/test/ratio"
)

// testEnv declares one attribute of each kind.
func testEnv(t testing.TB) *cond.Env {
	t.Helper()
	env, err := cond.NewEnv([]expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "id"},
			{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"admin", "member", "guest"}}},
			{Name: "groups", Type: expr.Type{Kind: expr.List, Elem: &expr.Type{}}},
		}}},
		{Name: "tenant", Optional: true},
		{Name: "risk", Type: expr.Type{Kind: expr.Float}},
		{Name: "beta", Type: expr.Type{Kind: expr.Bool}, Optional: true},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func mistakes(err error) (all []string) {
	var es cond.Errors
	errors.As(err, &es)
	for _, e := range es {
		all = append(all, fmt.Sprintf("%s@%d", e.Code, e.Offset))
	}
	return all
}

func TestAllErrorsAreReported(t *testing.T) {
	env := testEnv(t)
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"both operands", `tool.nmae == ctx.user.rol`, []string{"unknown_attribute@5", "unknown_attribute@22"}},
		{"each atom", `tool.name == 5 and tool.nam == "x" or ctx.user.role == "x"`,
			[]string{"wrong_type@10", "unknown_attribute@24", "unknown_word@55"}},
		{"elements of a list", `ctx.user.role in ["admn", "gest"]`, []string{"unknown_word@18", "unknown_word@26"}},
		{"both sides of arithmetic", `foo + bar > 1`, []string{"unknown_name@0", "not_allowed@4", "unknown_name@6"}},
		{"list and predicate", `any(tool.tgs, # == "x" and tool.nmae == "x")`, []string{"unknown_attribute@9", "unknown_attribute@32"}},
		{"branches", `null ? tool.a == "x" : tool.b == "x"`, []string{"unknown_name@0", "unknown_attribute@12", "unknown_attribute@28"}},
		{"operands of ??", `(tool.name ?? ctx.a ?? nil) == "x"`, []string{"never_missing@1", "unknown_attribute@18", "misplaced_nil@23"}},
		{"arguments of and", `tool.name and tool.tags`, []string{"wrong_type@0", "wrong_type@14"}},
		{"refused tokens", `let a = 1; if a { true }`, []string{"not_allowed@0", "not_allowed@9", "not_allowed@11"}},
		{"brackets around an operand", `(true ? 1 : 2) and true`, []string{"wrong_type@1"}},
		{"behind a text that is a word", `tool.name == "NOT" "x"`, []string{"syntax@19"}},
		{"the same one once", `1 < foo < 3`, []string{"unknown_name@4"}},
		{"an index of an unknown list", `tool.tgs[0] == "x"`, []string{"unknown_attribute@5", "not_allowed@8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := env.Compile(c.src)
			if got := mistakes(err); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q\n%v", got, c.want, err)
			}
		})
	}
}

func TestHints(t *testing.T) {
	env := testEnv(t)
	for src, want := range map[string]string{
		`tool.nmae == "x"`:                    "tool.name",
		`ctx.user.rol == "admin"`:             "ctx.user.role",
		`ctx.user.role == "admn"`:             `"admin"`,
		`"readOnly" in tool.hints`:            `"readOnlyHint"`,
		`user.role == "admin"`:                "ctx.user.role",
		`role == "admin"`:                     "ctx.user.role",
		`context.user.role == "admin"`:        "ctx.user.role",
		`readOnly`:                            "tool.readOnly",
		`ctx.readOnly`:                        "tool.readOnly",
		`tool.runner == "codex"`:              "ctx.runner",
		`not "x" in tool.tags`:                `"x" not in`,
		`not ctx.user.role == "admin"`:        "not (ctx.user.role == …)",
		`ctx.runner = "x"`:                    "==",
		`ctx.runner is "x"`:                   "==",
		`ctx.tenant == null`:                  "nil",
		`ctx.tenant == None`:                  "nil",
		`tool.readOnly == True`:               "true",
		`tool.readOnly AND ctx.beta`:          "and",
		`tool.readOnly Or ctx.beta`:           "or",
		`NOT tool.readOnly`:                   "not",
		`tool.name.startsWith("x")`:           `tool.name startsWith "x"`,
		`tool.tags.includes("x")`:             `"x" in tool.tags`,
		`tool.tags.length > 1`:                "len(tool.tags)",
		`hasPrefix(tool.name, "x")`:           "startsWith",
		`lowercase(tool.name) == "x"`:         "lower",
		`tool["name"] == "x"`:                 "tool.name",
		`tool["nmae"] == "x"`:                 "did you mean tool.name?",
		`tool["x"]`:                           "tool has no x",
		`ctx["user"]["role"] == "admin"`:      "write ctx.user.role",
		`ctx["user"].groups[0] == "x"`:        "write ctx.user",
		`ctx["user"]["role"]["x"] == "admin"`: "ctx.user.role is a string",
		`ctx.role == "admin"`:                 "did you mean ctx.user.role?",
		`ctx.rolle == "admin"`:                "did you mean ctx.user.role?",
		`ctx.zebra == "admin"`:                "declare the attributes of requests under `context:`",
		`ctx.usr.role == "admin"`:             "did you mean ctx.user.role?",
		`ctx.user.tenant == "acme"`:           "did you mean ctx.tenant?",
		`ctx.user.name == "x"`:                "it has id, role, groups",
		`$writes`:                             "sets belong under tools",
		`$writes and tool.readOnly`:           "sets belong under tools",
		`tool.tags contains "x"`:              `"x" in tool.tags`,
		`"x" in tool.name`:                    `tool.name contains "x"`,
		`tool.name in ("a", "b")`:             `tool.name in ["a", "b"]`,
		`(ctx.tenant ?? "x") == ctx.risk`:     "can never be equal",
		`ctx.tenant ?? "x" == "y"`:            "(a ?? b) == c",
		`tool.title == nil`:                   `tool.title == ""`,
		`ctx.user.role == nil`:                "?",
		`ctx.tenant`:                          "ctx.tenant != nil",
		`tool.tags`:                           "len(tool.tags) > 0",
		`contains(tool.name, "x")`:            `tool.name contains "x"`,
		`filter(tool.tags, # == "x") == []`:   "any",
		`ctx.user.role < "member"`:            `ctx.user.role in ["admin"] < compares by order, but ctx.user.role is one of admin, member, guest`,
		`"a" >= ctx.user.role`:                `ctx.user.role in ["admin"]`,
		`any(tool.hints, # < "x")`:            `# in ["readOnlyHint"]`,
		`any(tool.tags, any(tool.tags, #))`:   "can't be nested",
		`1 in 1..3`:                           "<=",
		`call.arguments.amount < 10`:          "arguments of a call",
		`tool.name matches "a{1000}"`:         "smaller",
		`now() == 1`:                          "the time can't be read",
		`ctx.user.groups[0] == "x"`:           "in list",
		`ctx.user?.role == "admin"`:           "write .",
		`if tool.readOnly {true}`:             "? a : b",
		`tool.name =~ "x"`:                    "matches",
		`ctx.usr.id == "x"`:                   "ctx.user",
		`tool.readOnly <> true`:               "!=",
		`tool.name | upper() == "X"`:          "lower(x)",
		`ctx.user == nil`:                     "ctx.user.id",
		`ctx.user and true`:                   "ctx.user.id",
		`tool.readOnly)`:                      "the bracket closes nothing",
		`ctx.beta ?: true`:                    "a ?? b",
		`any(tool.tags, tool.name matches #)`: "must be a string literal",
	} {
		_, err := env.Compile(src)
		var es cond.Errors
		if !errors.As(err, &es) {
			t.Errorf("%s compiles", src)
			continue
		}
		hints := make([]string, len(es))
		for i, e := range es {
			hints[i] = e.Hint + " " + e.Message
		}
		if got := strings.Join(hints, "\n"); !strings.Contains(got, want) {
			t.Errorf("%s\ngot hint %q, want %q in it", src, got, want)
		}
	}
}

// outline returns the tree of an expression with the source of its atoms.
func outline(n *cond.Node) string {
	if n.Op() == cond.OpAtom {
		return n.Atom().Source()
	}
	args := make([]string, len(n.Args()))
	for i, a := range n.Args() {
		args[i] = outline(a)
	}
	name := map[cond.Op]string{cond.OpAnd: "and", cond.OpOr: "or", cond.OpNot: "not", cond.OpCond: "cond"}[n.Op()]
	return name + "{" + strings.Join(args, " | ") + "}"
}

func TestTree(t *testing.T) {
	env := testEnv(t)
	for _, c := range []struct{ name, src, want string }{
		{"an atom", `tool.readOnly`, `tool.readOnly`},
		{"brackets around an atom", `((tool.readOnly))`, `tool.readOnly`},
		{"brackets at the start of an atom", `(tool.readOnly or true) == ctx.beta`, `(tool.readOnly or true) == ctx.beta`},
		{"brackets at the end of an atom", `not (ctx.beta == (tool.readOnly or true))`, `not{ctx.beta == (tool.readOnly or true)}`},
		{"and before or", `true or false and ctx.beta`, `or{true | and{false | ctx.beta}}`},
		{"left to right", `true and false and ctx.beta`, `and{and{true | false} | ctx.beta}`},
		{"not before and", `not true and false`, `and{not{true} | false}`},
		{"not in is no not", `"a" not in tool.tags`, `"a" not in tool.tags`},
		{"not contains is no not", `not (tool.name not contains "a")`, `not{tool.name not contains "a"}`},
		{"?: of bools", `tool.readOnly ? true : "a" in tool.tags`, `cond{tool.readOnly | true | "a" in tool.tags}`},
		{"?: of texts", `(tool.readOnly ? "a" : "b") == tool.name`, `(tool.readOnly ? "a" : "b") == tool.name`},
		{"?: to the right", `true ? false : true ? ctx.beta : false`, `cond{true | false | cond{true | ctx.beta | false}}`},
		{"a predicate", `any(tool.tags, # == "a" or # == "b") and true`, `and{any(tool.tags, # == "a" or # == "b") | true}`},
		{"braces of a predicate", `any(tool.tags, {# == "a"}) and true`, `and{any(tool.tags, {# == "a"}) | true}`},
		{"??", `ctx.beta ?? (true and false)`, `ctx.beta ?? (true and false)`},
		{"nil on the left", `nil == ctx.tenant or true`, `or{nil == ctx.tenant | true}`},
		{"chained comparison", `0 < ctx.risk <= 1`, `and{0 < ctx.risk | ctx.risk <= 1}`},
		{"a call at the end", `true and 1 < len(tool.tags)`, `and{true | 1 < len(tool.tags)}`},
		{"a list at the end", `true and tool.name in ["a", ("b")]`, `and{true | tool.name in ["a", ("b")]}`},
		{"a comment inside", "tool.name /* ) */ == 'x' // end", "tool.name /* ) */ == 'x'"},
		{"a negative number", `-1 < ctx.risk`, `-1 < ctx.risk`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := env.Compile(c.src)
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(p.Tree()); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if p.Source() != c.src {
				t.Errorf("source %q, want %q", p.Source(), c.src)
			}
			checkAtoms(t, env, p)
		})
	}
}

// checkAtoms checks that each atom is a part of the source, and an expression of its own with the
// same key.
func checkAtoms(t *testing.T, env *cond.Env, p *cond.Program) {
	t.Helper()
	end := 0
	for _, a := range p.Atoms() {
		if !strings.HasPrefix(p.Source()[a.Offset():], a.Source()) {
			t.Errorf("atom %q is not at %d of %q", a.Source(), a.Offset(), p.Source())
		}
		if a.Offset()+len(a.Source()) < end {
			t.Errorf("atoms of %q are not in order", p.Source())
		}
		end = a.Offset() + len(a.Source())
		alone, err := env.Compile(a.Source())
		if err != nil {
			t.Errorf("atom %q of %q does not compile alone: %v", a.Source(), p.Source(), err)
			continue
		}
		if len(alone.Atoms()) != 1 || alone.Atoms()[0].Key() != a.Key() {
			t.Errorf("atom %q of %q is another alone", a.Source(), p.Source())
		}
	}
}

func TestKeys(t *testing.T) {
	env := testEnv(t)
	key := func(src string) string {
		p, err := env.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Atoms()) != 1 {
			t.Fatalf("%s has %d atoms", src, len(p.Atoms()))
		}
		return p.Atoms()[0].Key()
	}
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"blanks", `tool.name=="x"`, ` tool.name  == "x" `, true},
		{"quotes", `tool.name == 'x'`, "tool.name == `x`", true},
		{"brackets", `(tool.name) == ("x")`, `tool.name == "x"`, true},
		{"braces", `any(tool.tags, {# == "x"})`, `any(tool.tags, # == "x")`, true},
		{"numbers", `ctx.risk == 16`, `ctx.risk == 0x10`, true},
		{"int and float", `ctx.risk == 1`, `ctx.risk == 1.0`, false},
		{"other attributes", `tool.name == "x"`, `tool.title == "x"`, false},
		{"other texts", `tool.name == "x"`, `tool.name == "y"`, false},
		{"?? and ?: differ where the attribute is missing", `(ctx.tenant ?? "x") == "x"`, `(ctx.tenant != nil ? ctx.tenant : "x") == "x"`, false},
		{"a text with quotes in it", `tool.name == "\" == \""`, `tool.name == " == "`, false},
	} {
		if (key(c.a) == key(c.b)) != c.same {
			t.Errorf("%s: keys of %s and %s: same %v, want %v", c.name, c.a, c.b, !c.same, c.same)
		}
	}
}

func TestReads(t *testing.T) {
	env := testEnv(t)
	for _, c := range []struct {
		src           string
		want          []string
		tool, request bool
	}{
		{`true`, nil, false, false},
		{`tool.readOnly`, []string{"tool.readOnly"}, true, false},
		{`ctx.tenant == nil`, []string{"ctx.tenant"}, false, true},
		{`(ctx.tenant ?? ctx.model ?? ctx.user.id) == tool.name and tool.name != ctx.user.id`,
			[]string{"ctx.model", "ctx.tenant", "ctx.user.id", "tool.name"}, true, true},
		{`any(tool.tags, # in ctx.user.groups)`, []string{"ctx.user.groups", "tool.tags"}, true, true},
	} {
		p, err := env.Compile(c.src)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Reads(), c.want) || p.ReadsTool() != c.tool || p.ReadsRequest() != c.request {
			t.Errorf("%s reads %q, tool %v, request %v", c.src, p.Reads(), p.ReadsTool(), p.ReadsRequest())
		}
	}
}

// Positions are byte offsets, whatever precedes them.
func TestPositionsAreBytes(t *testing.T) {
	env := testEnv(t)
	for _, front := range []string{"", "'é' == 'é' and ", "\"😀\" == \"\\u{1F600}\" and\n\t", "`(`  ==\r\n'x' or ", "/* é) */ "} {
		_, err := env.Compile(front + `tool.nmae == "x"`)
		want := []string{fmt.Sprintf("unknown_attribute@%d", len(front)+5)}
		if got := mistakes(err); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", front, got, want)
		}
	}
}

// Hostile sources are refused quickly, before anything can recurse, and never end the process.
func TestHostileSources(t *testing.T) {
	env := testEnv(t)
	for name, src := range map[string]string{
		"brackets":           strings.Repeat("(", 2048),
		"closing brackets":   strings.Repeat(")", 2048),
		"a million brackets": strings.Repeat("(", 1_000_000),
		"not":                strings.Repeat("!", 2044) + "true",
		"minus":              strings.Repeat("-", 2047) + "1",
		"minus with blanks":  strings.Repeat("- ", 1000) + "1",
		"??":                 strings.Repeat("ctx.tenant??", 150) + `"x"`,
		"?:":                 strings.Repeat("true?true:", 200) + "true",
		"or":                 strings.Repeat("true or ", 250) + "true",
		"members":            "tool" + strings.Repeat(".a", 1000),
		"members of nothing": strings.Repeat("a.", 1000) + "a",
		"**":                 strings.Repeat("2**", 600) + "2",
		"comparisons":        strings.Repeat("1<", 1000) + "1",
		"lists":              strings.Repeat("[", 64) + strings.Repeat("]", 64),
		"repeat":             `repeat(repeat(repeat("a", 999), 999), 999) == ""`,
		"comments":           strings.Repeat("/*", 500) + "*/",
		"large regex":        `tool.name matches "` + strings.Repeat("(a|b){1000}", 150) + `"`,
		"wide regex":         `tool.name matches "(?i)[` + strings.Repeat(`\\pL`, 400) + `]"`,
		"invalid UTF-8":      "tool.name == \"\xff\"",
		"a cut character":    "tool.name == \"\xe2\x82\"",
		"NUL":                "true\x00",
		"a replaced rune":    "\uFFFD",
		"a panic of expr":    `any([1/0], true) or any([1/0], true)`,
	} {
		t.Run(name, func(t *testing.T) {
			took := ratio.Least(1, func() {
				if p, err := env.Compile(src); err == nil && p.Eval(nil, nil).Outcome > cond.Failed {
					t.Error("no such outcome")
				} else if err == nil {
					t.Error("compiles")
				}
			})
			if took > 5*time.Second { // a hundred times what it takes, for the race detector
				t.Errorf("took %v", took)
			}
		})
	}
}

// A pattern is parsed exactly twice: to count its instructions, and to compile it. The test
// measures memory, which is the same on every computer.
func TestPatternsAreParsedTwice(t *testing.T) {
	env, class := testEnv(t), `(?i)[\pL\PN\pM\PS]`
	once := allocated(func() { regexp.MustCompile(class) })
	without := allocated(func() {
		if _, err := env.Compile("tool.name startsWith `a`"); err != nil {
			t.Error(err)
		}
	})
	all := allocated(func() {
		if _, err := env.Compile("tool.name matches `" + class + "`"); err != nil {
			t.Error(err)
		}
	})
	if all-without > once*5/2 {
		t.Errorf("it takes %d bytes, and %d to parse it once", all-without, once)
	}
}

// Patterns that are slow to parse are refused before they are parsed, one step beyond the limit and
// with a position. Patterns that only look similar compile.
func TestSlowRegularExpressions(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		offset        int // -1: it compiles
	}{
		{"at the limit of length", "(?:" + strings.Repeat("a|", 509) + "aa)", -1},
		{"too long", strings.Repeat("a|", 512) + "a", cond.MaxRegexBytes},
		{"a range at the limit", `(?i)[\x{1000}-\x{1fff}]`, -1},
		{"a range that is too wide", `(?i)[\x{1000}-\x{2000}]`, 5},
		{"two ranges", `(?i)[\x{1000}-\x{17ff}]a[^\x{1000}-\x{1800}]`, 26},
		{"a range in a group", `(?i:[一-龥])`, 5},
		{"after a class with a name", `(?i)[[:alpha:]一-龥]`, 14},
		{"after a bracket", `(?i)[]一-龥]`, 6},
		{"octal", `(?i)[\101-龥]`, 5},
		{"by flags among others", `a(?si-U)[一-龥]`, 9},
		{"without (?i)", `[一-龥]`, -1},
		{"outside of a group with (?i)", `(?i:a)[一-龥]`, -1},
		{"outside of a group in which (?i) stands", `(a(?i)b)[一-龥]`, -1},
		{"(?-i)", `(?i)a(?-i)[一-龥]`, -1},
		{"all characters that have another case", `(?i)[\x00-\x{10ffff}]`, -1},
		{"characters after all that have another case", `(?i)[\x{1f300}-\x{1faff}]`, -1},
		{"quoted", `(?i)\Q[一-龥]\E`, -1},
		{"escaped", `(?i)\[一-龥`, -1},
		{"named classes at the limit", strings.Repeat(`\pL`, 8), -1},
		{"too many named classes", strings.Repeat(`\pL`, 9), 24},
		{"too many in brackets", `[` + strings.Repeat(`\PL`, 9) + `]`, 25},
		{"repetition of nothing", "(" + strings.Repeat("|", 500) + "){1000}", 0},
		{"repetition", "(a?){500}", 0},
	} {
		var err error
		took := ratio.Least(1, func() { _, err = cond.CompileRegexp(c.pattern) })
		if took > 500*time.Millisecond { // a hundred times what it takes, for the race detector
			t.Errorf("%s: took %v", c.name, took)
		}
		e, refused := errors.AsType[*cond.Error](err)
		switch {
		case c.offset < 0 && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.offset >= 0 && (!refused || e.Code != cond.RegexTooLarge || e.Offset != c.offset):
			t.Errorf("%s: got %v, want an error at %d", c.name, err, c.offset)
		}
		for end := range min(len(c.pattern), 40) { // a pattern may end anywhere, and must not panic
			_, _ = cond.CompileRegexp(c.pattern[:end])
		}
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Each ?? of a chain is a node.
func TestNodesOfChains(t *testing.T) {
	env := testEnv(t)
	chain := func(n int) string { return "(" + strings.Repeat("ctx.tenant ?? ", n) + `"x") == "x"` }
	if _, err := env.Compile(chain(98)); err != nil { // 98 attributes, 98 times ??, two texts and ==
		t.Error(err)
	}
	if _, err := env.Compile(chain(99)); err == nil || !strings.Contains(err.Error(), string(cond.TooManyNodes)) {
		t.Errorf("201 nodes: got %v", err)
	}
}

func TestInvalidUTF8(t *testing.T) {
	_, err := testEnv(t).Compile("tool.name == \"é\xc3\"")
	if got := mistakes(err); !slices.Equal(got, []string{"invalid_utf8@16"}) {
		t.Errorf("got %q", got)
	}
	if _, err := testEnv(t).Compile("tool.name == \"\uFFFD\""); err != nil {
		t.Errorf("U+FFFD itself is fine: %v", err)
	}
}

func TestErrors(t *testing.T) {
	_, err := testEnv(t).Compile(`tool.name matches "(" and tool.nmae == "x"`)
	var one *cond.Error
	if !errors.As(err, &one) || one.Code != cond.BadRegex || one.Unwrap() == nil {
		t.Errorf("got %#v", one)
	}
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 2 {
		t.Errorf("got %d lines: %v", len(lines), err)
	}
}
