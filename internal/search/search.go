// Package search finds tools by words. A search sees only the tools that it is told are visible:
// neither results nor their order and scores depend on any other tool.
package search

import "math/bits"

// A Hit is a tool that a query finds.
type Hit struct {
	Doc   int // its number in the index
	Score float32
}

// A Query is what is searched for.
type Query struct {
	Text    string
	Limit   int      // the maximum number of tools
	Visible []uint64 // the tools that can be found, as bits; no other tool has any effect
	Named   int      // the visible tool whose name is Text, which comes first; -1 if there is none
}

// Search returns the tools that fit a query best, best first. Tools with equal scores are in the
// order of the index.
func (x *Index) Search(q Query) []Hit {
	s, _ := x.pool.Get().(*searcher)
	if s == nil {
		s = newSearcher(x)
	}
	defer x.pool.Put(s)
	s.see(q.Visible)
	return s.search(&q)
}

// A searcher evaluates one query after another.
type searcher struct {
	index   *Index
	visible []uint64
	tools   int  // the number of visible tools
	all     bool // every tool is visible

	// By tool. They are all zero between queries.
	score, matched []float32 // for the units so far: the score, and how many of their words match
	unit, words    []float32 // the same for the current unit
	word           []float32 // the score for the current word

	found, inUnit, inWord []uint32 // the tools that are not zero
}

func newSearcher(x *Index) *searcher {
	s := &searcher{index: x}
	for _, list := range []*[]float32{&s.score, &s.matched, &s.unit, &s.words, &s.word} {
		*list = make([]float32, x.docs)
	}
	return s
}

func (s *searcher) see(visible []uint64) {
	s.visible, s.tools = visible, 0
	for _, word := range visible {
		s.tools += bits.OnesCount64(word)
	}
	s.all = s.tools == s.index.docs
}

func (s *searcher) sees(doc uint32) bool { return s.visible[doc/64]&(1<<(doc%64)) != 0 }

// count returns the number of visible tools that have a term.
func (s *searcher) count(term uint32) (n int) {
	for _, l := range s.index.listsOf(term) {
		if s.all {
			n += len(l.postings)
			continue
		}
		for _, p := range l.postings {
			if s.sees(l.base + p.doc) {
				n++
			}
		}
	}
	return n
}

func (s *searcher) search(q *Query) []Hit {
	total := 0
	for _, u := range s.analyze(q.Text) {
		total += max(1, len(u.words))
		s.addUnit(&u)
	}
	hits := s.best(q, float32(total))
	for _, doc := range s.found {
		s.score[doc], s.matched[doc] = 0, 0
	}
	s.found = s.found[:0]
	return hits
}

// addUnit adds the scores for a unit.
func (s *searcher) addUnit(u *unit) {
	for _, word := range u.words {
		s.addWord(word)
		for _, doc := range s.inWord {
			if s.unit[doc] == 0 {
				s.inUnit = append(s.inUnit, doc)
			}
			s.unit[doc] += s.word[doc]
			s.words[doc]++
			s.word[doc] = 0
		}
	}
	s.addWord(u.together)
	for _, doc := range s.inWord {
		if s.unit[doc] == 0 {
			s.inUnit = append(s.inUnit, doc)
		}
		s.unit[doc] = max(s.unit[doc], s.word[doc])
		s.words[doc] = float32(max(1, len(u.words)))
		s.word[doc] = 0
	}
	for _, doc := range s.inUnit {
		if s.score[doc] == 0 {
			s.found = append(s.found, doc)
		}
		s.score[doc] += s.unit[doc]
		s.matched[doc] += s.words[doc]
		s.unit[doc], s.words[doc] = 0, 0
	}
	s.inUnit = s.inUnit[:0]
}

// addWord sets word to the best score of each visible tool for some meaning.
func (s *searcher) addWord(meanings []meaning) {
	s.inWord = s.inWord[:0]
	for _, m := range meanings {
		for _, l := range s.index.listsOf(m.term) {
			for _, p := range l.postings {
				doc := l.base + p.doc
				if !s.all && !s.sees(doc) {
					continue
				}
				score := m.weight * p.weight / (saturation + p.weight)
				before := s.word[doc]
				if before == 0 {
					s.inWord = append(s.inWord, doc)
				}
				if score > before {
					s.word[doc] = score
				}
			}
		}
	}
}

// best returns the best tools, given the number of words of the query.
func (s *searcher) best(q *Query, words float32) []Hit {
	if q.Limit <= 0 {
		return nil
	}
	hits := make([]Hit, 0, min(q.Limit, len(s.found)+1)+1)
	if q.Named >= 0 {
		hits = append(hits, Hit{q.Named, 0})
	}
	first := len(hits)
	for _, doc := range s.found {
		h := Hit{int(doc), s.score[doc] * (0.5 + 0.5*s.matched[doc]/words)}
		if h.Doc == q.Named {
			hits[0] = h
			continue
		}
		if len(hits) == q.Limit && (first == q.Limit || !h.better(hits[q.Limit-1])) {
			continue
		}
		hits = append(hits, h)
		for i := len(hits) - 1; i > first && h.better(hits[i-1]); i-- {
			hits[i], hits[i-1] = hits[i-1], h
		}
		hits = hits[:min(q.Limit, len(hits))]
	}
	if len(hits) > 1 {
		hits[0].Score = max(hits[0].Score, hits[1].Score)
	}
	return hits
}

func (h Hit) better(other Hit) bool {
	return h.Score > other.Score || h.Score == other.Score && h.Doc < other.Doc
}
