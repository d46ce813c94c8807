// Package plan answers which tools of a catalog a request sees, at a cost that does not grow with rules times tools. What it
// answers is what [rules.Filter] says, tool by tool and failure by failure; that is the meaning, and this is a faster way to it.
//
// There are three moments, and something is made at each:
//
//   - When the rules are loaded, a [Filter]: the entries as trees of and, or, not and ?:, of which each part is known to read the
//     tool, the request, or both.
//   - When a server's list arrives, a [Section] of its tools, for which all parts are evaluated that read the tool alone; and from
//     the sections of all servers a [Plan]. It has two sets of tools for each such part, those for which it is true and those for
//     which it fails, and from these it has settled all that no request can change.
//   - When a request comes, a [Selection]. Parts that read the request alone are evaluated once. What is left are operations on
//     sets, 64 tools at a time, and the atoms that read tool and request, for those tools alone whose outcome is still open.
//
// How a tree is evaluated for many tools at once without changing what it means is in walk.go. Each thing that makes it faster
// stands in a file of its own, with what it is worth: chains of parts that read one side are one part (chain.go); what an entry
// can say is tabled (verdicts.go); atoms that read both sides are answered by an index over the texts of tools (lookup.go), by a
// column of ints (column.go), or once for all tools that are alike (classes.go). That atoms mostly run as Go functions is the
// business of package expr.
//
// Nothing is locked while a request is answered. The memory for it comes from a pool, and nothing of a request is in it but
// outcomes.
package plan
