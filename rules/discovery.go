package rules

// A DiscoverySpec limits how many tools a list has. The tools that a request sees are either listed
// or deferred: both can be called. The zero value lists every tool.
type DiscoverySpec struct {
	Pin      []string // patterns, and names of sets with a "$" before them: listed first, in this order
	Limits   []LimitSpec
	Priority []PrioritySpec
	Search   *SearchSpec // nil: deferred tools can't be searched for
	Hints    bool        // pinned tools carry a hint for clients that defer tools themselves
}

// A LimitSpec is the limit of lists for some runners and models. Of the entries that match a
// request, the most specific one applies, as for a [RunnerSpec]. An entry whose condition fails
// does not match.
type LimitSpec struct {
	Runner Matcher
	Model  Matcher
	When   string // a condition that reads the request alone; empty: none

	Tools int // the maximum number of tools in a list; 0: no limit
	Bytes int // the maximum size of a list's JSON; 0: no limit
}

// A PrioritySpec is the priority of the tools that a pattern matches: 0 to 9. The most specific
// pattern counts; a tool that none matches has the priority 5.
type PrioritySpec struct {
	Tools string // a pattern, or the name of a set with a "$" before it
	Value int
}

// A SearchSpec describes the tools by which deferred tools are found and called.
type SearchSpec struct {
	Name     string     // of the tool that searches; empty: search_tools
	Call     string     // of the tool that calls; empty: call_tool; "none": there is none
	Results  int        // the number of tools in a result, unless the call says otherwise; 0: 8
	Bytes    int        // the maximum size of the tools in a result; 0: 32000
	Synonyms [][]string // groups of words that mean the same, besides those that are built in
}
