package cond

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// A set contains exactly the strings of its list, whatever their hashes.
func TestStringSet(t *testing.T) {
	for _, n := range []int{1, 2, 8, 9, 100, MaxList} {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint(i%200))
		}
		s := newStringSet(list)
		for i := range 300 {
			text := fmt.Sprint(i)
			if got, want := s.has(text, hashOf(text)), slices.Contains(list, text); got != want {
				t.Errorf("%d items: has %q: %t, want %t", n, text, got, want)
			}
		}
		if s.has("x", hashOf(list[0])) {
			t.Errorf("%d items: a string with the hash of another is found", n)
		}
	}
}

// The sets of an owner are made once, even by concurrent lookups, and each list gets its own set.
func TestSetsOfOwner(t *testing.T) {
	var owner setOwner
	var lists [][]string
	for i := range 4 {
		list := make([]string, shortList+1)
		for k := range list {
			list[k] = fmt.Sprint(i, k)
		}
		lists = append(lists, list)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i, list := range lists {
				if s := owner.set(list); &s.list[0] != &list[0] || !listHas(&owner, list, fmt.Sprint(i, 0)) || listHas(&owner, list, fmt.Sprint(i+1, 0)) {
					t.Errorf("list %d gets another set", i)
				}
			}
		})
	}
	wg.Wait()
	if got, again := owner.set(lists[0]), owner.set(lists[0]); got != again {
		t.Error("a set is made twice")
	}
	if owner.set(lists[0][:shortList]) != nil || (*setOwner)(nil).set(lists[0]) != nil {
		t.Error("a short list, or one that nobody owns, has a set")
	}
}

func TestCountCommon(t *testing.T) {
	var one, other setOwner
	long := make([]string, 20)
	for i := range long {
		long[i] = fmt.Sprint(i / 2) // each twice
	}
	for _, c := range []struct {
		list, other []string
		most, want  int
	}{
		{long, []string{"1", "x"}, 100, 2},
		{long, long[4:], 100, 16},
		{long, long[4:], 5, 5},
		{[]string{"1", "x", "1"}, long, 100, 2},
		{[]string{"1", "x", "1"}, long, 1, 1},
		{[]string{"1", "x", "1"}, []string{"1"}, 1, 1},
		{nil, long, 100, 0},
	} {
		if got := countCommon(&one, c.list, &other, c.other, c.most); got != c.want {
			t.Errorf("%q in %q: got %d, want %d", c.list, c.other, got, c.want)
		}
	}
}
