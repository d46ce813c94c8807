package naming_test

import (
	"errors"
	"testing"

	"github.com/toolrules/toolrules/naming"
)

func TestErrorsIsFindsCodes(t *testing.T) {
	err := naming.CheckServerIDs([]string{"a", "a", "B"})
	for code, want := range map[naming.Code]bool{
		naming.CodeDuplicateServerID: true, naming.CodeInvalidServerID: true, naming.CodeInvalidFormat: true, // below CodeInvalidServerID
		naming.CodeBadPrefix: false,
	} {
		if got := errors.Is(err, code); got != want {
			t.Errorf("errors.Is(%v, %s) = %t; want %t", err, code, got, want)
		}
	}
}
