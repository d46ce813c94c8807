package main

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/testrun"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// engineOf loads the rule file of a test file. What is wrong with it is a problem of the test file;
// the error is wrong usage.
func (t *tester) engineOf(c *console, f *testrun.File, file *ruletest.File) (*engine.Engine, error) {
	f.Rules = file.RulesPath()
	data, err := c.readFile(f.Rules, "the rule file")
	if err != nil {
		p := unreadable(f.Rules, err)
		if p == nil {
			return nil, err
		}
		p.Message = fmt.Sprintf("the rule file %s %s", f.Rules, p.Message)
		p.Hint = asWritten(p.Hint, f.Rules, file.Rules)
		f.Unread = true
		f.Problems = append(f.Problems, t.at(f, "/rules", p))
		return nil, nil
	}
	inside := besideTests(f.Name, f.Rules)
	if inside {
		t.lines.Add(f.Rules, data)
	}
	r, ps := check.Load(f.Rules, data)
	if r == nil {
		if !inside {
			ps = withoutContent(ps)
		}
		f.Problems = append(f.Problems, ps...)
		return nil, nil
	}
	e, err := engine.New(r.File(), engine.Options{})
	if err != nil {
		f.Problems = append(f.Problems, asProblems(err)...)
	}
	return e, nil
}

// besideTests reports whether a file is in the directory of a test file or below it, wherever
// symlinks lead. The author of a test file can name any file as its rule file, and see it in a log
// if its content is printed: a file that is elsewhere may not be for his eyes.
func besideTests(tests, file string) bool {
	dir := "."
	if tests != "-" {
		dir = filepath.Dir(tests)
	}
	dir, dirErr := filepath.EvalSymlinks(dir)
	file, fileErr := filepath.EvalSymlinks(file)
	if dirErr != nil || fileErr != nil {
		return false
	}
	dir, dirErr = filepath.Abs(dir)
	file, fileErr = filepath.Abs(file)
	path, err := filepath.Rel(dir, file)
	return dirErr == nil && fileErr == nil && err == nil && filepath.IsLocal(path)
}

// withoutContent returns the problems of a rule file with nothing in them that the file holds:
// messages and hints quote it.
func withoutContent(ps rules.Problems) rules.Problems {
	bare := make(rules.Problems, len(ps))
	for i, p := range ps {
		entry, _ := codes.Find(p.Code)
		bare[i] = &rules.Problem{Code: p.Code, Severity: p.Severity, File: p.File, Line: p.Line, Column: p.Column,
			Offset:  -1,
			Message: entry.Meaning,
			Hint: "rulecheck check says more: this file is outside of the test file's directory, and nothing of " +
				"it is printed here"}
	}
	return bare
}

// serversOf reads the catalogs of a test file. What is wrong with them is a problem of the test
// file.
func (t *tester) serversOf(c *console, f *testrun.File, file *ruletest.File) []engine.Server {
	sources := make([]catalogfile.Source, len(file.Catalogs))
	for i, text := range file.Catalogs {
		sources[i] = catalogfile.ParseSource(text)
		if sources[i].Path != "-" && f.Name != "-" && !filepath.IsAbs(sources[i].Path) {
			sources[i].Path = filepath.Join(filepath.Dir(f.Name), sources[i].Path)
		}
		f.Catalogs = append(f.Catalogs, sources[i].String())
	}
	catalogs, warnings, err := c.loadSources(sources, nil)
	for _, p := range warnings {
		if key := p.Error(); !t.warned[key] {
			t.warned[key] = true
			f.Problems = append(f.Problems, p)
		}
	}
	errs, _ := errors.AsType[rules.Problems](err)
	for _, p := range errs {
		f.Unread = true
		i := slices.IndexFunc(sources, func(s catalogfile.Source) bool {
			return p.File == s.Path ||
				p.File == s.String()
		})
		if i < 0 || p.Line > 0 {
			p.Message = fmt.Sprintf("%s; %s needs it", p.Message, f.Name)
		} else {
			t.inTests(f, file, i, sources[i], p)
		}
		f.Problems = append(f.Problems, p)
	}
	return catalogfile.Servers(catalogs)
}

// inTests words what is wrong with a catalog, as a whole or with how it is named, as a problem of
// the test file that names it.
func (t *tester) inTests(f *testrun.File, file *ruletest.File, i int, s catalogfile.Source, p *rules.Problem) {
	written := catalogfile.ParseSource(file.Catalogs[i]).Path
	switch {
	case strings.HasPrefix(p.Message, "can't be read"):
		p.Message = fmt.Sprintf("the catalog %s %s", p.File, p.Message)
		p.Hint = asWritten(p.Hint, s.Path, written)
	default:
		p.Message = fmt.Sprintf("the catalog %s: %s", p.File, p.Message)
		p.Hint = strings.Replace(strings.Replace(p.Hint, "--catalog ", "", 1), "="+s.Path, "="+written, 1)
	}
	pointer := fmt.Sprintf("/catalog/%d", i)
	if t.lines[f.Name].Find(pointer) == nil { // one catalog may be written without a list
		pointer = "/catalog"
	}
	t.at(f, pointer, p)
}

// at sets the position of a problem to that of a value of a test file.
func (t *tester) at(f *testrun.File, pointer string, p *rules.Problem) *rules.Problem {
	tests := t.lines[f.Name]
	at := tests.Position(tests.Find(pointer), -1)
	p.File, p.Pointer, p.Line, p.Column = f.Name, pointer, at.Line, at.Column
	return p
}

// asWritten returns a hint that a file beside a missing one was meant, with its path as the test
// file has paths, relative to itself. It returns "" for any other hint: those are about arguments
// of the command.
func asWritten(hint, missing, written string) string {
	near, ok := catalogfile.NearPath(missing)
	if !strings.HasPrefix(hint, "did you mean") || !ok {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", path.Join(path.Dir(filepath.ToSlash(written)), filepath.Base(near)))
}
