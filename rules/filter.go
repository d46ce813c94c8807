package rules

import "github.com/toolrules/toolrules/expr"

// A FilterSpec holds the rules for which tools a request sees. A tool is visible if no entry of
// Exclude matches it, and Include is empty or has an entry that matches it. So exclude always wins,
// and without include every tool is visible that no entry excludes.
//
// The entries of Include compare names exactly. Those of Exclude compare them folded: in lower
// case, with "-", "." and "_" as equal. So another spelling of a name can only lose access. A regex
// of Exclude is matched against the name and its folded form. An entry fails if its expression
// reads an attribute that the request lacks, or if its function returns an error or panics. It then
// matches under Exclude and does not match under Include.
//
// The zero FilterSpec shows every tool.
type FilterSpec struct {
	Include, Exclude []EntrySpec
}

// A Predicate is a Go function instead of an expression. It may read the tool and the request,
// which is nil where no request is known; [expr.Get] reads an attribute of it and returns the error
// to return if there is none. A Predicate must be pure, so that equal tools and requests always get
// the same answer, and safe for concurrent use. If it returns an error or panics, it has failed,
// whatever bool it returns: the entry then hides under exclude and does not show under include.
type Predicate func(expr.Tool, expr.Request) (bool, error)

// An EntrySpec is an entry of a filter. It matches a tool if all its conditions do: one of Tools,
// or Server and Regex; When; and Func. It needs at least one of Tools, Regex, When and Func. They
// are evaluated in this order and end with the first that does not match: When is not evaluated for
// a tool that the patterns do not match, and Func is not called unless When is true.
type EntrySpec struct {
	ID, Reason string // for explanations and logs; empty means none. An ID is unique in the filter

	// Tools holds patterns, server/tool or tool alone, and names of sets with a "$" before them.
	// One of them must match. Nil matches any tool; an empty list is an error.
	Tools []string

	// Server is the server segment of a pattern, and Regex a regular expression (RE2) that matches
	// any part of the tool's name unless it is anchored with ^ and $. Nil means none; each needs
	// the other.
	Server, Regex *string

	When string    // an expression; empty: none
	Func Predicate // nil: none
}
