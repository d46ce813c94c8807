package catalogfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// MaxBytes is the largest size of a catalog file: what the engine takes of one server.
const MaxBytes = 64 << 20

// maxID is the longest id of a server, see [naming.CheckServerID].
const maxID = 32

// ParseSource parses a source in the form path or id=path. A path with a "=" in its first element
// needs a leading "./".
func ParseSource(text string) Source {
	id, path, found := strings.Cut(text, "=")
	if !found || strings.ContainsAny(id, `/\`) {
		return Source{Path: text}
	}
	return Source{ID: id, Path: path}
}

// Load reads all catalogs of the sources, in order. The source "-" is stdin; if stdin is nil, it is
// an error.
//
// The error is a [rules.Problems] with everything that keeps a catalog from being used. Warnings,
// which
// keep nothing from being used, are returned in either case.
func Load(sources []Source, stdin io.Reader) (catalogs []Catalog, warnings rules.Problems, err error) {
	l := loader{stdin: stdin, taken: map[string]string{}, offered: map[string]bool{}}
	for _, s := range sources {
		if info, err := os.Stat(s.Path); err == nil && s.ID != "" {
			l.named = append(l.named, info)
		}
	}
	for _, s := range sources {
		l.source(s)
	}
	if len(l.errors) > 0 {
		return nil, l.warnings, l.errors
	}
	return l.catalogs, l.warnings, nil
}

// A loader gathers catalogs and what is wrong with them.
type loader struct {
	stdin     io.Reader // nil: there is none
	stdinRead bool
	taken     map[string]string // the paths of servers, by their ids
	offered   map[string]bool   // ids that hints show
	named     []fs.FileInfo     // files that are named with an id
	catalogs  []Catalog
	foreign   bool // the last file does not even look like a catalog
	errors    rules.Problems
	warnings  rules.Problems
}

func (l *loader) fail(p *rules.Problem) {
	p.Offset = -1
	l.errors = append(l.errors, p)
}

func (l *loader) warn(s rules.Severity, p *rules.Problem) {
	p.Severity, p.Offset = s, -1
	l.warnings = append(l.warnings, p)
}

func (l *loader) source(s Source) {
	if s.Path == "-" {
		l.standardInput(s)
		return
	}
	info, err := os.Stat(s.Path)
	switch {
	case err != nil:
		l.fail(unreadable(s, err))
	case !info.IsDir():
		l.file(s)
	case s.ID != "":
		l.fail(&rules.Problem{Code: IDOfMany, File: s.Path,
			Message: fmt.Sprintf("a directory holds several servers, and %q can name only one", s.ID),
			Hint:    "write the directory alone, or id=path for each file in it"})
	default:
		l.directory(s.Path)
	}
}

func unreadable(s Source, err error) *rules.Problem {
	e := &rules.Problem{Code: Unreadable, File: s.Path, Err: err}
	reason := err
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		reason = pathErr.Err
	}
	e.Message = fmt.Sprintf("can't be read: %v", reason)
	if s.Path == "" {
		e.File, e.Message = s.String(), "the path is missing"
	}
	if near, ok := NearPath(s.Path); ok && errors.Is(err, fs.ErrNotExist) {
		e.Hint = fmt.Sprintf("did you mean %s?", near)
	}
	return e
}

func (l *loader) directory(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		l.fail(unreadable(Source{Path: dir}, err))
		return
	}
	files, catalogs := 0, 0
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() && !strings.HasPrefix(name, ".") {
			l.folder(filepath.Join(dir, name))
		}
		if !isCatalogName(e) {
			continue
		}
		files++
		if l.fileOf(filepath.Join(dir, name)) {
			catalogs++
		}
	}
	switch {
	case files == 0:
		l.fail(&rules.Problem{Code: NoFiles, File: dir, Message: "no file in this directory ends in .json"})
	case catalogs == 0:
		l.fail(&rules.Problem{Code: NoFiles, File: dir, Message: "no file in this directory is a catalog", Hint: forms})
	}
}

func isCatalogName(e fs.DirEntry) bool {
	return !strings.HasPrefix(e.Name(), ".") && strings.EqualFold(filepath.Ext(e.Name()), ".json") && !e.IsDir()
}

// folder reports a directory inside a directory of catalogs, which is not read, if it seems to hold
// catalogs.
func (l *loader) folder(dir string) {
	entries, err := os.ReadDir(dir)
	if err == nil && slices.ContainsFunc(entries, isCatalogName) {
		l.warn(rules.SeverityNote, &rules.Problem{Code: PassedOver, File: dir,
			Message: "passed over: a directory in a directory of catalogs is not read",
			Hint:    "name it as well: --catalog " + wording.ShellWord(dir)})
	}
}

// fileOf reads a file of a directory, and reports whether it is a catalog, valid or not. It skips a
// file that is also given with an ID.
func (l *loader) fileOf(path string) bool {
	info, err := os.Stat(path)
	if err == nil && slices.ContainsFunc(l.named, func(named fs.FileInfo) bool { return os.SameFile(named, info) }) {
		return true
	}
	before := len(l.errors)
	l.foreign = false
	l.file(Source{Path: path})
	if len(l.errors) == before {
		return true
	}
	if !l.foreign {
		return true
	}
	p := l.errors[before]
	p.Code, p.Message, p.Hint = PassedOver, "passed over, since it is "+p.Message, ""
	l.errors = l.errors[:before]
	l.warn(rules.SeverityNote, p)
	return false
}

func (l *loader) standardInput(s Source) {
	switch {
	case l.stdin == nil:
		l.fail(&rules.Problem{Code: Unreadable, File: s.String(), Message: "standard input can't be read here",
			Hint: "name a file"})
	case l.stdinRead:
		l.fail(&rules.Problem{Code: StdinTwice, File: s.String(), Message: "standard input can be read only once"})
	default:
		l.stdinRead = true
		data, err := regularfile.ReadFrom(l.stdin, MaxBytes)
		l.read(s, data, err)
	}
}

func (l *loader) file(s Source) {
	data, err := regularfile.Read(s.Path, MaxBytes)
	l.read(s, data, err)
}

// read reads the catalog in data. err is the reason if there is no data.
func (l *loader) read(s Source, data []byte, err error) {
	switch {
	case err != nil:
		l.fail(unreadable(s, err))
		return
	case len(data) > MaxBytes:
		l.fail(&rules.Problem{Code: TooLarge, File: s.Path,
			Message: fmt.Sprintf("the file has more than %d bytes, which is all that a server may send", MaxBytes)})
		return
	}
	d := document{path: s.Path, data: data}
	c, server, err := d.catalog()
	l.foreign = d.foreign
	for _, p := range d.warnings {
		l.warn(rules.SeverityWarning, p)
	}
	if e, ok := errors.AsType[*rules.Problem](err); ok {
		l.fail(e)
		return
	}
	if c.ID, err = serverID(s, server); err == nil {
		err = l.take(c.ID, s.Path)
	}
	if e, ok := errors.AsType[*rules.Problem](err); ok {
		l.fail(e)
		return
	}
	if d.idle != nil {
		d.idle.Hint = fmt.Sprintf(`if you wrote them, and not the server, add "server": %q`, c.ID)
		l.warn(rules.SeverityWarning, d.idle)
	}
	if isEmpty(c.List) {
		l.warn(rules.SeverityWarning, &rules.Problem{Code: NoTools, File: s.Path,
			Message: fmt.Sprintf("the catalog has no tools, so that nothing can be said of the server %s", c.ID)})
	}
	l.catalogs = append(l.catalogs, c)
}

// serverID returns the ID of a server: the one of its source, or else one derived from the content
// or the name of the file.
func serverID(s Source, server string) (string, error) {
	if s.ID != "" {
		err := naming.CheckServerID(s.ID)
		e, illegal := errors.AsType[*naming.Error](err)
		if !illegal {
			return s.ID, nil
		}
		bad := &rules.Problem{Code: BadID, File: s.String(), Message: e.Message, Err: err}
		if fixed, ok := suggestID(s.ID); ok {
			bad.Hint = fmt.Sprintf("write --catalog %s", wording.ShellWord(fixed+"="+s.Path))
		}
		return "", bad
	}
	text := server
	switch {
	case server != "":
	case s.Path == "-":
		return "", &rules.Problem{Code: BadID, File: "-",
			Message: "standard input does not say which server it is from", Hint: "name the server: --catalog id=-"}
	default:
		name := filepath.Base(s.Path)
		text = strings.TrimSuffix(name, filepath.Ext(name))
	}
	if id, ok := naming.SuggestServerID(text); ok {
		return id, nil
	}
	example, ok := suggestID(text)
	if !ok {
		example = "id"
	}
	return "", &rules.Problem{Code: BadID, File: s.Path,
		Message: fmt.Sprintf("no server id can be made of %q: one has a letter or digit and at most 32 of a-z 0-9 _",
			text),
		Hint: fmt.Sprintf("name the server: --catalog %s", wording.ShellWord(example+"="+s.Path))}
}

// suggestID derives an ID from any string with a letter or digit: it removes what is too long.
func suggestID(text string) (string, bool) {
	if id, ok := naming.SuggestServerID(text); ok {
		return id, true
	}
	return naming.SuggestServerID(text[:min(len(text), maxID-1)])
}

// take notes that a path has an id, unless another one has it.
func (l *loader) take(id, path string) error {
	other, taken := l.taken[id]
	if !taken {
		l.taken[id] = path
		return nil
	}
	return &rules.Problem{Code: DuplicateID, File: path,
		Message: fmt.Sprintf("the server id %q is taken already, by %s", id, other),
		Hint:    fmt.Sprintf("give one of them another ID: --catalog %s", wording.ShellWord(l.freeID(id)+"="+path))}
}

// freeID returns an ID that is not taken.
func (l *loader) freeID(id string) string {
	for n := 2; ; n++ {
		end := fmt.Sprintf("_%d", n)
		free := strings.TrimRight(id[:min(len(id), maxID-len(end))], "_") + end
		if _, taken := l.taken[free]; !taken && !l.offered[free] {
			l.offered[free] = true
			return free
		}
	}
}
