// Package plan finds the tools of a catalog that a request sees, at a cost that does not grow with
// the product of rules and tools. The reference evaluator is [rules.Filter], which evaluates entry
// by entry and tool by tool: a plan has the same outcomes, failures included.
//
// Work is done at three moments:
//
//   - When the rules are loaded, [New] compiles a [Filter]: the entries as trees of and, or, not
//     and ?:. For each part it is known whether it reads the tool, the request, or both.
//   - When a server's list arrives, [Filter.Section] evaluates all parts that read only the tool,
//     and [Filter.Plan] joins the sections of all servers. A [Plan] has two sets of tools for each
//     such part: those for which it is true, and those for which it fails. Everything that no
//     request can change is computed here.
//   - When a request arrives, [Plan.Select] returns a [Selection]. Parts that read only the request
//     are evaluated once. What remains are operations on sets, 64 tools at a time, and the atoms
//     that read both tool and request. These are evaluated only for tools whose outcome is still
//     open.
//
// The file walk.go evaluates a tree for many tools at once without changing its meaning. Each
// optimization has a file of its own: chain.go merges parts that read the same side, verdicts.go
// tabulates the outcomes of an entry, and atoms that read both sides are evaluated by an index of
// strings (lookup.go), a column of ints (column.go), or once for each class of equal tools
// (classes.go). Package internal/cond evaluates most atoms as Go functions.
//
// No lock is held while a request is evaluated. Its memory comes from a pool, and retains nothing
// of the request but outcomes.
package plan
