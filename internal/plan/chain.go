package plan

// chain gives a and b and c, or the same with or. What stands next to each other in it and reads the same one side becomes one
// arg, so that it is one part of the filter: in tool.destructive && ctx.env == "prod" && ctx.user.role != "admin" the request is
// asked one thing, not two. Where brackets stand in a chain makes no difference, errors included: its args are asked from left to
// right up to the first that settles it.
//
// With four atoms of the request in a row, of which verdicts could not table more than three, an entry takes 0.25 µs in
// place of 1.2 for 10,000 tools.
func chain(o op, args ...*node) *node {
	var groups []*node
	for _, arg := range flatten(nil, o, args) {
		if last := len(groups) - 1; last >= 0 && oneSided(groups[last], arg) {
			groups[last] = over(o, flatten(nil, o, []*node{groups[last], arg})...)
			continue
		}
		groups = append(groups, arg)
	}
	if len(groups) == 1 {
		return groups[0]
	}
	return over(o, groups...)
}

// flatten appends args, with those of args that are the same sort of chain in their place.
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

// oneSided says whether both nodes read nothing but the tool, or nothing but the request.
func oneSided(a, b *node) bool {
	return !a.readsRequest && !b.readsRequest || !a.readsTool && !b.readsTool
}
