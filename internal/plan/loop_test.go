package plan_test

import (
	"regexp"
	"strings"
	"testing"

	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
	"github.com/gobwas/glob"

	"github.com/toolrules/toolrules/expr"
)

// A loop is what one would write without this module, with the same libraries: every rule for every tool, up to the first that
// hides it. It is given what makes it fast: a struct, a machine that is used again, the optimizer. It knows neither loose names
// nor missing attributes.
type loop struct {
	servers, tools []*glob.Pattern
	regexServers   []*glob.Pattern
	regexTools     []*regexp.Regexp
	programs       []*vm.Program
}

type loopEnv struct {
	Tool *loopTool    `expr:"tool"`
	Ctx  *loopRequest `expr:"ctx"`
}

type loopTool struct {
	Server      string   `expr:"server"`
	Name        string   `expr:"name"`
	Title       string   `expr:"title"`
	Description string   `expr:"description"`
	ReadOnly    bool     `expr:"readOnly"`
	Destructive bool     `expr:"destructive"`
	Idempotent  bool     `expr:"idempotent"`
	OpenWorld   bool     `expr:"openWorld"`
	Hints       []string `expr:"hints"`
	Arguments   []string `expr:"arguments"`
	Required    []string `expr:"required"`
	Tags        []string `expr:"tags"`
	Bytes       int      `expr:"bytes"`
}

type loopRequest struct {
	Runner    string   `expr:"runner"`
	Model     string   `expr:"model"`
	Verbosity int      `expr:"verbosity"`
	Env       string   `expr:"env"`
	User      loopUser `expr:"user"`
}

type loopUser struct {
	Role          string   `expr:"role"`
	Tier          string   `expr:"tier"`
	Tenant        string   `expr:"tenant"`
	Groups        []string `expr:"groups"`
	Scopes        []string `expr:"scopes"`
	DeniedServers []string `expr:"deniedServers"`
	Budget        int      `expr:"budget"`
}

var loopAsks = &loopRequest{Runner: "codex", Model: "gpt-5.4", Verbosity: 5, Env: "prod", User: loopUser{
	Role: "engineer", Tier: "free", Tenant: "acme", Groups: []string{"dev", "oncall", "eu"},
	Scopes: []string{"data", "comms", "infra", "search"}, DeniedServers: []string{"srv03", "srv17"}, Budget: 8000,
}}

func newLoop(t testing.TB, whens []string) *loop {
	l := &loop{}
	compile := func(src string) *glob.Pattern {
		p, err := glob.Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, g := range globs {
		server, tool, _ := strings.Cut(g, "/")
		l.servers, l.tools = append(l.servers, compile(server)), append(l.tools, compile(tool))
	}
	for _, r := range regexes {
		l.regexServers, l.regexTools = append(l.regexServers, compile(r.server)), append(l.regexTools, regexp.MustCompile(r.tool))
	}
	for _, when := range whens {
		p, err := exprlang.Compile(when, exprlang.Env(loopEnv{}), exprlang.AsBool())
		if err != nil {
			t.Fatal(err)
		}
		l.programs = append(l.programs, p)
	}
	return l
}

func loopTools(facts []expr.ToolFacts) []*loopTool {
	all := make([]*loopTool, len(facts))
	for i, f := range facts {
		t := loopTool(f)
		all[i] = &t
	}
	return all
}

func (l *loop) hidden(v *vm.VM, env *loopEnv) bool {
	for i, g := range l.servers {
		if g.Match(env.Tool.Server) && l.tools[i].Match(env.Tool.Name) {
			return true
		}
	}
	for i, g := range l.regexServers {
		if g.Match(env.Tool.Server) && l.regexTools[i].MatchString(env.Tool.Name) {
			return true
		}
	}
	for _, p := range l.programs {
		if out, err := v.Run(p, env); err != nil || out != false {
			return true
		}
	}
	return false
}

// list appends the numbers of the visible tools.
func (l *loop) list(dst []int, tools []*loopTool, r *loopRequest) []int {
	v, env := &vm.VM{}, &loopEnv{Ctx: r}
	for i, t := range tools {
		env.Tool = t
		if !l.hidden(v, env) {
			dst = append(dst, i)
		}
	}
	return dst
}
