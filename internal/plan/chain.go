package plan

// chain returns the conjunction (opAnd) or disjunction (opOr) of args. Adjacent args that read only
// the same side are merged into one arg, and so become one part of the filter: tool.destructive &&
// ctx.env == "prod" && ctx.user.role != "admin" has one request part, not two. Parentheses in a
// chain do not matter, not even for failures: args are evaluated from left to right up to the first
// that decides.
//
// Merging also helps findVerdicts, which tabulates only a few request parts.
func chain(o op, args ...*node) *node {
	var groups []*node
	for _, arg := range flatten(nil, o, args) {
		if last := len(groups) - 1; last >= 0 && oneSided(groups[last], arg) {
			groups[last] = newNode(o, flatten(nil, o, []*node{groups[last], arg})...)
			continue
		}
		groups = append(groups, arg)
	}
	if len(groups) == 1 {
		return groups[0]
	}
	return newNode(o, groups...)
}

// flatten appends args to dst, and replaces each chain with the same op by its own args.
func flatten(dst []*node, o op, args []*node) []*node {
	for _, arg := range args {
		if arg.op == o {
			dst = flatten(dst, o, arg.args)
			continue
		}
		dst = append(dst, arg)
	}
	return dst
}

// oneSided reports whether both nodes read only the tool, or both read only the request.
func oneSided(a, b *node) bool {
	return !a.readsRequest && !b.readsRequest || !a.readsTool && !b.readsTool
}
