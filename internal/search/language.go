package search

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/kljensen/snowball/english"
)

// data holds the words of the language. See the comments in the files.
//
//go:embed data
var data embed.FS

// A Language defines which words have the same meaning: stop words, stems and groups of synonyms.
// It is immutable, apart from a cache, and safe for concurrent use. It is made by [NewLanguage].
type Language struct {
	stop     map[string]bool       // as they are written
	synonyms map[string][]spelling // by stem: all other words of its groups

	mutex sync.RWMutex
	stems map[string]string // of words of tools
}

// maxStems is the maximum number of cached stems. English has about 30,000 in common use.
const maxStems = 1 << 16

// NewLanguage returns the language of the embedded files, with more groups of synonyms. An entry of
// a group that has several words represents these words written together or apart.
func NewLanguage(groups [][]string) *Language {
	l := &Language{stop: map[string]bool{}, synonyms: map[string][]spelling{}, stems: map[string]string{}}
	for line := range lines("data/stopwords.txt") {
		for _, word := range strings.Fields(line) {
			l.stop[word] = true
		}
	}
	for line := range lines("data/synonyms.txt") {
		l.addGroup(strings.Split(line, ","))
	}
	for _, group := range groups {
		l.addGroup(group)
	}
	return l
}

// lines yields the lines of an embedded file that are neither empty nor comments.
func lines(file string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		text, err := data.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// A spelling is a word as terms have it.
type spelling struct {
	stem string
	pair string // as two words written together
}

// spell returns the spelling of a word in lower case.
func (l *Language) spell(word string) spelling {
	return spelling{l.stemOf(word), joined + string(singular([]byte(word)))}
}

func (l *Language) addGroup(group []string) {
	spellings := make([]spelling, 0, len(group))
	for _, entry := range group {
		if word := strings.Join(appendWords(nil, entry), ""); word != "" {
			spellings = append(spellings, l.spell(strings.ToLower(word)))
		}
	}
	for _, word := range spellings {
		for _, other := range spellings {
			if word.stem != other.stem && !slices.Contains(l.synonyms[word.stem], other) {
				l.synonyms[word.stem] = append(l.synonyms[word.stem], other)
			}
		}
	}
}

// maxWordBytes is the number of bytes of a word that count. No word of a language is longer.
const maxWordBytes = 64

// stem returns the stem of a word in lower case: equal for all its inflected forms.
func stem(word string) string {
	if len(word) > maxWordBytes {
		return word
	}
	return english.Stem(word, true)
}

// stemOf is stem for a word of a query, which is not cached.
func (l *Language) stemOf(word string) string {
	l.mutex.RLock()
	stemmed, known := l.stems[word]
	l.mutex.RUnlock()
	if known {
		return stemmed
	}
	return stem(word)
}

// cachedStem is stem for a word of a tool.
func (l *Language) cachedStem(word string) string {
	l.mutex.RLock()
	stemmed, known := l.stems[word]
	l.mutex.RUnlock()
	if known {
		return stemmed
	}
	stemmed = stem(word)
	l.mutex.Lock()
	if len(l.stems) < maxStems {
		l.stems[word] = stemmed
	}
	l.mutex.Unlock()
	return stemmed
}
