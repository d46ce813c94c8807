package lint_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/source"
)

// BenchmarkLargestFiles checks rule files that are as large as they may be with the tools of all
// real
// servers.
func BenchmarkLargestFiles(b *testing.B) {
	catalogs, _, err := catalogfile.Load([]catalogfile.Source{{Path: filepath.Join("..", "..", "..", "..", "testdata",
		"catalogs")}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, c := range catalogs {
		for _, part := range strings.Split(string(c.List), `"name":`)[1:] {
			part = strings.TrimSpace(part)
			if i := strings.IndexByte(part[1:], '"'); i > 0 && strings.IndexByte(part, '"') == 0 &&
				!strings.ContainsAny(part[1:i+1], " :/") {
				names = append(names, c.ID+"/"+part[1:i+1])
			}
		}
	}
	for _, c := range []struct {
		name, head string
		entry      func(n int) string
	}{
		{"names that no tool has", "filter:\n  include:\n",
			func(n int) string { return fmt.Sprintf("    - %s_%d\n", catalogs[n%len(catalogs)].ID+"/get", n) }},
		{"names of tools", "filter:\n  include:\n",
			func(n int) string { return "    - '" + names[n%len(names)] + "'\n" }},
		{"one name, and conditions", "context: {n: int}\nfilter:\n  exclude:\n",
			func(n int) string { return fmt.Sprintf("    - {tools: github/x, when: ctx.n > %d}\n", n) }},
		{"names and wildcards", "filter:\n  exclude:\n", func(n int) string {
			if n < 1000 {
				return fmt.Sprintf("    - '*/*get_%d*'\n", n)
			}
			return fmt.Sprintf("    - %s_%d\n", catalogs[n%len(catalogs)].ID+"/get", n)
		}},
		{"wildcards of many servers", "filter:\n  exclude:\n",
			func(n int) string { return fmt.Sprintf("    - %s%d/get_?*\n", catalogs[n%len(catalogs)].ID, n) }},
		{"conditions alone", "context: {n: int}\nfilter:\n  exclude:\n", func(n int) string {
			if n >= 2000 {
				return ""
			}
			return fmt.Sprintf("    - {when: tool.bytes > 9999 && ctx.n > %d}\n", n)
		}},
		{"regexes of many servers", "filter:\n  include:\n",
			func(n int) string { return fmt.Sprintf("    - {server: s%d, regex: a}\n", n) }},
		{"descriptions", "descriptions:\n", func(n int) string {
			return "    - {tools: '" + names[n%len(names)] +
				"', title: x}\n"
		}},
	} {
		var text strings.Builder
		text.WriteString("version: 1\n" + c.head)
		n := 0
		for ; n < 16384; n++ {
			entry := c.entry(n)
			if entry == "" || text.Len()+len(entry) > source.MaxBytes {
				break
			}
			text.WriteString(entry)
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if res := check.File("r.yaml", []byte(text.String()), catalogs); res.Catalog == nil {
					b.Fatal(n, len(res.Problems), res.Problems[0])
				}
			}
		})
	}
}
