// Package expr documents conditions, the language of `when` in rule files, and defines what rules
// written in Go read. A condition is an expression over a tool and a request. It is compiled when
// the rule file is loaded, and evaluates to true or false, or fails.
//
//	tool.destructive && ctx.user.role == "guest"
//	"support" in ctx.user.groups and (ctx.tenant ?? "none") != "none"
//	any(tool.tags, # startsWith "internal_")
//
// # Attributes
//
// The attributes of a tool are tool.server, tool.name, tool.key, tool.title, tool.description,
// tool.readOnly, tool.destructive, tool.idempotent, tool.openWorld, tool.hints, tool.arguments,
// tool.required, tool.tags, tool.audience and tool.bytes. The attributes of a request are
// ctx.runner, ctx.model, ctx.verbosity, and those that the rule file declares: ctx.name, or
// ctx.name.name in a mapping. There are no other names.
//
// # Operators
//
//   - and, or, not, also written &&, || and !, and condition ? a : b.
//   - == and != compare two strings, numbers, bools or lists.
//   - <, <=, > and >= compare two numbers or two strings. A chain 1 <= x < 5 means
//     1 <= x and x < 5. Enum values have no order.
//   - x in list, x not in list.
//   - contains, startsWith, endsWith and matches compare two strings; not may precede each. The
//     right operand of matches is an RE2 pattern as a literal. It matches anywhere in the string;
//     write ^ and $ to match the whole string.
//   - a ?? b, x == nil and x != nil, for attributes that may be missing.
//   - len(string or list), lower(string), upper(string), trim(string). len counts code points.
//   - any, all, none, one and count, of a list and a condition on its elements, in which # is the
//     element. They can't be nested, and inside them matches can only search #.
//   - Literals: strings in ', " or `, numbers, true, false, and lists of one type.
//   - Comments: // and /* */.
//
// There are no arithmetic, variables, indexes or loops, and no access to the time. Conditions are
// pure: the same tool and request always have the same result. An int and a float are compared as
// floats. docs/limits.md has the limits; a path such as ctx.user.role counts as one node.
//
// Types are checked when a condition is compiled. A literal that is compared with an enum must be
// one of its values. The same holds for literals that are compared with tool.hints or
// tool.audience, and with tool.server if the servers are a closed list. The default of ?? may be
// any string and counts as a further value of the enum.
//
// # Failure
//
// A condition is a tree of and, or, not and ?: over atoms. Atoms are evaluated from left to right
// until the result is decided. An atom fails if the tool or the request has no usable value for an
// attribute, wherever in the atom it occurs. If an atom that is evaluated fails, the condition fails.
//
// Only ??, == nil and != nil accept a missing attribute, and only if it may be missing: ctx.runner,
// ctx.model, and attributes that are declared with ?. In a chain of ?? this applies to all operands
// but the last. A value that has the wrong type, is not one of the enum values, is not finite or
// exceeds a limit makes an atom fail even then.
//
// Therefore a missing or malformed value never makes ctx.role != "admin" true. The rule decides what
// a failed condition means: an exclude entry hides the tool, an include entry does not match.
//
// # Rules in Go
//
// Rules written in Go read the same tools and requests through [Tool] and [Request].
package expr
