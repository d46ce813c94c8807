package matrix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// shownNames is the maximum number of requests that are listed by name.
const shownNames = 4

// Describe describes some of the requests of a matrix, given by their indices in order: by what
// they have in common and the others do not, if that can be expressed attribute by attribute
// ("user.role=guest|member"), otherwise by name. All of them are "every request", none of them is
// "no request", and the only request of a matrix is "the request".
func Describe(all []Request, some []int) string {
	switch {
	case len(all) == 1 && len(some) == 1:
		return "the request"
	case len(some) == len(all):
		return "every request"
	case len(some) == 0:
		return "no request"
	}
	t := newTable(all)
	if text, ok := t.common(some); ok {
		return text
	}
	var names []string
	for _, i := range some[:min(len(some), shownNames)] {
		names = append(names, all[i].Name)
	}
	text := strings.Join(names, "; ")
	if more := len(some) - shownNames; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// A table holds the attributes of each request by path.
type table struct {
	paths []string // those that vary, in the order of carried
	rows  []map[string]string
}

func newTable(all []Request) *table {
	t := &table{rows: make([]map[string]string, len(all))}
	values := map[string][]string{}
	for i, r := range all {
		t.rows[i] = map[string]string{}
		for _, p := range carried(r.Request) {
			path, value, _ := strings.Cut(p, "=")
			t.rows[i][path] = p
			if !slices.Contains(t.paths, path) {
				t.paths = append(t.paths, path)
			}
			values[path] = append(values[path], value)
		}
	}
	slices.SortFunc(t.paths, func(a, b string) int { return cmp.Or(rank(a)-rank(b), cmp.Compare(a, b)) })
	t.paths = slices.DeleteFunc(t.paths, func(path string) bool {
		list := values[path]
		same := !slices.ContainsFunc(list, func(v string) bool { return v != list[0] })
		return same && len(list) == len(all)
	})
	return t
}

// rank sorts runner, model and verbosity after all declared attributes.
func rank(path string) int { return slices.Index([]string{"runner", "model", "verbosity"}, path) }

// common describes what distinguishes some requests from the others. It reports false if some other
// request has, at each path, a value that one of them has there.
func (t *table) common(some []int) (string, bool) {
	allowed := map[string][]string{} // a missing value is empty
	for _, path := range t.paths {
		for _, i := range some {
			if v := t.rows[i][path]; !slices.Contains(allowed[path], v) {
				allowed[path] = append(allowed[path], v)
			}
		}
	}
	for i, row := range t.rows {
		fits := !slices.ContainsFunc(t.paths, func(path string) bool {
			return !slices.Contains(allowed[path],
				row[path])
		})
		if fits != slices.Contains(some, i) {
			return "", false
		}
	}
	var parts []string
	for _, path := range t.paths {
		if t.restricts(path, allowed[path]) {
			parts = append(parts, valuesText(path, allowed[path]))
		}
	}
	return strings.Join(parts, ", "), true
}

// restricts reports whether some request has a value at the path that is not allowed.
func (t *table) restricts(path string, allowed []string) bool {
	return slices.ContainsFunc(t.rows, func(row map[string]string) bool { return !slices.Contains(allowed, row[path]) })
}

// valuesText writes values of one path: "role=admin|guest", "no role", "no role or role=admin".
func valuesText(path string, pairs []string) string {
	var values []string
	missing := false
	for _, p := range pairs {
		if p == "" {
			missing = true
			continue
		}
		values = append(values, strings.TrimPrefix(p, path+"="))
	}
	text := path + "=" + strings.Join(values, "|")
	switch {
	case len(values) == 0:
		return "no " + path
	case missing:
		return "no " + path + " or " + text
	}
	return text
}

// Summary returns the attributes that vary among the requests of a matrix, and their values:
// "user.role=admin|guest, verbosity=0|9". Returns "" if nothing varies.
func Summary(all []Request) string {
	t := newTable(all)
	parts := make([]string, len(t.paths))
	for i, path := range t.paths {
		var values []string
		for _, row := range t.rows {
			if !slices.Contains(values, row[path]) {
				values = append(values, row[path])
			}
		}
		parts[i] = valuesText(path, values)
	}
	return strings.Join(parts, ", ")
}

// Fixed returns the given attributes that do not vary among the requests of a matrix: all requests
// have the same value, or none has any. Paths are those of [Axis]; the order is kept.
func Fixed(all []Request, paths []string) (fixed []string) {
	t := newTable(all)
	for _, path := range paths {
		if !slices.Contains(t.paths, path) {
			fixed = append(fixed, path)
		}
	}
	return fixed
}
