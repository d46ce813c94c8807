package rules_test

import (
	"errors"
	"testing"

	"github.com/toolrules/toolrules/rules"
)

func TestErrorsAreTheirCodes(t *testing.T) {
	file, err := rules.Parse("r.yaml", []byte("version: 1\nfilter: {inclde: [a], exclude: []}\n"))
	for code, want := range map[rules.Code]bool{rules.CodeUnknownKey: true, rules.CodeEmpty: true, rules.CodeNull: false, "": false} {
		if got := errors.Is(err, code); got != want {
			t.Errorf("errors.Is(%v, %q) = %t", err, code, got)
		}
	}
	if file == nil {
		t.Error("there is no partial file")
	}
}
