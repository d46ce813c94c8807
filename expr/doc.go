// Package expr documents the language of `when`: conditions over a tool and the request that asks
// for tools. An expression is compiled once, when a rule file is loaded, and gives true or false,
// or fails.
//
//	tool.destructive && ctx.user.role == "guest"
//	"support" in ctx.user.groups and (ctx.tenant ?? "none") != "none"
//	any(tool.tags, # startsWith "internal_")
//
// # What an expression reads
//
// The attributes of a tool: tool.server, tool.name, tool.key, tool.title, tool.description,
// tool.readOnly, tool.destructive, tool.idempotent, tool.openWorld, tool.hints, tool.arguments,
// tool.required, tool.tags, tool.audience and tool.bytes. Of the request ctx.runner, ctx.model,
// ctx.verbosity and what is declared, as ctx.name or, in a mapping, ctx.name.name. Nothing else can
// be named.
//
// # What it may use
//
//   - and or not, also spelt && || !, and condition ? a : b
//   - == and != between two texts, numbers, bools or lists; < <= > >= between two numbers or two texts, and in a chain: 1 <= x < 5,
//     which means 1 <= x and x < 5. Words that are declared one by one have no order.
//   - x in list, x not in list
//   - contains, startsWith, endsWith and matches between two texts, each with not in front of it. The right side of matches is an
//     RE2 pattern in quotes; it searches, so ^ and $ are needed for the whole text.
//   - a ?? b, x == nil and x != nil, for attributes that may be missing
//   - len(text or list), lower(text), upper(text), trim(text); len counts code points
//   - any, all, none, one and count, of a list and a condition on its elements, in which # is the element. They do not nest, and
//     inside them matches looks at # alone.
//   - literals: texts in ', " or `, numbers, true, false, and lists of one type. // and /* */ are comments.
//
// There is no arithmetic, no clock, no variable, no index, no loop. Expressions are pure: the same
// tool and the same request always returns the same answer. Ints and floats compare with one
// another as floats. The limits are those of docs/limits.md; a name with all its dots is one node.
//
// The types are checked when an expression is compiled. A text that is compared with declared words
// must be one of them; so must one that is compared with tool.hints or tool.audience, or with
// tool.server where the servers are a closed list. The default of ?? may be any text, and counts as
// a further word.
//
// # Failing
//
// An expression is a tree of and, or, not and ?: over atoms. Atoms are evaluated from left to right
// as far as the outcome is open. An atom fails if it mentions an attribute that the request lacks,
// or gives in a way that can't be used, whatever the tool and wherever in the atom. A failed atom
// makes the whole expression fail, unless the outcome was settled before it was reached.
//
// Only ??, == nil and != nil see that an attribute is missing, and only one that may be:
// ctx.runner, ctx.model and what is declared with a ?. All but the last operand of a chain of ??
// are of this sort. What is there and of a wrong type, no declared word, not finite or over a limit
// makes an atom fail under these too. The limits are those of docs/limits.md.
//
// So no missing or malformed value turns ctx.role != "admin" into true unseen. What a failed
// expression means is for whoever asked: an exclude rule hides, an include rule does not match.
//
// Hosts that decide in Go read the same tools and requests by [Tool] and [Request].
package expr
