// Package starter writes starter rule files.
package starter

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

//go:embed plain.rules.yaml
var plain []byte

// File returns a commented rule file that fits the tools of the catalogs or, without catalogs, a
// general example. Checking it reports no errors, and only warnings about what the servers sent.
// The error reports catalogs that cannot be combined.
func File(catalogs []catalogfile.Catalog) ([]byte, error) {
	if len(catalogs) == 0 {
		return plain, nil
	}
	e, err := engine.New(&rules.File{}, engine.Options{})
	if err != nil {
		return nil, err
	}
	c, err := e.BuildCatalog(catalogfile.Servers(catalogs))
	if err != nil {
		return nil, err
	}
	w := &writer{}
	for _, catalog := range catalogs {
		w.servers = append(w.servers, server{id: catalog.ID})
	}
	for _, key := range c.Tools() {
		facts, _ := c.Info(key)
		w.count(facts)
	}
	return w.file(), nil
}

// A server holds the ID of a server, how many tools it has, what their hints are, and how many of
// them are hidden.
type server struct {
	id                                   string
	tools, readOnly, destructive, hidden int
}

// A writer collects the content of a file.
type writer struct {
	servers []server
	matched [][]string // for each of the dangers, the tools that it hides
	byHint  []string   // tools that none of the dangers hides, and that say that they are destructive
	text    strings.Builder
}

// dangers are patterns for the names of destructive tools. Under exclude a pattern ignores case and
// treats - and . as _.
var dangers = []string{
	"*/*delete*", "*/*remove*", "*/*destroy*", "*/*purge*", "*/*erase*", "*/*wipe*", "*/*revoke*", "*/*terminate*",
	"*/*uninstall*",
	"*/*drop*",
}

func (w *writer) count(f expr.ToolInfo) {
	hidden := w.hide(f)
	for i := range w.servers {
		if s := &w.servers[i]; s.id == f.Server {
			s.tools++
			s.readOnly += number(f.ReadOnly)
			s.destructive += number(saysDestructive(f))
			s.hidden += number(hidden)
		}
	}
}

// hide records which pattern or hint hides a tool, and reports whether any does.
func (w *writer) hide(f expr.ToolInfo) bool {
	if w.matched == nil {
		w.matched = make([][]string, len(dangers))
	}
	name := f.Server + "/" + f.Name
	for i, danger := range dangers {
		p, err := pattern.Parse(danger)
		if err == nil && p.MatchFolded(pattern.Fold(f.Server), pattern.Fold(f.Name)) {
			w.matched[i] = append(w.matched[i], name)
			return true
		}
	}
	if saysDestructive(f) {
		w.byHint = append(w.byHint, name)
		return true
	}
	return false
}

// saysDestructive reports whether the server itself sent the hint: by default, every tool that may
// write counts as destructive.
func saysDestructive(f expr.ToolInfo) bool {
	return f.Destructive && slices.Contains(f.Hints, "destructiveHint")
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

func (w *writer) file() []byte {
	w.line("# yaml-language-server: $schema=./toolrules.schema.json")
	w.line("# Editors that know this line complete and check the file, once there is the schema: rulecheck schema > " +
		"toolrules.schema.json")
	w.line("#")
	w.line("# What each request sees of the tools of these servers. To see what it does:")
	w.line("#   rulecheck check FILE --catalog CATALOGS")
	w.line("#   rulecheck view FILE --catalog CATALOGS")
	w.line("version: 1")
	w.line("")
	w.line("# The ids of the servers. A pattern that names another one is an error.")
	w.line("servers:")
	for _, s := range w.servers {
		w.line("  - %s", yamlID(s.id))
	}
	w.line("")
	w.line("naming:")
	w.line("  hash_digits: 16 # in names that are too long, and are cut")
	w.filter()
	return []byte(w.text.String())
}

// yamlID returns the server ID, quoted if YAML would not read it as a string.
func yamlID(id string) string {
	if slices.Contains([]string{"null", "true", "false"}, id) {
		return source.Quote(id)
	}
	return id
}

func (w *writer) filter() {
	w.line("")
	w.line("# A tool is visible if an entry of include matches it and none of exclude does.")
	w.line("filter:")
	if slices.ContainsFunc(w.servers, server.shows) {
		w.line("  include:")
	}
	for _, s := range w.servers {
		comment := ""
		if !s.shows() {
			comment = "# " // an entry that lets in nothing says less than it seems to
		}
		w.line("    %s- %s/* # %s", comment, s.id, s.summary())
	}
	w.exclude()
}

// shows reports whether any tool of the server is visible.
func (s server) shows() bool { return s.tools > s.hidden }

func (s server) summary() string {
	switch {
	case s.tools == 0:
		return "no tools"
	case s.readOnly == 0 && s.destructive == 0:
		return wording.Plural(s.tools, "tool") + ", without hints of what they do"
	}
	if !s.shows() {
		return wording.Plural(s.tools, "tool") + ", all of them hidden below"
	}
	return fmt.Sprintf("%s; their hints say: %d read-only, %d destructive", wording.Plural(s.tools, "tool"), s.readOnly,
		s.destructive)
}

func (w *writer) exclude() {
	begun := false
	hidden := 0 // tools, so far: each counts for the entry that hides it first
	begin := func() {
		if begun {
			return
		}
		begun = true
		w.line("  exclude:")
		w.line("    # Names are compared loosely: in any case, and with - and . as _. To hide tools from some " +
			"requests only, add a condition:")
		w.line("    #   {tools: '*/*delete*', when: ctx.user.role != \"admin\"}")
		w.line("    # and declare the attributes of requests: context: {user: {role: admin | member}}")
	}
	for i, tools := range w.matched {
		if len(tools) > 0 {
			begin()
			w.line("    - '%s' # hides %s", dangers[i], sample(tools, hidden))
			hidden += len(tools)
		}
	}
	if len(w.byHint) > 0 {
		begin()
		w.line("    # What servers themselves call destructive, if they say anything: this hides %s",
			sample(w.byHint, hidden))
		w.line("    - id: destructive-by-hint")
		w.line("      when: '\"destructiveHint\" in tool.hints && tool.destructive'")
		w.line("      reason: The server says that this tool may destroy something.")
	}
}

// sampled is the number of tools that a comment lists.
const sampled = 3

// sample returns the number of tools and the first of them. If before is not 0, these are "more"
// tools.
func sample(tools []string, before int) string {
	shown := make([]string, min(len(tools), sampled))
	for i := range shown {
		shown[i] = visible.Text(tools[i])
	}
	number := wording.Plural(len(tools), "tool")
	if before > 0 {
		number = strings.Replace(number, " ", " more ", 1)
	}
	text := number + ": " + strings.Join(shown, ", ")
	if len(tools) > sampled {
		text += ", …"
	}
	return text
}
