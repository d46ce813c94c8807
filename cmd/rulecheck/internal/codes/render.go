package codes

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
)

// shownWidth is the number of columns of a line of an example that are shown.
const shownWidth = 96

// Text returns the explanation of a code for a terminal.
func (e Entry) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n", e.Code, e.kind(), e.Meaning)
	if e.Rare != "" {
		fmt.Fprintf(&b, "\n%s\n", e.Rare)
		return b.String()
	}
	for _, part := range []struct {
		title string
		files []File
	}{{"Bad", e.Bad.files()}, {"Good", e.fixed()}} {
		for _, f := range part.files {
			fmt.Fprintf(&b, "\n%s, %s:\n\n", part.title, f.Name)
			for _, line := range shown(f.Text) {
				b.WriteString("  " + line + "\n")
			}
			if escaped(f.Text) {
				b.WriteString("\n" + escapedNote + "\n")
			}
		}
	}
	return b.String()
}

// Markdown returns the explanation of a code for a page. Reported is what the command reports for
// the bad example.
func (e Entry) Markdown(reported string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### `%s`\n\n%s: %s\n", e.Code, capital(e.kind()), escape.Replace(e.Meaning))
	if e.Rare != "" {
		fmt.Fprintf(&b, "\n%s\n", escape.Replace(e.Rare))
		return b.String()
	}
	b.WriteString("\nBad:\n" + markdown(e.Bad.files()))
	fmt.Fprintf(&b, "\n```text\n%s\n```\n", strings.TrimRight(reported, "\n"))
	b.WriteString("\nGood:\n" + markdown(e.fixed()))
	return b.String()
}

// escape escapes the characters of a sentence that have a meaning in Markdown.
var escape = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`)

// markdown returns files as code blocks.
func markdown(files []File) string {
	var b strings.Builder
	for _, f := range files {
		language := strings.TrimPrefix(path.Ext(f.Name), ".")
		fmt.Fprintf(&b, "\n```%s\n%s\n```\n", language, strings.Join(shown(f.Text), "\n"))
		if escaped(f.Text) {
			b.WriteString("\n" + escapedNote + "\n")
		}
	}
	return b.String()
}

// fixed returns the files of the good example that differ from those of the bad one.
func (e Entry) fixed() []File {
	bad := e.Bad.files()
	return slices.DeleteFunc(e.Good.files(), func(f File) bool { return slices.Contains(bad, f) })
}

// files returns the files of an example: the rule file, the test file if there is one, the
// catalogs.
func (x Example) files() []File {
	files := []File{{x.Name, x.Rules}}
	if x.Tests != "" {
		files = append(files, File{TestsName, x.Tests})
	}
	return append(files, x.Catalogs...)
}

// shown returns the lines of a file as they are shown: invisible characters as escapes, long lines
// truncated.
func shown(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = visible.Clip(visible.Text(line), shownWidth)
	}
	return lines
}

// escapedNote follows a file that is not shown byte for byte.
const escapedNote = "Invisible characters and invalid bytes are shown here as escapes."

// escaped reports whether a file has characters that are shown as escapes.
func escaped(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return visible.Text(line) != line })
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
