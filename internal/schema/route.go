package schema

import (
	"slices"
	"strconv"
	"strings"
)

// routes say how each schema is reached from the root: a route is the sequence of steps, free ones left out. Two routes are
// enough to know of: a schema is shared if and only if it has more than one, and keeping the first two of each schema loses
// none of that, since whatever follows from a third would follow from these two as well.
type routes struct {
	trie  []route  // by number; 0 is the one without steps
	first [][2]int // by node, in order of length; -1 for none
}

// A route is its last step and the route in front of that.
type route struct {
	routeStep
	length int // in steps
	head   int // the route that its first maxRouteSteps steps make
}

// A routeStep makes a route of another that is one step shorter.
type routeStep struct {
	label
	before int
}

// findRoutes goes through the schemas breadth first, so that the routes that it keeps are the shortest. Each schema is
// passed through twice at most.
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

// add makes a route longer by a step and gives its number.
func (r *routes) add(step routeStep) int {
	n, before := len(r.trie), &r.trie[step.before]
	longer := route{step, before.length + 1, before.head}
	if longer.length <= maxRouteSteps {
		longer.head = n
	}
	r.trie = append(r.trie, longer)
	return n
}

// shared says whether several routes lead to a node, and gives one that is not the path's.
func (r *routes) shared(node int, path []segment) (other int, yes bool) {
	f := r.first[node]
	if f[1] < 0 {
		return 0, false
	}
	if r.is(f[0], path) {
		return f[1], true
	}
	return f[0], true
}

// is says whether a route consists of the steps of a path.
func (r *routes) is(route int, path []segment) bool {
	for i := len(path) - 1; i >= 0; i-- {
		if route == 0 || !path[i].takes(r.trie[route].label) {
			return false
		}
		route = r.trie[route].before
	}
	return route == 0
}

// maxRouteSteps is how many steps of a route are shown. A schema may be reached in as many steps as the document has schemas, and
// so may all that a path selects: the rest is not even looked at.
const maxRouteSteps = 16

// describe writes a route for people: as a path where a path can say it, else with the keywords in parentheses.
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

// String gives a step for people, a long name cut short.
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
