package ruleset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/servertext"
	"github.com/toolrules/toolrules/rules"
)

var metaToolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// builtWords checks the enum values of a file that was built in Go. Those of a file that was read
// are checked against the table of keys.
func (c *compiler) builtWords() {
	if c.file.Origin != nil {
		return
	}
	c.word("/order", c.file.Order, "", "listed", "name")
	for i, d := range c.file.Descriptions {
		c.word(fmt.Sprintf("/descriptions/%d/hidden_characters", i), d.HiddenCharacters, "", "keep", "strip", "reject")
		for k, entry := range d.ServerText {
			c.word(fmt.Sprintf("/descriptions/%d/server_text/%d", i, k), entry.Variant, servertext.Modes[:]...)
		}
	}
	s := c.file.Discovery.Search
	if s == nil {
		return
	}
	for _, name := range searchOf(s).names() {
		if !metaToolName.MatchString(name) {
			c.add(&rules.Problem{Code: rules.CodeBadName, Pointer: "/discovery/search", Offset: -1,
				Message: fmt.Sprintf("%q is not a tool name", name),
				Hint:    "write one that looks like " + metaToolName.String()})
		}
	}
	if s.Results < 0 || s.Results > 100 || s.Bytes != 0 && (s.Bytes < 1000 || s.Bytes > 1<<20) {
		c.add(&rules.Problem{Code: rules.CodeOutOfRange, Pointer: "/discovery/search", Offset: -1,
			Message: fmt.Sprintf("a search cannot return %d tools of %d bytes", s.Results, s.Bytes),
			Hint:    "write 1 to 100 results and 1,000 to 1,048,576 bytes, or 0 for the defaults"})
	}
}

func (c *compiler) word(pointer, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.add(&rules.Problem{Code: rules.CodeNotAWord, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("unknown value %q", value),
			Hint:    "write " + strings.TrimPrefix(strings.Join(allowed, ", "), ", ")})
	}
}
