package naming

import "strings"

// A DottedTool is a tool of the host's own whose name may have dots in it ("catalogue.set_prices"). REST and OpenAPI show the
// dotted name, MCP the one that [ToMCP] gives.
type DottedTool struct {
	Name     string
	Audience string // whom the tool is for; any words, compared exactly
	Hidden   bool   // to be treated as if it did not exist

	// ModuleOff says that the part of the host that the tool belongs to is switched off. Names don't depend on it: such a tool
	// goes on being found, so that whoever runs it can tell a caller why it does not run.
	ModuleOff bool
}

// ToMCP gives the MCP form of a dotted name: every dot an underscore, and nothing else changed.
func ToMCP(name string) string { return strings.ReplaceAll(name, ".", "_") }

// Dedupe leaves out every tool whose MCP name an earlier one of the list has, whatever its audience. The list given is not
// changed.
func Dedupe(tools []DottedTool) []DottedTool {
	seen := make(map[string]bool, len(tools))
	kept := make([]DottedTool, 0, len(tools))
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

// A Registry finds the dotted name that a called name stands for, each audience by itself, by the law of PhoenixKit v2.64,
// PhoenixKit.API.MCP.Names. It is immutable and safe for concurrent use. The zero Registry is empty.
type Registry struct {
	dotted map[audienceName]string
}

type audienceName struct{ audience, mcp string }

// NewRegistry makes a registry of the tools that are not hidden. Of two with one audience and one MCP form the earlier one counts. The
// list is not kept.
func NewRegistry(tools []DottedTool) *Registry {
	r := &Registry{dotted: make(map[audienceName]string, len(tools))}
	for _, tool := range tools {
		if tool.Hidden {
			continue
		}
		at := audienceName{tool.Audience, ToMCP(tool.Name)}
		if _, taken := r.dotted[at]; !taken {
			r.dotted[at] = tool.Name
		}
	}
	return r
}

// Resolve gives the dotted name of the first tool of that audience whose MCP form is name. A name with a dot is given back as
// it is, since no MCP form has one, and so is a name that can't be found or may not be seen: from the answer nobody learns
// which.
func (r *Registry) Resolve(name, audience string) string {
	if dotted, ok := r.dotted[audienceName{audience, name}]; ok {
		return dotted
	}
	return name
}
