package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Doc is a tool as it can be found.
type Doc struct {
	Name        string // the exposed name
	Server      string
	Arguments   []string
	Description string
}

// The weights of the fields, and BM25F with fixed mean lengths of fields: means of the tools at
// hand would depend on tools that a request must not learn about.
const (
	nameWeight        = 1.0
	serverWeight      = 0.5
	argumentWeight    = 0.25
	descriptionWeight = 0.15

	nameWords        = 4.0
	serverWords      = 2.0
	argumentWords    = 8.0
	descriptionWords = 30.0

	saturation = 1.2  // k1
	lengthPart = 0.75 // b
)

// A posting is a tool in which a term occurs, and the weighted number of occurrences.
type posting struct {
	doc    uint32
	weight float32
}

// A Part is the index of the tools of one server. It is immutable and safe for concurrent use.
type Part struct {
	docs     int
	terms    []string // stems, and with the prefix joined two adjacent words
	starts   []uint32 // by term: its first posting; one more than terms
	postings []posting
}

// joined is the prefix of the terms for two adjacent words of a name, written together.
const joined = "="

// Part returns the index of the tools of one server.
func (l *Language) Part(docs []Doc) *Part {
	b := partBuilder{language: l, numbers: map[string]uint32{}, stems: map[string]uint32{},
		all: make([]termPosting, 0, 24*len(docs))}
	for i := range docs {
		b.add(uint32(i), &docs[i])
	}
	return b.finish(len(docs))
}

// A partBuilder builds a Part.
type partBuilder struct {
	language *Language
	numbers  map[string]uint32 // terms by words in lower case, or by joined and two words
	stems    map[string]uint32 // terms by stems
	part     Part
	all      []termPosting
	latest   []uint32 // by term: the number of postings after the latest one

	// State of the current tool or field.
	first  uint32   // the index of the tool's first posting
	words  []string // as they are written
	server []string
	buffer []byte
}

type termPosting struct {
	term uint32
	posting
}

func (b *partBuilder) add(doc uint32, d *Doc) {
	b.first = uint32(len(b.all))
	b.server = appendWords(b.server[:0], d.Server)
	b.field(doc, b.server, serverWeight, serverWords)
	b.pairs(doc, b.server, serverWeight, serverWords)

	b.words = appendWords(b.words[:0], d.Name)
	name := b.words
	if n := len(b.server); len(name) > n && slices.EqualFunc(name[:n], b.server, strings.EqualFold) {
		name = name[n:]
	}
	b.field(doc, name, nameWeight, nameWords)
	b.pairs(doc, name, nameWeight, nameWords)

	b.words = b.words[:0]
	for _, argument := range d.Arguments {
		b.words = appendWords(b.words, argument)
	}
	b.field(doc, b.words, argumentWeight, argumentWords)
	b.words = appendWords(b.words[:0], d.Description)
	b.field(doc, b.words, descriptionWeight, descriptionWords)
}

// maxFieldWords is the number of words of a field that count. The rest of a field, which only a
// malicious server fills, can't be found.
const maxFieldWords = 1000

// appendWords appends the words of a field.
func appendWords(dst []string, text string) []string {
	eachWord(text, func(start, end int) bool {
		dst = append(dst, text[start:end])
		return len(dst) < maxFieldWords
	})
	return dst[:min(len(dst), maxFieldWords)]
}

// occurrence returns the weight of a word in a field: less the more words the field has.
func occurrence(weight, mean float32, words int) float32 {
	return weight / (1 - lengthPart + lengthPart*float32(words)/mean)
}

// field adds the words of a field.
func (b *partBuilder) field(doc uint32, words []string, weight, mean float32) {
	weight = occurrence(weight, mean, len(words))
	for _, word := range words {
		b.buffer = appendLower(b.buffer[:0], word)
		term, known := b.numbers[string(b.buffer)]
		if !known {
			word := string(b.buffer)
			term = b.term(b.stems, b.language.cachedStem(word))
			b.numbers[word] = term
		}
		b.post(term, doc, weight)
	}
}

// pairs adds each two adjacent words of a field as one.
func (b *partBuilder) pairs(doc uint32, words []string, weight, mean float32) {
	weight = occurrence(weight, mean, len(words))
	for i := 1; i < len(words); i++ {
		b.buffer = appendLower(append(b.buffer[:0], joined...), words[i-1])
		b.buffer = singular(appendLower(b.buffer, words[i]))
		term, known := b.numbers[string(b.buffer)]
		if !known {
			term = b.term(b.numbers, string(b.buffer))
		}
		b.post(term, doc, weight)
	}
}

// term returns the number of a term, and adds it if it is not in the map.
func (b *partBuilder) term(known map[string]uint32, text string) uint32 {
	n, found := known[text]
	if !found {
		n = uint32(len(b.part.terms))
		known[text] = n
		b.part.terms = append(b.part.terms, text)
		b.latest = append(b.latest, 0)
	}
	return n
}

// post adds to the weight of a term in a tool.
func (b *partBuilder) post(term, doc uint32, weight float32) {
	if at := b.latest[term]; at > b.first {
		b.all[at-1].weight += weight
		return
	}
	b.all = append(b.all, termPosting{term, posting{doc, weight}})
	b.latest[term] = uint32(len(b.all))
}

// appendLower appends a word in lower case.
func appendLower(dst []byte, word string) []byte {
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c >= utf8.RuneSelf {
			return append(dst, strings.ToLower(word[i:])...)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// singular removes a plural s. This is how joined words are compared: their stems would cost more
// than those of all single words.
func singular(word []byte) []byte {
	if n := len(word); n > 3 && word[n-1] == 's' && word[n-2] != 's' {
		return word[:n-1]
	}
	return word
}

// finish sorts the postings by term, which keeps the order of tools.
func (b *partBuilder) finish(docs int) *Part {
	p := &b.part
	p.docs, p.starts, p.postings = docs, make([]uint32, len(p.terms)+1), make([]posting, len(b.all))
	for _, a := range b.all {
		p.starts[a.term+1]++
	}
	for i := 1; i < len(p.starts); i++ {
		p.starts[i] += p.starts[i-1]
	}
	next := slices.Clone(p.starts)
	for _, a := range b.all {
		p.postings[next[a.term]] = a.posting
		next[a.term]++
	}
	return p
}
