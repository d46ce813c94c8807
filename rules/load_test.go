package rules_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

func TestLoadFS(t *testing.T) {
	fsys := fstest.MapFS{
		"good.yaml":  {Data: []byte("version: 1\nservers: [a]\n")},
		"bad.yaml":   {Data: []byte("version: 1\nserver: a\n")},
		"large.yaml": {Data: []byte(strings.Repeat("#", source.MaxBytes+1))},
		"pipe":       {Mode: fs.ModeNamedPipe},
		"dir":        {Mode: fs.ModeDir},
	}
	for path, want := range map[string]rules.Code{
		"good.yaml": "", "bad.yaml": rules.CodeUnknownKey, "large.yaml": source.CodeTooLarge,
		"pipe": rules.CodeUnreadable, "dir": rules.CodeUnreadable, "none": rules.CodeUnreadable,
	} {
		file, err := rules.LoadFS(fsys, path)
		if want == "" && (err != nil || len(file.Servers) != 1) || want != "" && !errors.Is(err, want) {
			t.Errorf("%s: %v, %v; want %s", path, file, err, want)
		}
	}
}
