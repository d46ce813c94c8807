package toolrules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	filePath = regexp.MustCompile(`^[a-z.][\w./-]*/[\w.-]+\.(go|md|jsonl)$`)
)

// TestLinks checks that links between documents lead somewhere, headings included.
func TestLinks(t *testing.T) {
	for _, page := range documents(t) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
			} else if anchor != "" && !hasHeading(t, target, anchor) {
				t.Errorf("%s: %s has no heading #%s", page, target, anchor)
			}
		}
	}
}

// TestFilesOfContributors checks that the files that ARCHITECTURE.md and CONTRIBUTING.md name
// exist.
func TestFilesOfContributors(t *testing.T) {
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range codeSpan.FindAllStringSubmatch(string(data), -1) {
			if !filePath.MatchString(m[1]) {
				continue
			}
			found++
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s: %v", page, m[1], err)
			}
		}
		if found == 0 {
			t.Errorf("%s names no file", page)
		}
	}
}

// hasHeading reports whether a document has a heading with the anchor that renderers make of it.
func hasHeading(t *testing.T, path, anchor string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	notInAnchor := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, line := range strings.Split(string(data), "\n") {
		title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
		if !ok || !strings.HasPrefix(line, "#") {
			continue
		}
		title = notInAnchor.ReplaceAllString(strings.ToLower(title), "")
		if strings.ReplaceAll(title, " ", "-") == anchor {
			return true
		}
	}
	return false
}
