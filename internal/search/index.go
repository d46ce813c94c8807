package search

import "sync"

// An Index finds tools of a catalog. It is immutable and safe for concurrent use. It is made by
// [Language.Join].
type Index struct {
	language *Language
	docs     int
	terms    map[string]uint32
	starts   []uint32 // by term: the first of its lists; one more than terms
	lists    []list
	plain    []plainTerm // the terms without the prefix joined
	pool     sync.Pool   // of *searcher
}

// A list is the postings of a term in a part. Tools are numbered from base.
type list struct {
	base     uint32
	postings []posting
}

// A plainTerm is a term that a misspelled word may mean.
type plainTerm struct {
	text    string
	letters uint64
	term    uint32
}

// Join returns the index of the tools of all parts, numbered in order. It shares the parts' memory.
func (l *Language) Join(parts []*Part) *Index {
	size, most := 0, 0
	for _, p := range parts {
		size += len(p.terms)
		most = max(most, len(p.terms))
	}
	x := &Index{language: l, terms: make(map[string]uint32, most*2)}
	numbers, n := make([]uint32, 0, size), uint32(0)
	var counts []uint32
	for _, p := range parts {
		for _, text := range p.terms {
			term, known := x.terms[text]
			if !known {
				term = n
				n++
				x.terms[text] = term
				counts = append(counts, 0)
				if text[:1] != joined {
					x.plain = append(x.plain, plainTerm{text, lettersOf(text), term})
				}
			}
			counts[term]++
			numbers = append(numbers, term)
		}
	}
	x.starts = make([]uint32, n+1)
	for term, count := range counts {
		x.starts[term+1] = x.starts[term] + count
	}
	next := counts
	copy(next, x.starts)
	x.lists = make([]list, size)
	at := 0
	for _, p := range parts {
		for k := range p.terms {
			term := numbers[at]
			at++
			x.lists[next[term]] = list{uint32(x.docs), p.postings[p.starts[k]:p.starts[k+1]]}
			next[term]++
		}
		x.docs += p.docs
	}
	return x
}

func (x *Index) listsOf(term uint32) []list { return x.lists[x.starts[term]:x.starts[term+1]] }
