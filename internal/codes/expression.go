package codes

import "strings"

// when makes a rule file with one expression, and attributes that it can read.
func when(expression string) Example {
	return Example{Rules: `version: 1
context:
  user:
    role: admin | member | guest
    groups: [string]
  tenant?: string
filter:
  exclude:
    - when: ` + expression + "\n"}
}

var expressionEntries = []Entry{
	{
		Code:    "expression_empty",
		Meaning: "An expression has nothing but comments in it. A condition that always holds is left out.",
		Bad:     when(`/* anybody */`),
		Good:    when(`tool.destructive`),
	},
	{
		Code:    "expression_syntax",
		Meaning: "The expression can't be parsed.",
		Bad:     when(`tool.destructive && (ctx.user.role == "guest"`),
		Good:    when(`tool.destructive && ctx.user.role == "guest"`),
	},
	{
		Code: "expression_unknown_name",
		Meaning: "An expression reads tool and ctx, and nothing else. The arguments of a call can't be read, since what is visible " +
			"is decided before anybody calls.",
		Bad:  when(`user.role == "guest"`),
		Good: when(`ctx.user.role == "guest"`),
	},
	{
		Code:    "expression_unknown_attribute",
		Meaning: "tool, or what the file declares under context, has no such attribute.",
		Bad:     when(`ctx.user.rol == "guest"`),
		Good:    when(`ctx.user.role == "guest"`),
	},
	{
		Code:    "expression_unknown_word",
		Meaning: "The text is none of the words that the attribute can be, so that the comparison would never hold.",
		Bad:     when(`ctx.user.role == "geust"`),
		Good:    when(`ctx.user.role == "guest"`),
	},
	{
		Code:    "expression_not_allowed",
		Meaning: "The language of expressions is closed: arithmetic, and functions whose answer changes, are not in it.",
		Bad:     when(`tool.bytes + 100 > 2000`),
		Good:    when(`tool.bytes > 1900`),
	},
	{
		Code:    "expression_wrong_type",
		Meaning: "An operator or a function does not take values of this type.",
		Bad:     when(`'"guests" == ctx.user.groups'`),
		Good:    when(`'"guests" in ctx.user.groups'`),
	},
	{
		Code:    "expression_wrong_arguments",
		Meaning: "A function gets too few arguments, or too many.",
		Bad:     when(`lower(tool.name, tool.title) contains "delete"`),
		Good:    when(`lower(tool.name) contains "delete"`),
	},
	{
		Code:    "expression_not_bool",
		Meaning: "The expression is no condition: what it gives is neither true nor false.",
		Bad:     when(`ctx.user.role`),
		Good:    when(`ctx.user.role == "guest"`),
	},
	{
		Code:    "expression_mixed_list",
		Meaning: "A list holds values of several types.",
		Bad:     when(`tool.name in ["delete", 1]`),
		Good:    when(`tool.name in ["delete", "1"]`),
	},
	{
		Code:    "expression_mixed_branches",
		Meaning: "The two sides of ?: or ?? are of different types.",
		Bad:     when(`(ctx.tenant ?? 0) == "acme"`),
		Good:    when(`(ctx.tenant ?? "none") == "acme"`),
	},
	{
		Code:    "expression_never_missing",
		Meaning: "?? and nil are for attributes that may be missing: those with a ? under context, ctx.runner and ctx.model.",
		Bad:     when(`(ctx.user.role ?? "guest") == "guest"`),
		Good:    when(`ctx.user.role == "guest"`),
	},
	{
		Code:    "expression_misplaced_nil",
		Meaning: "nil stands beside == and != and nowhere else.",
		Bad:     when(`ctx.tenant in [nil, "acme"]`),
		Good:    when(`ctx.tenant == nil || ctx.tenant == "acme"`),
	},
	{
		Code:    "expression_nested_predicate",
		Meaning: "any, all, none, one and count can't stand inside each other.",
		Bad:     when(`'any(ctx.user.groups, any(tool.tags, # == "x"))'`),
		Good:    when(`'any(ctx.user.groups, # in tool.tags)'`),
	},
	{
		Code:    "expression_dynamic_regex",
		Meaning: "The pattern of matches is a text in quotes, so that it is compiled once and known to be good.",
		Bad:     when(`tool.name matches ctx.tenant`),
		Good:    when(`tool.name startsWith (ctx.tenant ?? "none")`),
	},
	{
		Code:    "expression_bad_regex",
		Meaning: "The pattern of matches is not one of RE2.",
		Bad:     when(`tool.name matches "^(delete"`),
		Good:    when(`tool.name matches "^(delete|drop)"`),
	},
	{
		Code:    "expression_regex_too_large",
		Meaning: "The pattern of matches compiles to more than 500 instructions.",
		Bad:     when(`tool.name matches "^(get_[a-z]{1,40}_){20}"`),
		Good:    when(`tool.name matches "^get_[a-z_]+$"`),
	},
	{
		Code:    "expression_too_long",
		Meaning: "An expression has more than 2,048 bytes.",
		Bad:     when(long(2048 + 100)),
		Good:    when(`tool.name in ["delete_repository", "delete_branch"] || tool.destructive`),
	},
	{
		Code:    "expression_too_many_nodes",
		Meaning: "An expression has more than 200 attributes, literals, operators and calls.",
		Bad:     when("tool.bytes in [" + strings.Repeat("1, ", 200) + "1]"),
		Good:    when("tool.bytes in [1, 2]"),
	},
	{
		Code:    "expression_too_deep",
		Meaning: "Brackets stand inside each other more than 64 deep.",
		Bad:     when(strings.Repeat("(", 65) + "tool.destructive" + strings.Repeat(")", 65)),
		Good:    when("tool.destructive"),
	},
	{
		Code:    "expression_invalid_utf8",
		Meaning: "An expression has bytes that are no valid UTF-8.",
		Rare:    "A rule file that has such bytes is refused as a whole; only rules that are built in Go can have them in an expression.",
	},
}
