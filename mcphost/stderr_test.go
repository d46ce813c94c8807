package mcphost_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/mcphost"
)

// Each line of a server's standard error has its ID, and no line can look like another server's.
func TestGatewayStderr(t *testing.T) {
	var out lockedBuffer
	printing := func(id, text string) mcphost.Upstream {
		u := command(t, id, "polite")
		u.Command = append([]string{"sh", "-c", "printf \"$0\" >&2; exec \"$@\"", text}, u.Command...)
		u.Stderr = &out
		return u
	}
	long := strings.Repeat("x", 10_000)
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{},
		printing("a", `starting\n\tat: line 1\r\n\nlast without an end`),
		printing("b", `good\r[a] forged \033[1A\n`+long+`\n`))
	eventually(t, "both have printed", func() bool { return strings.Count(out.String(), "\n") >= 6 })
	g.Close()
	for _, want := range []string{
		"[a] starting\n", "[a]     at: line 1\n", "[a] \n", "[a] last without an end\n",
		`[b] good\r[a] forged \u001b[1A` + "\n", "[b] " + long[:8<<10] + "\n", "[b] " + long[8<<10:] + "\n",
	} {
		if !strings.Contains("\n"+out.String(), "\n"+want) {
			t.Errorf("%.100q is missing in %.2000q", want, out.String())
		}
	}
}
