package documented

import (
	"slices"
	"strconv"
	"strings"
)

// A caller is what texts are chosen by.
type caller struct {
	Request
	defaultLevel *int64
	holds        func(condition string) bool // the conditions of runner rules
}

// level returns the level of a request that has none, and whether the section sets one.
func (v *Verbosity) level(r Request) (int64, bool) {
	t := &Text{}
	for i := range v.Runners {
		t.Runners = append(t.Runners, v.Runners[i].Runner)
	}
	found := t.runner(&caller{Request: r})
	for i := range t.Runners {
		if found == &t.Runners[i] {
			return int64(v.Runners[i].Level), true
		}
	}
	if v.Default != nil {
		return int64(*v.Default), true
	}
	return 0, false
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// answer returns what a text says to a caller, and whether it has an answer. Left is what is left
// of the server's text.
func (t *Text) answer(c *caller, left string) (string, bool) {
	if t.Prepend != nil || t.Append != nil {
		return deref(t.Prepend) + left + deref(t.Append), true
	}
	if t.Only != nil {
		return *t.Only, true
	}
	at := level(c.Verbosity, t.DefaultVerbosity, c.defaultLevel)
	if r := t.runner(c); r != nil {
		if name, ok := nearest(r.Levels, at); ok {
			return t.variant(name), true
		}
		if r.Default != nil {
			return t.variant(*r.Default), true
		}
	}
	if name, ok := nearest(t.VerbosityMap, at); ok {
		return t.variant(name), true
	}
	if text, ok := nearest(t.Levels, at); ok {
		return text, true
	}
	if t.Default != nil {
		return *t.Default, true
	}
	return "", false
}

func (t *Text) variant(name string) string {
	i := slices.IndexFunc(t.Variants, func(v Variant) bool { return v.Name == name })
	return t.Variants[i].Text
}

// runner returns the most specific rule that matches, or nil.
func (t *Text) runner(c *caller) (best *Runner) {
	var bestRank rank
	for i := range t.Runners {
		r := &t.Runners[i]
		if !matchNames(r.Runner, r.RunnerList, c.Runner, false) || !matchNames(r.Model, r.ModelList, c.Model, true) {
			continue
		}
		if r.When != "" && !c.holds(r.When) {
			continue
		}
		if now := r.rank(); best == nil || bestRank.less(now) {
			best, bestRank = r, now
		}
	}
	return best
}

// matchNames reports whether a name is among those of a runner rule.
func matchNames(names []string, isList bool, name string, globs bool) bool {
	switch {
	case anyName(names, isList):
		return true
	case name == "":
		return false
	case globs && isGlob(names, isList):
		return parseGlob([]rune(names[0])).match(name)
	}
	return slices.Contains(names, name)
}

func anyName(names []string, isList bool) bool {
	return len(names) == 0 || !isList && names[0] == "*"
}

func isGlob(names []string, isList bool) bool {
	return !isList && strings.ContainsAny(names[0], "*?{")
}

// rank returns how specific a rule is.
func (r *Runner) rank() rank {
	var k rank
	switch {
	case anyName(r.Model, r.ModelList):
	case r.ModelList:
		k[0] = 2
	case isGlob(r.Model, false):
		k[0] = 1
		for i, a := range parseGlob([]rune(r.Model[0])) {
			if n, _ := a.literals(); i == 0 || n < k[3] {
				k[3] = n
			}
		}
	default:
		k[0] = 3
	}
	switch {
	case anyName(r.Runner, r.RunnerList):
	case r.RunnerList:
		k[1] = 1
	default:
		k[1] = 2
	}
	k[2] = btoi(r.When != "")
	return k
}

// nearest returns what holds for the level that is nearest, the lower one of two.
func nearest(all []ByLevel, at int) (value string, ok bool) {
	best := 10
	for _, l := range all {
		for _, have := range levels(l.Levels) {
			distance := 2 * max(have-at, at-have)
			if have > at {
				distance++
			}
			if !ok || distance < best {
				best, value, ok = distance, l.Value, true
			}
		}
	}
	return value, ok
}

// levels reads 3, 0-4 and 1,4,9.
func levels(key string) (all []int) {
	if lo, hi, ok := strings.Cut(key, "-"); ok {
		from, _ := strconv.Atoi(lo)
		to, _ := strconv.Atoi(hi)
		for n := from; n <= to; n++ {
			all = append(all, n)
		}
		return all
	}
	for part := range strings.SplitSeq(key, ",") {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}
