package codes

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/textproto"
	"path"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/toolrules/toolrules/rules"
)

//go:embed entries/*/*.txtar
var entries embed.FS

// load reads the embedded entries once. The result must not be changed. A test makes sure that
// there is no error.
var load = sync.OnceValues(func() ([]Group, error) { return read(entries) })

// read reads the entries of all groups. It returns the well-formed ones, and the errors of the
// others.
func read(fsys fs.FS) ([]Group, error) {
	var all []Group
	var errs []error
	for _, g := range groups {
		group := Group{Title: g.title}
		for _, code := range namesIn(fsys, g.dir) {
			name := path.Join("entries", g.dir, code+extension)
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			e, err := parse(data)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
				continue
			}
			e.Code = rules.Code(code)
			group.Entries = append(group.Entries, e)
		}
		all = append(all, group)
	}
	return all, errors.Join(errs...)
}

const extension = ".txtar"

// namesIn returns the codes of a directory of entries, sorted.
func namesIn(fsys fs.FS, dir string) (names []string) {
	files, _ := fs.ReadDir(fsys, path.Join("entries", dir)) // a test makes sure that it exists
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), extension))
	}
	return names
}

// severities are the values of the key severity. The reason why a rule fails is a warning, because
// it does not keep a rule file from being used.
var severities = map[string]rules.Severity{
	"error": rules.SeverityError, "warning": rules.SeverityWarning, "note": rules.SeverityNote,
	"reason": rules.SeverityWarning,
}

// parse parses an entry, all but its code.
func parse(data []byte) (Entry, error) {
	archive := txtar.Parse(data)
	header, meaning, err := parseHeader(archive.Comment)
	if err != nil {
		return Entry{}, err
	}
	severity, ok := severities[header.Get("severity")]
	if !ok {
		return Entry{}, fmt.Errorf("unknown severity %q", header.Get("severity"))
	}
	e := Entry{Severity: severity, Reason: header.Get("severity") == "reason", Rare: header.Get("rare"),
		Meaning: meaning}
	replace, err := replacer(header.Values("replace"))
	if err != nil {
		return Entry{}, err
	}
	for _, f := range archive.Files {
		text := replace.Replace(string(f.Data))
		dir, name, found := strings.Cut(f.Name, "/")
		switch {
		case !found:
			e.Bad.add(f.Name, text)
			e.Good.add(f.Name, text)
		case dir == "bad":
			e.Bad.add(name, text)
		case dir == "good":
			e.Good.add(name, text)
		default:
			return Entry{}, fmt.Errorf("the directory of %s is neither bad nor good", f.Name)
		}
	}
	e.Bad.complete()
	e.Good.complete()
	switch shown := e.Bad.Name != "" && e.Good.Name != ""; {
	case e.Meaning == "":
		return Entry{}, errors.New("no meaning")
	case e.Rare == "" && !shown:
		return Entry{}, errors.New("it has neither a bad and a good rule file nor the key rare")
	case e.Rare != "" && len(archive.Files) > 0:
		return Entry{}, errors.New("it has examples and the key rare")
	}
	return e, nil
}

// parseHeader parses what precedes the files of an entry: keys, an empty line, and the meaning,
// whose lines it joins.
func parseHeader(data []byte) (header textproto.MIMEHeader, meaning string, err error) {
	r := textproto.NewReader(bufio.NewReaderSize(bytes.NewReader(data), 512))
	if header, err = r.ReadMIMEHeader(); err != nil {
		return nil, "", fmt.Errorf("header: %w", err)
	}
	for key, values := range header {
		switch {
		case key != "Severity" && key != "Rare" && key != "Replace":
			return nil, "", fmt.Errorf("unknown key %q", key)
		case key != "Replace" && len(values) > 1:
			return nil, "", fmt.Errorf("duplicate key %q", key)
		}
	}
	rest, err := io.ReadAll(r.R)
	return header, strings.Join(strings.Fields(string(rest)), " "), err
}

// replacer returns what replaces words in the files of an entry: each item is a word, a count and a
// quoted string.
func replacer(items []string) (*strings.Replacer, error) {
	var pairs []string
	for _, item := range items {
		var word, text string
		var count int
		if n, err := fmt.Sscanf(item, "%s %d %q", &word, &count, &text); n < 3 || count < 1 || count > 1<<20 {
			return nil, fmt.Errorf("replace: expected a word, a count and a quoted string, got %q: %w", item, err)
		}
		pairs = append(pairs, word, strings.Repeat(text, count))
	}
	return strings.NewReplacer(pairs...), nil
}

// add adds a file to an example.
func (x *Example) add(name, text string) {
	switch name {
	case RulesName:
		x.Name, x.Rules = name, text
	case TestsName:
		x.Tests = text
	default:
		x.Catalogs = append(x.Catalogs, File{name, text})
	}
}

// complete makes the only file of an example its rule file, whatever its name is.
func (x *Example) complete() {
	if x.Name == "" && x.Tests == "" && len(x.Catalogs) == 1 {
		*x = Example{Name: x.Catalogs[0].Name, Rules: x.Catalogs[0].Text}
	}
}
