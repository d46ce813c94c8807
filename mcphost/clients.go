package mcphost

// DefaultClients returns the runners of known clients, by the name that they send in clientInfo.
// The names are self-reported and may change with any version of a client.
func DefaultClients() map[string]string {
	return map[string]string{
		"@librechat/api-client":                  "librechat",
		"@n8n/n8n-nodes-langchain.mcpClientTool": "n8n",
		"amp-mcp-client":                         "amp",
		"antigravity-client":                     "antigravity",
		"ChatGPT":                                "chatgpt",
		"claude-ai":                              "claude",
		"claude-code":                            "claude-code",
		"Cline":                                  "cline",
		"Codex":                                  "codex",
		"codex-mcp-client":                       "codex",
		"com.raycast.macos":                      "raycast",
		"continue-cli-client":                    "continue",
		"crush":                                  "crush",
		"cursor-vscode":                          "cursor",
		"gemini-cli-mcp-client":                  "gemini-cli",
		"github-copilot-developer":               "copilot",
		"goose":                                  "goose",
		"Jan-Streamable-Client":                  "jan",
		"JetBrains-IU-copilot-intellij":          "copilot",
		"JetBrains-JBC-copilot-intellij":         "copilot",
		"Kilo-Code":                              "kilo-code",
		"lobehub-mcp-client":                     "lobehub",
		"Mistral":                                "mistral",
		"opencode":                               "opencode",
		"Q-DEV-CLI":                              "amazon-q",
		"Roo-Code":                               "roo-code",
		"Visual Studio Code":                     "vscode",
		"Visual-Studio-Code":                     "vscode",
		"Windsurf":                               "windsurf",
		"windsurf-client":                        "windsurf",
		"Xcode-copilot-xcode":                    "copilot",
		"Zed":                                    "zed",
	}
}
