package engine

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/search"
)

// A MetaTool is one of the two tools by which a model reaches deferred tools. They belong to no
// server: hosts answer calls of them.
type MetaTool uint8

// The tools.
const (
	NoMetaTool MetaTool = iota // the name is not that of one of the tools
	SearchTool                 // finds tools: arguments query and limit
	CallTool                   // calls a tool: arguments name and arguments
)

// A metaTool is a MetaTool of an engine.
type metaTool struct {
	*tool
	name string
	kind MetaTool
}

// A member is a member of a JSON object, whose value is JSON.
type member struct{ name, value string }

func object(members ...member) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = quote(m.name) + ":" + m.value
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func quote(text string) string { return string(jsontree.AppendString(nil, text)) }

// newMetaTools returns the tools that rules with search have.
func newMetaTools(s *ruleset.Search, env *cond.Env) []metaTool {
	if s == nil {
		return nil
	}
	described := func(kind, text string, more ...member) string {
		return object(append([]member{{"type", quote(kind)}, {"description", quote(text)}}, more...)...)
	}
	then := ""
	if s.Call != "" {
		then = " Call a tool that is found with " + s.Call + "."
	}
	schema := func(required string, properties ...member) string {
		return object(member{"type", `"object"`}, member{"properties", object(properties...)}, member{"required", "[" + quote(required) + "]"})
	}
	metas := []metaTool{newMetaTool(env, s.Name, SearchTool, "Search tools",
		"Finds tools by words. More tools are available than are listed here."+then,
		schema("query",
			member{"query", described("string", "What the tool should do, in a few words, or its name.", member{"maxLength", fmt.Sprint(search.MaxQueryBytes)})},
			member{"limit", described("integer", fmt.Sprintf("The largest number of results. The default is %d.", s.Results), member{"minimum", "1"})}),
		member{"readOnlyHint", "true"}, member{"openWorldHint", "false"})}
	if s.Call == "" {
		return metas
	}
	return append(metas, newMetaTool(env, s.Call, CallTool, "Call a tool",
		"Calls a tool that "+s.Name+" has found, with arguments that conform to its input schema.",
		schema("name",
			member{"name", described("string", "The name of the tool.")},
			member{"arguments", described("object", "The arguments of the tool.")}),
		member{"readOnlyHint", "false"}, member{"destructiveHint", "true"}))
}

func newMetaTool(env *cond.Env, name string, kind MetaTool, title, description, schema string, hints ...member) metaTool {
	raw := []byte(object(member{"name", quote(name)}, member{"title", quote(title)}, member{"description", quote(description)},
		member{"inputSchema", schema}, member{"annotations", object(hints...)}))
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		panic(err) // it has been built here
	}
	sent := sentTool{name: name, key: "/" + name, raw: raw, root: root, size: len(raw)}
	(&infoBuilder{}).fill(&sent, "")
	return metaTool{&tool{key: Key{Tool: name}, raw: raw, bound: env.Tool(sent.info)}, name, kind}
}

// metasWithin returns how many tools of the engine are in a list that not all tools fit in: none if
// they do not fit themselves.
func (e *Engine) metasWithin(limit ruleset.Limit) int {
	if limit.Tools > 0 && limit.Tools < len(e.metas) || limit.Bytes > 0 && limit.Bytes < len("]")+e.metaBytes {
		return 0
	}
	return len(e.metas)
}

// metaNumber returns the number that represents a tool of the engine: those of tools of the catalog
// are not negative.
func metaNumber(i int) int { return -1 - i }

// Meta returns which of the tools for deferred tools a name is. It is [NoMetaTool] for every name
// if the list of the request has no such tools.
func (v *View) Meta(name string) MetaTool {
	if v.catalog == nil {
		return NoMetaTool
	}
	for _, m := range v.catalog.engine.metas {
		if m.name == name {
			l := v.newList()
			defer l.free()
			if l.metas > 0 {
				return m.kind
			}
		}
	}
	return NoMetaTool
}

// SearchLimits returns how many tools a call of [SearchTool] returns, unless it says otherwise, and
// the maximum size of their JSON in bytes. Both are 0 for rules without search.
func (e *Engine) SearchLimits() (results, bytes int) {
	s := e.Rules.Discovery().Search()
	if s == nil {
		return 0, 0
	}
	return s.Results, s.Bytes
}
