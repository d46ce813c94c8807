package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// Escapes of GitHub's workflow commands: in the message, and in a property.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// WriteGitHub writes problems as workflow commands of GitHub Actions, which shows them beside the
// lines of a pull request. The error is the writer's.
func WriteGitHub(w io.Writer, ps rules.Problems) error {
	var b strings.Builder
	for _, p := range ps {
		command := p.Severity.String()
		if p.Severity == rules.SeverityNote {
			command = "notice"
		}
		fmt.Fprintf(&b, "::%s ", command)
		if p.File != "" {
			fmt.Fprintf(&b, "file=%s,", commandProperty.Replace(visible.Text(p.File)))
		}
		if p.Line > 0 {
			fmt.Fprintf(&b, "line=%d,col=%d,", p.Line, p.Column)
		}
		message := visible.Text(p.Message)
		if p.Hint != "" {
			message += "\n" + visible.Text(p.Hint)
		}
		fmt.Fprintf(&b, "title=%s::%s\n", commandProperty.Replace("rulecheck "+string(p.Code)),
			commandText.Replace(message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
