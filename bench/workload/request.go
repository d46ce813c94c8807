package workload

import (
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A Request describes the caller: what a peer reads as ctx.
type Request struct {
	Runner    string `expr:"runner" cel:"runner" json:"runner"`
	Model     string `expr:"model" cel:"model" json:"model"`
	Verbosity int    `expr:"verbosity" cel:"verbosity" json:"verbosity"`
	Env       string `expr:"env" cel:"env" json:"env"`
	User      User   `expr:"user" cel:"user" json:"user"`
}

// A User is the part of a request that a host fills in from its session.
type User struct {
	Role          string   `expr:"role" cel:"role" json:"role"`
	Tier          string   `expr:"tier" cel:"tier" json:"tier"`
	Team          string   `expr:"team" cel:"team" json:"team"`
	Budget        int      `expr:"budget" cel:"budget" json:"budget"`
	Groups        []string `expr:"groups" cel:"groups" json:"groups"`
	DeniedServers []string `expr:"deniedServers" cel:"deniedServers" json:"deniedServers"`
	DeniedTools   []string `expr:"deniedTools" cel:"deniedTools" json:"deniedTools"`
	DeniedTags    []string `expr:"deniedTags" cel:"deniedTags" json:"deniedTags"`
}

// Ask is the request that is measured. It sees a good part of every catalog.
func Ask() *Request {
	return &Request{Runner: "codex", Model: "gpt-5.4", Verbosity: 5, Env: "prod", User: User{
		Role: "engineer", Tier: "free", Team: "acme", Budget: 2800, Groups: []string{"dev", "oncall", "eu"},
		DeniedServers: []string{"srv03", "srv17"}, DeniedTools: []string{"get_user", "list_row_by_id"},
		DeniedTags: []string{"net", "legacy"},
	}}
}

// Asks are requests for which all verdicts are compared: each differs from [Ask] in what some of
// the rules read.
func Asks() []*Request {
	changes := []func(*Request){
		func(*Request) {},
		func(r *Request) { r.User.Role = "banned" },
		func(r *Request) { r.User.Role = "admin" },
		func(r *Request) { r.User.Role = "contractor" },
		func(r *Request) { r.Runner, r.Verbosity = "untrusted", 0 },
		func(r *Request) { r.Runner = "readonly-bot" },
		func(r *Request) { r.User.Groups = []string{"blocked"} },
		func(r *Request) { r.User.Groups = []string{"hr", "dev"} },
		func(r *Request) { r.Env = "lockdown" },
		func(r *Request) { r.Env = "airgap" },
		func(r *Request) { r.Model = "legacy-1" },
		func(r *Request) { r.Model = "small-1" },
		func(r *Request) { r.User.Tier = "trial" },
		func(r *Request) { r.User.Budget = 1500 },
		func(r *Request) { r.Verbosity = 2 },
		func(r *Request) { r.User.Team = "globex" },
		func(r *Request) {
			r.User.DeniedServers, r.User.DeniedTools, r.User.DeniedTags = []string{}, []string{}, []string{}
		},
	}
	all := make([]*Request, len(changes))
	for i, change := range changes {
		all[i] = Ask()
		change(all[i])
	}
	return all
}

// Engine returns the request in the form of the engine.
func (r *Request) Engine() engine.Request {
	u := &r.User
	return engine.Request{Runner: r.Runner, Model: r.Model, Verbosity: engine.Verbosity(int64(r.Verbosity)),
		Attrs: map[string]any{
			"env": r.Env,
			"user": map[string]any{
				"role": u.Role, "tier": u.Tier, "team": u.Team, "budget": u.Budget, "groups": u.Groups,
				"deniedServers": u.DeniedServers, "deniedTools": u.DeniedTools, "deniedTags": u.DeniedTags,
			},
		}}
}

// Bound returns the request in the form of expressions.
func (r *Request) Bound(env *cond.Env) *cond.Request {
	return env.Request(expr.RequestValues{Runner: r.Runner, Model: r.Model, Verbosity: r.Verbosity,
		Attrs: r.Engine().Attrs})
}
