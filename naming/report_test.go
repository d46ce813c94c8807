package naming_test

import (
	"fmt"
	"testing"

	"github.com/toolrules/toolrules/naming"
)

func TestReportsSayWhatHappened(t *testing.T) {
	a, b := naming.Key{Server: "gh", Tool: "a.b"}, naming.Key{Server: "gh", Tool: "a_b"}
	for _, c := range []struct {
		of   fmt.Stringer
		want string
	}{
		{naming.Rejection{Key: naming.Key{Server: "gh", Tool: "a b"}, Reason: naming.CodeInvalidName}, "gh/a b has no legal name [invalid_name]"},
		{naming.Rejection{Key: a, Reason: naming.CodeCollision, Exposed: "gh__a_b"},
			"gh/a.b would be called gh__a_b, as another tool would [collision]"},
		{naming.Rejection{Key: a, Reason: naming.CodeReserved, Exposed: "gh__a_b"},
			"gh/a.b would be called gh__a_b, which the host reserves [reserved]"},
		{naming.Collision{Name: "gh__a_b", Tools: []naming.Key{a, b}}, "gh__a_b is the name of gh/a.b, gh/a_b: no tool gets it"},
		{naming.Collision{Name: "gh__a_b", Tools: []naming.Key{a, b}, Owner: a}, "gh__a_b is the name of gh/a.b, gh/a_b: gh/a.b gets it"},
		{naming.Collision{Name: "gh__a_b", Tools: []naming.Key{a}, Reserved: true}, "gh__a_b is the name of gh/a.b: the host reserves it"},
		{naming.Truncation{Key: a, Full: "gh__a_b", Name: "gh__a_12", Limit: 6},
			"gh/a.b is called gh__a_12, since gh__a_b is longer than 6 bytes"},
	} {
		if got := c.of.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
