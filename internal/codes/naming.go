package codes

var namingEntries = []Entry{
	{
		Code:    "bad_prefix",
		Meaning: "The prefix stands in front of every name as it is: up to 50 of A-Z a-z 0-9 _ -.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  prefix: acme.\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  prefix: acme_\n"},
	},
	{
		Code:    "prefix_refused",
		Meaning: "One of the targets does not take names that start with the prefix.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  prefix: 1st_\n  targets: [gemini]\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  prefix: first_\n  targets: [gemini]\n"},
	},
	{
		Code:    "namespace_needs_one_server",
		Meaning: "Without the server in front, tools of two servers could get one name. So there is one server where namespace is false.",
		Bad:     Example{Rules: "version: 1\nservers: [github, fs]\nnaming:\n  namespace: false\n"},
		Good:    Example{Rules: "version: 1\nservers: [github]\nnaming:\n  namespace: false\n"},
	},
	{
		Code:    "bad_rename",
		Meaning: "A key under rename is the name of one tool: server/tool, without wildcards.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  rename: {fs/read_*: read}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  rename: {fs/read_text_file: read}\n"},
	},
	{
		Code:    "invalid_rename_key",
		Meaning: "A key under rename is of a tool that can't exist: its server has no legal id, or its name is no legal tool name.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  rename: {google-drive/search: find}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  rename: {google_drive/search: find}\n"},
	},
	{
		Code:    "invalid_rename",
		Meaning: "A new name is no tool name: 1 to 128 of A-Z a-z 0-9 _ . -.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  rename: {fs/read_text_file: read file}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  rename: {fs/read_text_file: read_file}\n"},
	},
	{
		Code:    "duplicate_rename",
		Meaning: "Two tools of one server would get one name.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  rename:\n    fs/read_text_file: read\n    fs/read_file: read\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  rename:\n    fs/read_text_file: read\n    fs/read_file: read_old\n"},
	},
	{
		Code:    "no_room",
		Meaning: "A name that is too long ends in a hash. Prefix, hash and what stands between them have to fit into max_bytes.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  prefix: the_acme_company_\n  max_bytes: 32\n  hash_digits: 16\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  prefix: acme_\n  max_bytes: 32\n  hash_digits: 16\n"},
	},
	{
		Code:    "bad_separator",
		Meaning: "The separator between server and tool is 1 to 3 of A-Z a-z 0-9 _ -.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  separator: /\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  separator: '--'\n"},
	},
	{
		Code:    "separator_refused",
		Meaning: "One of the targets does not allow the separator in names.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  separator: '-'\n  targets: [bedrock-agents]\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  separator: _\n  targets: [bedrock-agents]\n"},
	},
	{
		Code:    "servers_need_namespace",
		Meaning: "Names per server replace the server in names, so names must contain it.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  namespace: false\n  servers: {github: {as: gh}}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  servers: {github: {as: gh}}\n"},
	},
	{
		Code:    "invalid_as",
		Meaning: "What replaces a server id in names obeys the rules of server ids, or is empty.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  servers: {github: {as: Git-Hub}}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  servers: {github: {as: git_hub}}\n"},
	},
	{
		Code: "namespace_conflict",
		Meaning: "The names of two servers could be equal: what the names of one start with is the start of what those of the other start with, " +
			"or of truncated names.",
		Bad:  Example{Rules: "version: 1\nservers: [git, git_hub]\nnaming:\n  separator: _\n"},
		Good: Example{Rules: "version: 1\nservers: [git, git_hub]\nnaming:\n  separator: _\n  servers: {git_hub: {as: gh}}\n"},
	},
	{
		Code:    "accept_needs_namespace",
		Meaning: "A call by a raw name could mean a tool of the server that has no namespace.",
		Bad:     Example{Rules: "version: 1\nnaming:\n  accept: exposed_and_original\n  servers: {web: {as: ''}}\n"},
		Good:    Example{Rules: "version: 1\nnaming:\n  servers: {web: {as: ''}}\n"},
	},
	{
		Code: "unknown_truncated", Rare: "The loader reports bad_word first.",
		Meaning: "The form of truncated names is hash or readable.",
	},
}
