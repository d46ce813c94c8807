package codes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
)

// shownWidth is how much of a line of an example is shown.
const shownWidth = 96

// Text gives what a code means, for a terminal.
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
	}{{"Bad", e.Bad.files()}, {"Good", e.mended()}} {
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

// Markdown gives what a code means, for a page, with what is reported of the bad example.
func (e Entry) Markdown(reported string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### `%s`\n\n%s: %s\n", e.Code, capital(e.kind()), plain.Replace(e.Meaning))
	if e.Rare != "" {
		fmt.Fprintf(&b, "\n%s\n", plain.Replace(e.Rare))
		return b.String()
	}
	b.WriteString("\nBad:\n" + markdown(e.Bad.files()))
	fmt.Fprintf(&b, "\n```text\n%s\n```\n", strings.TrimRight(reported, "\n"))
	b.WriteString("\nGood:\n" + markdown(e.mended()))
	return b.String()
}

// plain keeps Markdown from reading signs in a text.
var plain = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`)

func markdown(files []File) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "\n```%s\n%s\n```\n", f.Name[strings.LastIndexByte(f.Name, '.')+1:], strings.Join(shown(f.Text), "\n"))
		if escaped(f.Text) {
			b.WriteString("\n" + escapedNote + "\n")
		}
	}
	return b.String()
}

// mended gives the files of the good example. Where a test file is what is mended, the others are those of the bad one.
func (e Entry) mended() []File {
	if e.Good.Tests == "" || e.Good.Rules != e.Bad.Rules {
		return e.Good.files()
	}
	return []File{{TestsName, e.Good.Tests}}
}

// files gives what an example consists of.
func (x Example) files() []File {
	files := []File{{x.Name, x.Rules}}
	if x.Tests != "" {
		files = append(files, File{TestsName, x.Tests})
	}
	return append(files, x.Catalogs...)
}

// shown gives the lines of a text as they can be shown.
func shown(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = visible.Clip(visible.Text(line), shownWidth)
	}
	return lines
}

// escapedNote says that an example is not the file byte for byte.
const escapedNote = "What can't be seen is shown here as an escape: the file has the character or the byte itself."

// escaped says whether a text has to be shown otherwise than it is.
func escaped(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return visible.Text(line) != line })
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
