package codes

var contextEntries = []Entry{
	{
		Code: "invalid_server_id",
		Meaning: "A server id is a letter a-z and up to 31 of a-z 0-9 _, with no \"__\" in it and no \"_\" at its end, since " +
			"\"__\" parts it from the name of a tool.",
		Bad:  Example{Rules: "version: 1\nservers: [github, google-drive]\n"},
		Good: Example{Rules: "version: 1\nservers: [github, google_drive]\n"},
	},
	{
		Code:    "duplicate_server_id",
		Meaning: "Two servers have one id.",
		Bad:     Example{Rules: "version: 1\nservers: [github, fs, github]\n"},
		Good:    Example{Rules: "version: 1\nservers: [github, fs]\n"},
	},
	{
		Code:    "bad_type",
		Meaning: "The type of a list has more than one item. A list holds values of one type.",
		Bad:     Example{Rules: "version: 1\ncontext:\n  groups: [string, int]\n"},
		Good:    Example{Rules: "version: 1\ncontext:\n  groups: [string]\n"},
	},
	{
		Code: "expression_bad_type",
		Meaning: "There is no such type. A type is string, bool, int, float, a list of one of these ([string]), words (admin | " +
			"guest), or a mapping.",
		Bad:  Example{Rules: "version: 1\ncontext:\n  tenant: str\n"},
		Good: Example{Rules: "version: 1\ncontext:\n  tenant: string\n"},
	},
	{
		Code: "expression_bad_word",
		Meaning: "One of the words of a type is missing, is the name of a type, or has a character other than letters, digits and " +
			"_ . : / -.",
		Bad:  Example{Rules: "version: 1\ncontext:\n  role: admin | power user\n"},
		Good: Example{Rules: "version: 1\ncontext:\n  role: admin | power_user\n"},
	},
	{
		Code:    "expression_duplicate_word",
		Meaning: "A type has a word twice.",
		Bad:     Example{Rules: "version: 1\ncontext:\n  role: admin | guest | admin\n"},
		Good:    Example{Rules: "version: 1\ncontext:\n  role: admin | guest\n"},
	},
	{
		Code:    "context_reserved_name",
		Meaning: "runner, model and verbosity are always there and can't be declared.",
		Bad:     Example{Rules: "version: 1\ncontext:\n  model: string\n  tenant: string\n"},
		Good:    Example{Rules: "version: 1\ncontext:\n  tenant: string\n"},
	},
	{
		Code:    "context_optional_mapping",
		Meaning: "A mapping is marked as one that may be missing. The marks stand at the values in it.",
		Bad:     Example{Rules: "version: 1\ncontext:\n  user?:\n    role: string\n"},
		Good:    Example{Rules: "version: 1\ncontext:\n  user:\n    role?: string\n"},
	},
	{
		Code:    "set_in_set",
		Meaning: "A set holds patterns and no other sets.",
		Bad: Example{Rules: `version: 1
sets:
  reads: [github/get_*]
  all: [$reads, github/create_*]
filter:
  include: [$all]
`},
		Good: Example{Rules: `version: 1
sets:
  all: [github/get_*, github/create_*]
filter:
  include: [$all]
`},
	},
	{
		Code: "unknown_set",
		Meaning: "An entry names a set that is not declared under sets; descriptions take no sets. A tool whose name starts with $ is " +
			"written \\$name.",
		Bad: Example{Rules: `version: 1
sets:
  writes: [github/create_*]
filter:
  exclude: [$writs]
`},
		Good: Example{Rules: `version: 1
sets:
  writes: [github/create_*]
filter:
  exclude: [$writes]
`},
	},
}
