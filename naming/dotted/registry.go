// Package dotted maps the dotted names of a host's own tools ("catalog.set_prices") to MCP tool
// names and back. It implements the rules of PhoenixKit v2.64, PhoenixKit.API.MCP.Names.
//
// Tools of MCP servers are named by package naming, which this package does not depend on.
package dotted

import "strings"

// A Tool is a tool of the host. REST and OpenAPI show its dotted name, MCP the form that [ToMCP]
// returns.
type Tool struct {
	Name     string // may contain dots
	Audience string // who may call the tool; any string, compared exactly
	Hidden   bool   // the tool is treated as if it did not exist

	// ModuleOff reports whether the part of the host that the tool belongs to is switched off.
	// Names do not depend on it: the tool is still found, so that the host can tell a caller why
	// it does not run.
	ModuleOff bool
}

// ToMCP returns the MCP form of a dotted name: each dot becomes an underscore.
func ToMCP(name string) string { return strings.ReplaceAll(name, ".", "_") }

// Dedupe returns tools without those whose MCP form equals that of an earlier tool, whatever their
// audience. It does not modify tools.
func Dedupe(tools []Tool) []Tool {
	seen := make(map[string]bool, len(tools))
	kept := make([]Tool, 0, len(tools))
	for _, tool := range tools {
		name := ToMCP(tool.Name)
		if seen[name] {
			continue
		}
		seen[name] = true
		kept = append(kept, tool)
	}
	return kept
}

// A Registry resolves MCP names to dotted names, separately for each audience. It is immutable and
// safe for concurrent use. The zero Registry is empty.
type Registry struct {
	dotted map[audienceName]string
}

type audienceName struct{ audience, mcp string }

// NewRegistry returns a registry of the tools that are not hidden. If two tools have the same
// audience and the same MCP form, the first one is used. The registry does not retain tools.
func NewRegistry(tools []Tool) *Registry {
	r := &Registry{dotted: make(map[audienceName]string, len(tools))}
	for _, tool := range tools {
		if tool.Hidden {
			continue
		}
		key := audienceName{tool.Audience, ToMCP(tool.Name)}
		if _, taken := r.dotted[key]; !taken {
			r.dotted[key] = tool.Name
		}
	}
	return r
}

// Resolve returns the dotted name of the tool for audience whose MCP form is name. It returns name
// unchanged if there is no such tool, so that a caller cannot tell a hidden tool from an unknown
// one, and if name contains a dot, since no MCP form does.
func (r *Registry) Resolve(name, audience string) string {
	if dotted, ok := r.dotted[audienceName{audience, name}]; ok {
		return dotted
	}
	return name
}
