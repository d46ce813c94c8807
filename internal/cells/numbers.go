package cells

import (
	"math"
	"slices"
)

// Ints returns ints of each class into which comparisons with points divide all ints: the points,
// and from each gap between them n, or all there are, those with the shortest spelling first.
func Ints(points []int, n int) []int {
	points = slices.Clone(points)
	slices.Sort(points)
	points = slices.Compact(points)
	var all []int
	lo := math.MinInt
	for _, point := range points {
		if point > lo {
			all = appendGap(all, lo, point-1, n)
		}
		all = append(all, point)
		if point == math.MaxInt {
			return all
		}
		lo = point + 1
	}
	return appendGap(all, lo, math.MaxInt, n)
}

// appendGap appends n ints from lo to hi, the nearest to 0.
func appendGap(all []int, lo, hi, n int) []int {
	switch {
	case lo > 0:
		for ; n > 0 && lo <= hi; n-- {
			all = append(all, lo)
			if lo == math.MaxInt {
				break
			}
			lo++
		}
	case hi < 0:
		for ; n > 0 && lo <= hi; n-- {
			all = append(all, hi)
			if hi == math.MinInt {
				break
			}
			hi--
		}
	default:
		up, down := 0, -1
		for ; n > 0; n-- {
			switch {
			case up <= hi:
				all = append(all, up)
				up++
			case down >= lo:
				all = append(all, down)
				down--
			}
		}
	}
	return all
}

// Floats is Ints for finite floats.
func Floats(points []float64, n int) []float64 {
	points = slices.Clone(points)
	slices.Sort(points)
	points = slices.Compact(points)
	var all []float64
	lo := math.Inf(-1)
	for _, point := range append(points, math.Inf(1)) {
		all = appendBetween(all, lo, point, n)
		if !math.IsInf(point, 1) {
			all = append(all, point)
		}
		lo = point
	}
	return all
}

// appendBetween appends n floats between lo and hi, both excluded.
func appendBetween(all []float64, lo, hi float64, n int) []float64 {
	found := 0
	add := func(x float64) {
		if found < n && lo < x && x < hi && !math.IsInf(x, 0) && !slices.Contains(all, x) {
			all = append(all, x)
			found++
		}
	}
	for i := range n {
		add(float64(i))
	}
	for i := range n {
		add(math.Floor(lo) + 1 + float64(i))
		add(math.Ceil(hi) - 1 - float64(i))
	}
	for i := range n {
		if !math.IsInf(lo, 0) && !math.IsInf(hi, 0) {
			add(lo + (hi-lo)*float64(i+1)/float64(n+1))
		}
	}
	for x, i := math.Nextafter(lo, hi), 0; i < n && x < hi; i++ {
		add(x)
		x = math.Nextafter(x, hi)
	}
	for x, i := math.Nextafter(hi, lo), 0; i < n && x > lo; i++ {
		add(x)
		x = math.Nextafter(x, lo)
	}
	return all
}
