package peers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cedar-policy/cedar-go"
	"github.com/cedar-policy/cedar-go/types"
	"github.com/cedar-policy/cedar-go/x/exp/batch"

	"github.com/toolrules/toolrules/bench/workload"
)

// Cedar has no regular expressions. Each one of the policy has an equivalent with like.
var cedarPatterns = map[string][]string{
	`^truncate_`: {"truncate_*"}, `_metadata$`: {"*_metadata"}, `secret.*raw`: {"*secret*raw*"},
	`^(send|publish)_`:       {"send_*", "publish_*"},
	`^exec_(pod|deployment)`: {"exec_pod*", "exec_deployment*"},
}

var cedarRules = []string{
	`principal.role == "banned"`,
	`context.runner == "untrusted" && context.verbosity < 1`,
	`principal.groups.contains("blocked")`,
	`context.env == "lockdown"`,
	`context.model like "legacy-*"`,
	`resource.destructive && !resource.idempotent`,
	`resource.tags.contains("internal")`,
	`resource.arguments > 14`,
	`resource.server == "srv13" && resource.name like "*_raw"`,
	`["debug", "experiment"].contains(resource.name)`,
	`resource.destructive && principal.role != "admin"`,
	`resource.openWorld && context.env == "airgap"`,
	`resource.tags.contains("hr") && !principal.groups.contains("hr")`,
	`resource.tags.contains("billing") && principal.tier == "trial"`,
	`!resource.readOnly && context.runner == "readonly-bot"`,
	`resource.tags.contains("pii") && principal.role == "contractor"`,
	`resource.server == "srv05" && context.model like "small-*"`,
	`resource.name like "send_*" && !principal.groups.contains("oncall")`,
	`resource.bytes > 2500 && principal.budget < 2000`,
	`resource.arguments > 12 && context.verbosity < 3`,
}

// One forbid per rule; tools and users are entities. A tool has the number of its arguments, since
// Cedar can't count a set.
func cedarPolicies(t testing.TB) *cedar.PolicySet {
	p := workload.Splitting()
	var conditions []string
	name := func(server string, likes ...string) {
		for i, like := range likes {
			likes[i] = fmt.Sprintf("resource.name like %q", like)
		}
		condition := "(" + strings.Join(likes, " || ") + ")"
		if server != "*" { // a ? is the last character of an ID here, and * matches it too
			condition = fmt.Sprintf("resource.server like %q && %s", strings.ReplaceAll(server, "?", "*"), condition)
		}
		conditions = append(conditions, condition)
	}
	for _, g := range p.Globs {
		name(g.Server, g.Tool)
	}
	for _, r := range p.Regexes {
		name(r.Server, append([]string{}, cedarPatterns[r.Tool]...)...)
	}
	var document strings.Builder
	document.WriteString("permit (principal, action == Action::\"list\", resource);\n")
	for _, c := range append(conditions, cedarRules...) {
		fmt.Fprintf(&document, "forbid (principal, action == Action::\"list\", resource) when { %s };\n", c)
	}
	policies, err := cedar.NewPolicySetFromBytes("policy.cedar", []byte(document.String()))
	if err != nil {
		t.Fatal(err)
	}
	return policies
}

var (
	cedarUser = cedar.NewEntityUID("User", "u")
	cedarList = cedar.NewEntityUID("Action", "list")
)

// cedarTools returns the tools as entities, and their IDs.
func cedarTools(tools []*workload.Tool) (cedar.EntityMap, []cedar.EntityUID) {
	entities, ids := cedar.EntityMap{}, make([]cedar.EntityUID, len(tools))
	for i, tool := range tools {
		ids[i] = cedar.NewEntityUID("Tool", cedar.String(tool.Server+"/"+tool.Name))
		entities[ids[i]] = cedar.Entity{UID: ids[i], Attributes: cedar.NewRecord(cedar.RecordMap{
			"server": cedar.String(tool.Server), "name": cedar.String(tool.Name),
			"readOnly":    cedar.Boolean(tool.ReadOnly),
			"destructive": cedar.Boolean(tool.Destructive), "idempotent": cedar.Boolean(tool.Idempotent),
			"openWorld": cedar.Boolean(tool.OpenWorld),
			"arguments": cedar.Long(len(tool.Arguments)), "tags": cedarSet(tool.Tags), "bytes": cedar.Long(tool.Bytes),
		})}
	}
	return entities, ids
}

func cedarSet(texts []string) cedar.Set {
	values := make([]cedar.Value, len(texts))
	for i, text := range texts {
		values[i] = cedar.String(text)
	}
	return cedar.NewSet(values...)
}

// withUser returns the tools and the user of one request.
type withUser struct {
	tools cedar.EntityMap
	user  cedar.Entity
}

func (w *withUser) Get(id cedar.EntityUID) (cedar.Entity, bool) {
	if id == w.user.UID {
		return w.user, true
	}
	return w.tools.Get(id)
}

func cedarRequest(tools cedar.EntityMap, r *workload.Request) (*withUser, cedar.Record) {
	user := cedar.Entity{UID: cedarUser, Attributes: cedar.NewRecord(cedar.RecordMap{
		"role": cedar.String(r.User.Role), "tier": cedar.String(r.User.Tier), "budget": cedar.Long(r.User.Budget),
		"groups": cedarSet(r.User.Groups),
	})}
	return &withUser{tools, user}, cedar.NewRecord(cedar.RecordMap{
		"runner": cedar.String(r.Runner), "model": cedar.String(r.Model), "env": cedar.String(r.Env),
		"verbosity": cedar.Long(r.Verbosity),
	})
}

func prepareCedar(t testing.TB, tools []*workload.Tool) bind {
	policies := cedarPolicies(t)
	entities, ids := cedarTools(tools)
	return func(r *workload.Request) list {
		all, about := cedarRequest(entities, r)
		return func(dst []int) []int {
			for i, id := range ids {
				decision, _ := cedar.Authorize(policies, all,
					cedar.Request{Principal: cedarUser, Action: cedarList, Resource: id, Context: about})
				if decision == cedar.Allow {
					dst = append(dst, i)
				}
			}
			return dst
		}
	}
}

// prepareCedarBatch uses the experimental package that evaluates the common part of many requests
// once.
func prepareCedarBatch(t testing.TB, tools []*workload.Tool) bind {
	policies := cedarPolicies(t)
	entities, ids := cedarTools(tools)
	resources, numbers := make([]types.Value, len(ids)), map[types.EntityUID]int{}
	for i, id := range ids {
		resources[i], numbers[id] = id, i
	}
	return func(r *workload.Request) list {
		all, about := cedarRequest(entities, r)
		return func(dst []int) []int {
			request := batch.Request{Principal: cedarUser, Action: cedarList, Resource: batch.Variable("tool"),
				Context:   about,
				Variables: batch.Variables{"tool": resources}}
			err := batch.Authorize(context.Background(), policies, all, request, func(result batch.Result) error {
				if result.Decision == types.Allow {
					dst = append(dst, numbers[result.Request.Resource])
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return dst
		}
	}
}
