package rules

import "github.com/toolrules/toolrules/expr"

// A FilterSpec says which tools a request sees. A tool is visible if no entry of Exclude matches it and either Include is
// empty or one of its entries does. So exclude always wins, and without include every tool is visible that nothing excludes.
//
// The entries of the two sides compare names differently, so that a variant of a spelling can only lose access: those of
// Include exactly, those of Exclude loosely, in lower case and with "-", "." and "_" as one. A regex of Exclude is tried on the
// name as it is and on its loose form. An entry that fails, since its expression reads what the request lacks, or since its
// function panics, matches under Exclude and does not under Include.
//
// The zero FilterSpec shows every tool.
type FilterSpec struct {
	Include, Exclude []EntrySpec
}

// A Predicate is a Go function instead of an expression. It may read the tool and the request, which is
// nil where no request is known; [expr.Get] reads an attribute of it and returns the error to return if
// there is none. A Predicate must be pure, so that equal tools and requests always get the same answer,
// and safe for concurrent use. If it returns an error or panics, it has failed, whatever bool it
// returns: the entry then hides under exclude and does not show under include.
type Predicate func(expr.Tool, expr.Request) (bool, error)

// An EntrySpec is an entry of a filter as it is written. It matches a tool if all that it has matches: one of Tools, or Server
// and Regex; When; and Func. It needs at least one of Tools, Regex, When and Func. What is looked at first decides: When is not
// evaluated for a tool that the patterns do not take, and Func is not called where When is not true.
type EntrySpec struct {
	ID, Reason string // for people: explain and the logs show them. An ID is unique in the filter; empty is none

	// Tools are patterns, server/tool or tool alone, and names of sets with a "$" in front. One of them is enough. Nil is any
	// tool; a list that is there and empty is a mistake.
	Tools []string

	// Server is the server segment of a pattern, and Regex a regular expression (RE2) that is searched for in the tool's name,
	// so that it has to say ^ and $ where it means the whole name. Nil is none; either needs the other.
	Server, Regex *string

	When string    // an expression; empty is none
	Func Predicate // nil is none
}
