package engine_test

import (
	"bytes"
	"testing"

	"github.com/toolrules/toolrules/engine"
)

// isSubsequence reports whether all bytes of a are in b, in their order.
func isSubsequence(a, b []byte) bool {
	for _, c := range a {
		at := bytes.IndexByte(b, c)
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return true
}

// TestSectionsKeepEveryOtherByte tests the tools of all real servers under sections that change
// their JSON: what annotations add is added alone, what server_text removes is removed alone, and
// without these sections every byte stays. With a namespace, names would differ; so each server is
// alone.
func TestSectionsKeepEveryOtherByte(t *testing.T) {
	const alone = "version: 1\nnaming: {namespace: false, max_bytes: 64}\n"
	for _, c := range []struct {
		name, rules string
		kept        func(sent, got []byte) bool
	}{
		{"none", "order: listed\nverbosity: {default: 3}\n", bytes.Equal},
		{"sections that change nothing", "descriptions: [{tools: '*', server_text: keep, hidden_characters: strip}]\n", bytes.Equal},
		{"annotations", "annotations: [{tools: '*', tags: [x]}, {tools: '*', when: '\"idempotentHint\" not in tool.hints', idempotent: true}]\n",
			func(sent, got []byte) bool {
				added := len(got) - len(sent)
				return isSubsequence(sent, got) && (added == 0 || added == len(`,"idempotentHint":true`) ||
					added == len(`"idempotentHint":true`) || added == len(`,"annotations":{"idempotentHint":true}`))
			}},
		{"what server_text removes", "descriptions: [{tools: '*', server_text: remove}]\n",
			func(sent, got []byte) bool { return isSubsequence(got, sent) }},
	} {
		e := parse(t, alone+c.rules)
		tools := 0
		for _, s := range realServers(t) {
			catalog := catalogOf(t, e, s)
			for tool := range catalog.View(engine.Request{}).Tools() {
				if tool.Name() != tool.Key().Tool {
					continue
				}
				tools++
				sent, _ := catalog.Raw(tool.Key())
				if got := tool.AppendJSON(nil); !c.kept(sent, got) && !bytes.Contains(sent, []byte("null")) {
					t.Fatalf("%s: %s is sent on as\n%s\nand was\n%s", c.name, tool.Key(), got, sent)
				}
			}
		}
		if tools < 2800 {
			t.Errorf("%s: only %d tools", c.name, tools)
		}
	}
}
