package rules

import "strings"

// Keys of other policy languages and of the settings of MCP clients and gateways, and what to write
// instead in a rule file. The keys of a table are in lower case, without "-" and "_"; keys with the
// same meaning share an entry.

// foreignKeys holds keys that a mapping does not have, by the mapping.
var foreignKeys = map[string]map[string]string{
	"file": words(map[string]string{
		"allow allowed allowlist whitelist permit allowedtools enabledtools toolallowlist enabled show only": "write filter: {include: […]}",
		"deny denied denylist blacklist blocklist block forbid disallowedtools disabledtools excludedtools excludetools disabled hide": "write " +
			"filter: {exclude: […]}",
		"permissions policy policies rules rule statements statement authorization toolfilter toolpermissions accesscontrol": "write what may be " +
			"seen under filter: {include: […]}, and what is hidden under filter: {exclude: […]}",
		"default defaults defaultaction defaultpolicy defaulteffect mode strategy": "every tool is visible unless filter: {include: […]} says " +
			"which are",
		"mcpservers mcp mcpservernames mcpserver server upstreams": "a rule file holds no connections: list the ids alone, as in " +
			"servers: [github, fs]",
		"command args url transport headers env environment inputs": "a rule file holds no connections: they are the host's",
		"tools toolnames toolsets toolset tool": "write patterns under filter: {include: […]} for what is visible, or under " +
			"filter: {exclude: […]} for what is hidden",
		"alias aliases toolalias renames toolnamemap":       "write naming: {rename: {server/tool: new_name}}",
		"override overrides tooldescriptions tooloverrides": "write descriptions: [{tools: server/tool, description: …}]",
		"autoapprove alwaysallow requireapproval approval confirm ask chattoolsautoapprove": "approval is the client's: a rule file decides which " +
			"tools are visible",
		"variables vars const constants define definitions let params": "there are no variables: groups of patterns stand under sets, and what a " +
			"request carries under context",
		"apiversion kind metadata spec schema": "a rule file starts with version: 1 and has its keys at the top",
		"roles role users user groups group principals subjects claims jwt": "declare what a request carries under context, and read it in " +
			"when: ctx.name == …",
		"when if condition unless conditions":                   "a condition stands in an entry, as in filter: {exclude: [{tools: fs/*, when: …}]}",
		"import imports includefiles extends inherit base from": "a rule file is one file and includes no others",
		"modellist litellmsettings generalsettings routersettings mcpinfo hooks prompts resources": "a rule file is about tools " +
			"alone: this is a setting of another program",
	}),
	"filter": words(map[string]string{
		"allow allowed allowlist whitelist permit only show enabled visible enabledtools allowedtools": "write include: […]",
		"deny denied denylist blacklist blocklist block forbid hide hidden disabled except unless disabledtools disallowedtools": "write " +
			"exclude: […]",
		"default defaults defaultaction mode effect strategy": "every tool is visible unless include lists the visible ones",
		"tools tool servers server regex when if pattern patterns": "this stands in an entry of include or exclude, as in exclude: " +
			"[{tools: fs/*, when: …}]",
		"rules policies": "write entries under include: […] for what is visible, and under exclude: […] for what is hidden",
	}),
	"annotation": words(map[string]string{
		"title":               "write it under descriptions: [{tools: …, title: …}]",
		"id reason":           "an entry of annotations needs neither: explain shows its position",
		"annotations":         "write the hints here: readOnly, destructive, idempotent, openWorld",
		"audience visibility": "write a condition on tool.audience in the filter",
		"unless":              conditionHints["unless"],
		"except":              conditionHints["except"],
	}),
	"filter entry": words(map[string]string{
		"unless":   conditionHints["unless"],
		"except":   conditionHints["except"],
		"set sets": "write tools: and the name of the set with a $ before it, as in tools: $writes",
		"allow deny include exclude effect action permission enabled disabled visible hidden hide show mode": "an entry of include shows and " +
			"one of exclude hides: write tools: … in the list that is meant",
		"servers": "write tools: [one/*, another/*]",
		"and or any all not anyof allof conditions": "write one condition, as in when: tool.destructive and not (ctx.debug)",
		"role roles user users group groups tenant tenants scope scopes claims principal": "declare it under context, and write it as a " +
			`condition: when: ctx.role == "admin"`,
		"runner runners client clients agent": `write when: ctx.runner == "codex"`,
		"model models":                        `write when: ctx.model == "gpt-5"`,
		"readonly readonlyhint":               "write when: tool.readOnly",
		"destructive destructivehint":         "write when: tool.destructive",
		"idempotent idempotenthint":           "write when: tool.idempotent",
		"openworld openworldhint":             "write when: tool.openWorld",
		"annotations hints":                   "write a condition: when: tool.readOnly, tool.destructive, tool.idempotent or tool.openWorld",
		"tag tags labels":                     `write when: '"x" in tool.tags'`,
		"priority order weight":               "there is no order: an entry of exclude always wins",
		"flags ignorecase caseinsensitive":    "write (?i) at the start of regex",
	}),
	"naming": words(map[string]string{
		"alias aliases map mapping renames names overrides":              "write rename: {server/tool: new_name}",
		"maxlength maxlen maxnamelength maxsize length limit":            "write max_bytes",
		"suffix postfix case style casing format template":               "names have a prefix alone; another name for one tool stands under rename",
		"stripprefix removeprefix":                                       "write rename: {server/tool: new_name} for each tool",
		"collision conflicts conflict onconflict oncollision duplicates": "write collisions: reject, or collisions: keep_first",
		"providers provider target models model":                         "write targets: [openai], or another of those",
		"acceptoriginal original":                                        "write accept: exposed_and_original",
	}),
	"description": words(map[string]string{
		"when if condition unless runner model": "this stands in a text: write " +
			"description: {variants: {short: …}, runners: [{when: …, default: short}]}",
		"name names rename renameto newname alias":                        "the tools stand under tools; a new name stands under naming: {rename: {server/tool: new_name}}",
		"text texts value content desc summary help doc instructions":     "write description: …",
		"prefix suffix append prepend replace template":                   "a text replaces the server's own as a whole: write all of it under description",
		"inputschema parameters params properties args argument input":    "write arguments: {path: …}, with a text for each argument",
		"outputschema output outputs returns result response":             "write results: {path: …}, with a text for each",
		"hidden hide visible enabled disabled deny allow include exclude": "what is visible stands under filter: {include: […], exclude: […]}",
		"server servers": "write tools: server/*",
		"annotations readonly destructive idempotent openworld readonlyhint destructivehint idempotenthint openworldhint": "hints stand under annotations: [{tools: …, readOnly: true}]",
	}),
	"text": words(map[string]string{
		"prefix suffix append prepend template replace":              "a text replaces the server's own as a whole: write all of it",
		"text value content description title en":                    "write default: …",
		"when if condition unless runner model":                      "write runners: [{when: …, default: short}], and the text under variants: {short: …}",
		"short long brief verbose full terse":                        "write it under variants, and name it in runners or verbosity_map",
		"codex claude claudecode cursor gemini copilot vscode aider": "write it under variants, and runners: [{runner: codex, default: …}]",
		"type enum properties items required format minimum maximum": "only descriptions can be changed: write the text alone",
		"hide hidden fixed const pinned pin":                         "toolrules changes what a model reads of an argument, and never the arguments of a call",
		"level verbosity verbosities":                                "write levels: {0-4: …, 5-9: …}",
	}),
	"runner rule": words(map[string]string{
		"unless": conditionHints["unless"],
		"except": conditionHints["except"],
		"text description title value content variant": "write the text under variants: {short: …}, and default: short here",
		"level verbosity verbositymap":                 "write levels: {0-4: short, 5-9: long}, with names of variants",
		"client clients agent user":                    "write runner: codex",
	}),
}

// words returns a table with an entry for each of the words of each key.
func words(groups map[string]string) map[string]string {
	all := map[string]string{}
	for group, hint := range groups {
		for word := range strings.FieldsSeq(group) {
			all[word] = hint
		}
	}
	return all
}

// foreignTargets holds names of models and companies, with the targets that are meant.
var foreignTargets = words(map[string]string{
	"gpt chatgpt codex openai-responses azure azure-openai gpt-4 gpt-4o gpt-5 o3 o4 microsoft": "openai",
	"google vertex vertexai vertex-ai palm gemini-pro google-gemini":                           "gemini",
	"claude claude-code sonnet opus haiku":                                                     "anthropic",
	"aws amazon":                                                                               "bedrock, or bedrock-agents if that is meant",
	"mixtral codestral":                                                                        "mistral",
})
