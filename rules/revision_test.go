package rules_test

import (
	"testing"

	"github.com/toolrules/toolrules/rules"
)

func TestRevision(t *testing.T) {
	file, err := rules.Parse("a.yaml", []byte("version: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := file.Revision(); got != "09bfcc6a14b83e2192b8673677725c84883ee9cd0c70e45c9ec09daa8f2b2847" {
		t.Errorf("the revision is %s", got)
	}
	if got := new(rules.File).Revision(); got != "" {
		t.Errorf("the revision of a file built in Go is %s", got)
	}
}
