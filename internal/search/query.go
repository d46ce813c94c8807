package search

import (
	"math"
	"strings"
)

// Limits of a query. The rest is ignored.
const (
	MaxQueryBytes = 512
	MaxQueryWords = 32
)

// The weights of terms that a query means rather than has.
const (
	synonymWeight = 0.7
	typoWeight    = 0.7
)

// A meaning is a term that a word of a query may represent.
type meaning struct {
	term   uint32
	count  int     // of the visible tools that have it
	weight float32 // 1 for the word itself
}

// A unit is a word of a query, or two adjacent words that are also known as one. A tool's score for
// it is the sum of its words', or the best of the meanings of both together.
type unit struct {
	words    [][]meaning
	together []meaning
}

// A queryWord is a word of a query.
type queryWord struct {
	text string // in lower case
	spelling
	stop bool
}

// analyze returns the units of a query. Only terms of visible tools count.
func (s *searcher) analyze(query string) (units []unit) {
	words := s.index.language.queryWords(query)
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) {
			if together := s.together(words[i], words[i+1]); len(together) > 0 {
				u := unit{together: together}
				for _, w := range words[i : i+2] {
					if !w.stop {
						u.words = append(u.words, s.meanings(w))
					}
				}
				units = append(units, u)
				i++
				continue
			}
		}
		if !words[i].stop {
			units = append(units, unit{words: [][]meaning{s.meanings(words[i])}})
		}
	}
	return units
}

// queryWords returns the words of a query. If all are stop words, none counts as one.
func (l *Language) queryWords(query string) (words []queryWord) {
	if len(query) > MaxQueryBytes {
		query = query[:MaxQueryBytes]
	}
	meant := false
	eachWord(query, func(start, end int) bool {
		text := strings.ToLower(query[start:end])
		w := queryWord{text: text, spelling: l.spell(text), stop: l.stop[text]}
		words = append(words, w)
		meant = meant || !w.stop
		return len(words) < MaxQueryWords
	})
	if !meant {
		for i := range words {
			words[i].stop = false
		}
	}
	return words
}

// together returns what two adjacent words mean if they are written as one: a word, two words of a
// name, or an entry of a group of synonyms.
func (s *searcher) together(a, b queryWord) (found []meaning) {
	if a.stop && b.stop {
		return nil
	}
	w := s.index.language.spell(a.text + b.text)
	found = s.add(found, w.stem, 1)
	for _, synonym := range s.index.language.synonyms[w.stem] {
		found = s.both(found, synonym, synonymWeight)
	}
	if len(found) > 0 {
		found = s.add(found, w.pair, 1)
	}
	return s.weigh(found)
}

// meanings returns what a word means.
func (s *searcher) meanings(w queryWord) (found []meaning) {
	found = s.both(nil, w.spelling, 1)
	for _, synonym := range s.index.language.synonyms[w.stem] {
		found = s.both(found, synonym, synonymWeight)
	}
	if len(found) == 0 && len(w.stem) >= 3 {
		s.index.eachNear(w.stem, func(term uint32) { found = s.addTerm(found, term, typoWeight) })
	}
	return s.weigh(found)
}

// weigh multiplies the weights by the rarity of the most frequent meaning (idf): a synonym that is
// rare must not count more than the word that it replaces.
func (s *searcher) weigh(found []meaning) []meaning {
	most := 0
	for _, m := range found {
		most = max(most, m.count)
	}
	n, c := float64(s.tools), float64(most)
	rarity := float32(math.Log(1 + (n-c+0.5)/(c+0.5)))
	for i := range found {
		found[i].weight *= rarity
	}
	return found
}

// both adds a word, written as one or as two.
func (s *searcher) both(found []meaning, w spelling, weight float32) []meaning {
	return s.add(s.add(found, w.stem, weight), w.pair, weight)
}

func (s *searcher) add(found []meaning, stem string, weight float32) []meaning {
	term, known := s.index.terms[stem]
	if !known {
		return found
	}
	return s.addTerm(found, term, weight)
}

// addTerm adds a term unless no visible tool has it.
func (s *searcher) addTerm(found []meaning, term uint32, weight float32) []meaning {
	count := s.count(term)
	if count == 0 {
		return found
	}
	return append(found, meaning{term, count, weight})
}
