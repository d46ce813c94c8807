package engine

import "strings"

// A slab allocates small slices from larger blocks, one after another, so that values that are used
// together are adjacent in memory.
type slab[T any] struct {
	rest []T
	size int // of a block, in elements, unless one slice needs more
}

// take returns n elements that are not shared.
func (s *slab[T]) take(n int) []T {
	if n > len(s.rest) {
		s.rest = make([]T, max(n, s.size))
	}
	taken := s.rest[:n:n]
	s.rest = s.rest[n:]
	return taken
}

// keep returns a copy of a list.
func (s *slab[T]) keep(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	kept := s.take(len(list))
	copy(kept, list)
	return kept
}

// A stringSlab copies strings into larger blocks, as a slab does with slices.
type stringSlab struct {
	piece strings.Builder
	size  int // of the piece
}

// maxPiece is the maximum size of a block. The first block is small, since most servers have few
// tools.
const (
	minPiece = 512
	maxPiece = 64 << 10
)

// keep returns a copy of text.
func (s *stringSlab) keep(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if s.piece.Cap()-s.piece.Len() < len(text) {
		s.size = min(max(2*s.size, minPiece), maxPiece)
		s.piece = strings.Builder{}
		s.piece.Grow(max(s.size, len(text)))
	}
	start := s.piece.Len()
	s.piece.Write(text)
	return s.piece.String()[start:]
}
