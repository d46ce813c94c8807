package expr

// directPredicate gives the function of any, all, none or one over a list of texts, or nil.
func directPredicate(t *term) boolFunc {
	switch t.op {
	case "any":
		return hits(t, 1, func(n int) bool { return n == 1 })
	case "none":
		return hits(t, 1, func(n int) bool { return n == 0 })
	case "one":
		return hits(t, 2, func(n int) bool { return n == 1 })
	case "all":
		misses := *t
		misses.args = []*term{t.args[0], {kind: notTerm, args: t.args[1:]}}
		return hits(&misses, 1, func(n int) bool { return n == 0 })
	}
	return nil
}

// hits gives the function that says whether enough elements meet the condition. Counting stops at most.
func hits(t *term, most int, enough func(int) bool) boolFunc {
	count := directCount(t, most)
	if count == nil {
		return nil
	}
	return func(t *Tool, r *Request, element string) bool { return enough(count(t, r, element)) }
}

// directCount gives the function that counts the elements that meet the condition of a predicate, up to most, or nil.
func directCount(t *term, most int) intFunc {
	list, meets := directTexts(t.args[0]), directBool(t.args[1])
	if list == nil || meets == nil {
		return nil
	}
	return func(t *Tool, r *Request, element string) int {
		n := 0
		for _, text := range list(t, r, element) {
			if meets(t, r, text) {
				if n++; n == most {
					break
				}
			}
		}
		return n
	}
}
