package documented

import "math/rand/v2"

// A dice draws what a random world is made of: from bytes, as a fuzzer makes them, and then from a
// seed.
type dice struct {
	data []byte
	rand *rand.Rand
}

func newDice(data []byte, seed uint64) *dice {
	return &dice{data, rand.New(rand.NewPCG(seed, 1))}
}

// n draws a number from 0 to n-1.
func (d *dice) n(n int) int {
	if len(d.data) > 0 {
		b := d.data[0]
		d.data = d.data[1:]
		return int(b) % n
	}
	return d.rand.IntN(n)
}

// one reports true once in n draws.
func (d *dice) one(n int) bool { return d.n(n) == 0 }

func pick[T any](d *dice, of ...T) T { return of[d.n(len(of))] }

// some draws from min to max of a list, in its order.
func some[T any](d *dice, least, most int, of []T) (all []T) {
	n := min(least+d.n(most-least+1), len(of))
	for i, v := range of {
		if d.n(len(of)-i) < n-len(all) {
			all = append(all, v)
		}
	}
	return all
}
