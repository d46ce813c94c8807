package jsontree

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkBuild compares the fast reading of a document with reading it token by token.
func checkBuild(t *testing.T, p *Parser, data []byte, opts Options) {
	t.Helper()
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = DefaultMaxDepth
	}
	start := skipMark(data, 0)
	var slow Parser
	slow.data, slow.opts = data, opts
	want, err := slow.slow(data, start, len(data))
	p.data, p.opts, p.recycled = data, opts, false
	got, ok := p.fast(data, start, len(data))
	if ok != (err == nil) || ok && !cmp.Equal(want, got) {
		t.Fatalf("%q with %+v is read %t, want %v\n%s", data, opts, ok, err, cmp.Diff(want, got))
	}
	next, nextErr := p.ParseNext(data, opts)
	if (nextErr == nil) != (err == nil) || err != nil && nextErr.Error() != err.Error() ||
		err == nil && !cmp.Equal(want, next) {
		t.Fatalf("ParseNext of %q: %v, want %v\n%s", data, nextErr, err, cmp.Diff(want, next))
	}
}

var buildSeeds = []string{
	`{"a":[1,-2.50e3,true,null,"x\u00e9\ud83d\ude00\n"],"b":{"":{}}}`, `[]`, `{}`, `"a"`, ` 1 `, `{"a":1,"a":2}`,
	`{"a":{"b":1,"\u0062":2}}`,
	`["\ud800"]`, "[\"\xff\"]", `[1,]`, `{"a":1}x`, "\uFEFF[1]", `[[[[[[]]]]]]`, `["\\","\\\"",{"\\\"":"\\\\"}]`,
	"[ 1 ,\n{ \"a\" : [ ] , \"b\":\t{ } } ]", ``, ` `, `-`, `01`,
	`[tru]`, `{"a"}`, `{"a":}`, `{,}`, `[1 2]`, `nulll`, "\"\x01\"", `["a]"]`, `{"a}":"{"}`,
}

// Fast parsing has the same result as parsing token by token, and accepts the same documents.
func TestBuildIsWhatTokensSay(t *testing.T) {
	var p Parser
	random := rand.New(rand.NewPCG(1, 2))
	const letters = `{}[]",:\u0a1-.eE+ tfn` + "\n\xff"
	for _, seed := range buildSeeds {
		for n := range 3000 {
			data := []byte(seed)
			for range n % 4 {
				at, c := random.IntN(len(data)+1), letters[random.IntN(len(letters))]
				switch kind := random.IntN(3); {
				case kind == 0:
					data = append(data[:at], append([]byte{c}, data[at:]...)...)
				case at < len(data) && kind == 1:
					data[at] = c
				case at < len(data):
					data = append(data[:at], data[at+1:]...)
				}
			}
			checkBuild(t, &p, data, Options{MaxDepth: 1 + n%6, DuplicateNames: n%3 == 0})
		}
	}
}

func FuzzBuild(f *testing.F) {
	for _, seed := range buildSeeds {
		f.Add([]byte(seed), 5, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, depth int, duplicates bool) {
		var p Parser
		checkBuild(t, &p, data, Options{MaxDepth: min(depth, libraryMaxDepth), DuplicateNames: duplicates})
		checkBuild(t, &p, data, Options{MaxDepth: min(depth, libraryMaxDepth), DuplicateNames: duplicates})
	})
}
