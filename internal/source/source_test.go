package source_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/source"
)

func TestParse(t *testing.T) {
	f, problems := source.Parse("rules.yaml", []byte("version: 1\nnaming: {prefix: a}\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := f.Find("/naming/prefix"); got == nil || got.Text != "a" {
		t.Fatalf("got %+v", got)
	}
}
