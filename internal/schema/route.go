package schema

import (
	"slices"
	"strconv"
	"strings"
)

// routes describe how each schema is reached from the root: a route is the sequence of steps
// without the free ones. Two routes per schema suffice: a schema is shared if and only if it has
// more than one, and whatever follows from a third route follows from the first two as well.
type routes struct {
	trie  []route  // by number; 0 is the one without steps
	first [][2]int // by node, in order of length; -1 for none
}

// A route is its last step and the route before that.
type route struct {
	routeStep
	length int // in steps
	head   int // the route of its first maxRouteSteps steps
}

// A routeStep extends a route by one step.
type routeStep struct {
	label
	before int
}

// findRoutes visits the schemas breadth first, so that it keeps the shortest routes. Each schema is
// visited at most twice.
func findRoutes(nodes []node) routes {
	r := routes{trie: []route{{routeStep: routeStep{before: -1}}}, first: make([][2]int, len(nodes))}
	for i := range r.first {
		r.first[i] = [2]int{-1, -1}
	}
	known := map[routeStep]int{}
	type visit struct{ node, route int }
	var queue []visit
	reach := func(node, route int) {
		f := &r.first[node]
		for i := range f {
			if f[i] == route {
				return
			}
			if f[i] < 0 {
				f[i] = route
				queue = append(queue, visit{node, route})
				return
			}
		}
	}
	reach(0, 0)
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, e := range nodes[v.node].edges {
			route := v.route
			if e.step != free {
				longer := routeStep{e.label, v.route}
				n, ok := known[longer]
				if !ok {
					n = r.add(longer)
					known[longer] = n
				}
				route = n
			}
			reach(e.to, route)
		}
	}
	return r
}

// add extends a route by a step and returns the number of the new route.
func (r *routes) add(step routeStep) int {
	n, before := len(r.trie), &r.trie[step.before]
	longer := route{step, before.length + 1, before.head}
	if longer.length <= maxRouteSteps {
		longer.head = n
	}
	r.trie = append(r.trie, longer)
	return n
}

// shared reports whether several routes lead to a node, and returns one that is not the path's.
func (r *routes) shared(node int, path []segment) (other int, ok bool) {
	f := r.first[node]
	if f[1] < 0 {
		return 0, false
	}
	if r.is(f[0], path) {
		return f[1], true
	}
	return f[0], true
}

// is reports whether a route consists of the steps of a path.
func (r *routes) is(route int, path []segment) bool {
	for i := len(path) - 1; i >= 0; i-- {
		if route == 0 || !path[i].matches(r.trie[route].label) {
			return false
		}
		route = r.trie[route].before
	}
	return route == 0
}

// maxRouteSteps is the number of steps of a route that are shown. A schema may be reached in as
// many steps as the document has schemas, and so may everything that a path selects.
const maxRouteSteps = 16

// describe returns a route for people: as a path if possible, with other keywords in parentheses.
func (r *routes) describe(route int) string {
	if route == 0 {
		return "the schema itself"
	}
	var steps []label
	for n := r.trie[route].head; n != 0; n = r.trie[n].before {
		steps = append(steps, r.trie[n].label)
	}
	slices.Reverse(steps)
	var b strings.Builder
	for i, l := range steps {
		if l.step != item && i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(l.String())
	}
	if r.trie[route].head != route {
		b.WriteString("…")
	}
	return b.String()
}

// String returns a step for people. Long names are shortened.
func (l label) String() string {
	name := shorten(l.name, maxShownName)
	switch {
	case l.step == item:
		return "[]"
	case l.step == other:
		return "(" + name + ")"
	case checkName(name) != nil:
		return strconv.Quote(name)
	}
	return name
}
