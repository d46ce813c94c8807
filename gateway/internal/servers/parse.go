package servers

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/tailscale/hujson"
	"golang.org/x/net/http/httpguts"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/mcphost"
	"github.com/toolrules/toolrules/naming"
)

// A List is the content of a servers file.
type List struct {
	Upstreams []mcphost.Upstream // in the order of the file
	Notes     []string           // what the file has that is ignored, each with its position
}

// Parse parses the content of a servers file. Lookup returns the value of an environment variable
// and reports whether it is set. The error joins one error for each problem, each with the name of
// the file, line and column.
func Parse(name string, data []byte, lookup func(string) (string, bool)) (*List, error) {
	// Comments and trailing commas become blanks, so that positions stay the same.
	plain, err := hujson.Standardize(bytes.Clone(data)) // which it modifies
	if err != nil {
		return nil, syntaxError(name, err)
	}
	file, problems := source.Parse("servers.json", plain)
	p := &parser{name: name, file: file, lookup: lookup, list: &List{}, ids: map[string]string{}}
	for _, problem := range problems {
		if !problem.Warning {
			p.errs = append(p.errs, p.format(source.Position{Line: problem.Line, Column: problem.Column},
				problem.Message, problem.Hint))
		}
	}
	if len(p.errs) == 0 {
		p.servers(file.Root())
	}
	if err := errors.Join(p.errs...); err != nil {
		return nil, err
	}
	return p.list, nil
}

// syntaxError returns an error of package hujson with its position as elsewhere.
func syntaxError(name string, err error) error {
	var at source.Position
	text := err.Error()
	if _, err := fmt.Sscanf(text, "hujson: line %d, column %d:", &at.Line, &at.Column); err != nil {
		return fmt.Errorf("%s: %s", name, text)
	}
	_, text, _ = strings.Cut(strings.TrimPrefix(text, "hujson: "), ": ")
	return fmt.Errorf("%s:%d:%d: %s", name, at.Line, at.Column, text)
}

type parser struct {
	name   string
	file   *source.File
	lookup func(string) (string, bool)
	list   *List
	ids    map[string]string // the key of each ID
	errs   []error
}

func (p *parser) format(at source.Position, message, hint string) error {
	if hint != "" {
		message += ": " + hint
	}
	return fmt.Errorf("%s:%d:%d: %s", p.name, at.Line, at.Column, message)
}

// fail reports a problem of a value.
func (p *parser) fail(n *source.Node, format string, args ...any) {
	p.errs = append(p.errs, p.format(p.file.Position(n, -1), fmt.Sprintf(format, args...), ""))
}

// failKey reports a problem of a key.
func (p *parser) failKey(e source.Entry, format string, args ...any) {
	p.errs = append(p.errs, p.format(p.file.KeyPosition(e), fmt.Sprintf(format, args...), ""))
}

func (p *parser) note(e source.Entry, format string, args ...any) {
	p.list.Notes = append(p.list.Notes, p.format(p.file.KeyPosition(e), fmt.Sprintf(format, args...), "").Error())
}

// roots are the keys that hold the servers: of Claude, Cursor and most others, and of VS Code.
var roots = []string{"mcpServers", "servers"}

func (p *parser) servers(root *source.Node) {
	if mcp := root.Get("mcp"); mcp != nil && root.Get(roots[0]) == nil { // in the settings of VS Code
		root = mcp
	}
	var found []source.Entry
	for _, e := range root.Entries {
		if e.Key.Text == roots[0] || e.Key.Text == roots[1] {
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 0:
		p.fail(root, `expected a mapping with the key "mcpServers" or "servers"`)
		return
	case len(found) == 2:
		p.failKey(found[1], "%q and %q are both there: write all servers under one of them", found[0].Key.Text,
			found[1].Key.Text)
		return
	case found[0].Value.Kind != source.Map:
		p.fail(found[0].Value, "expected a mapping of servers, got %v", found[0].Value.Kind)
		return
	}
	for _, e := range found[0].Value.Entries {
		p.server(e)
	}
	if len(p.list.Upstreams) == 0 {
		p.note(found[0], "no server is enabled")
	}
}

// server adds the server of an entry, unless it is disabled.
func (p *parser) server(e source.Entry) {
	if e.Value.Kind != source.Map {
		p.fail(e.Value, "expected a mapping that describes the server %q, got %v", e.Key.Text, e.Value.Kind)
		return
	}
	u := mcphost.Upstream{ID: p.id(e), MinimalEnv: true, Stderr: os.Stderr}
	disabled := false
	for _, member := range e.Value.Entries {
		switch member.Key.Text {
		case "disabled":
			disabled = p.is(member.Value, source.Bool) && member.Value.Text == "true"
		case "command":
			u.Command = append([]string{p.text(member.Value)}, u.Command...)
		case "args":
			u.Command = append(u.Command, p.texts(member.Value)...)
		case "env":
			for _, pair := range p.pairs(member.Value) {
				u.Env = append(u.Env, pair.key+"="+pair.value)
			}
		case "cwd":
			u.Dir = p.text(member.Value)
		case "url", "serverUrl":
			u.URL = p.text(member.Value)
		case "headers":
			p.headers(&u, member.Value)
		case "type", "transport":
			p.transport(member.Value)
		case "envFile":
			p.failKey(member,
				"envFile is not supported: set the variables in the environment of toolrules and write ${NAME} under env")
		default:
			p.member(member)
		}
	}
	if disabled {
		p.note(e, "the server %q is disabled", e.Key.Text)
		return
	}
	p.complete(e, &u)
	p.list.Upstreams = append(p.list.Upstreams, u)
}

// id returns the ID of a server, which must be unique.
func (p *parser) id(e source.Entry) string {
	id, ok := naming.SuggestServerID(e.Key.Text)
	if !ok {
		p.failKey(e,
			"no server ID of at most 32 characters can be derived from %q: use a shorter name of letters and digits", e.Key.Text)
		return ""
	}
	if other, twice := p.ids[id]; twice {
		p.failKey(e, "%q and %q have the same server ID, %s: rename one of them", e.Key.Text, other, id)
	}
	p.ids[id] = e.Key.Text
	return id
}

// members are the keys of a server that have a meaning here.
var members = []string{"command", "args", "env", "cwd", "url", "headers", "type", "disabled"}

// member notes a key that has no meaning here, such as a client's own settings.
func (p *parser) member(e source.Entry) {
	if near, ok := suggest.Nearest(e.Key.Text, members); ok {
		p.failKey(e, "unknown key %q: did you mean %q?", e.Key.Text, near)
		return
	}
	p.note(e, "the key %q is ignored", e.Key.Text)
}

// transport checks the type of a server, which only confirms what its keys say.
func (p *parser) transport(n *source.Node) {
	switch text := p.text(n); text {
	case "stdio", "http", "streamable-http", "streamableHttp", "":
	default:
		p.fail(n, `the transport %q is not supported: use a command ("stdio") or a URL of streamable HTTP ("http")`,
			text)
	}
}

// complete checks that a server has exactly one of a command and a URL.
func (p *parser) complete(e source.Entry, u *mcphost.Upstream) {
	command, url := e.Value.Get("command"), e.Value.Get("url")
	if url == nil {
		url = e.Value.Get("serverUrl")
	}
	switch {
	case (command == nil) == (url == nil):
		p.failKey(e, `the server %q needs either "command" or "url"`, e.Key.Text)
	case url != nil && (e.Value.Get("args") != nil || e.Value.Get("env") != nil || e.Value.Get("cwd") != nil):
		p.failKey(e, `the server %q has a URL: "args", "env" and "cwd" are for a command`, e.Key.Text)
	case command != nil && e.Value.Get("headers") != nil:
		p.failKey(e, `the server %q has a command: "headers" is for a URL`, e.Key.Text)
	case url != nil && len(p.errs) == 0:
		if err := u.Check(); err != nil {
			p.fail(url, "expected an absolute http or https URL")
		}
	case command != nil && len(p.errs) == 0 && u.Command[0] == "":
		p.fail(command, "the command is empty")
	}
}

func (p *parser) headers(u *mcphost.Upstream, n *source.Node) {
	u.Header, u.HeaderTemplates = http.Header{}, map[string]string{}
	for _, pair := range p.pairs(n) {
		switch {
		case !httpguts.ValidHeaderFieldName(pair.key):
			p.fail(pair.node, "%q is not the name of an HTTP header", pair.key)
		case !httpguts.ValidHeaderFieldValue(pair.value):
			p.fail(pair.node, "the value of the header %s has characters that headers cannot have", pair.key)
		default:
			if strings.Contains(pair.value, "{ctx.") {
				u.HeaderTemplates[pair.key] = pair.value
				continue
			}
			u.Header.Set(pair.key, pair.value)
		}
	}
}

func (p *parser) is(n *source.Node, kind source.Kind) bool {
	if n.Kind != kind {
		p.fail(n, "expected %v, got %v", kind, n.Kind)
	}
	return n.Kind == kind
}

// text returns a string with its variables replaced.
func (p *parser) text(n *source.Node) string {
	if !p.is(n, source.String) {
		return ""
	}
	text, err := expand(n.Text, p.lookup)
	if err != nil {
		p.errs = append(p.errs, p.format(p.file.Position(n, err.at), err.message, ""))
	}
	if strings.ContainsRune(text, 0) {
		p.fail(n, "the string contains a NUL character")
	}
	return text
}

func (p *parser) texts(n *source.Node) (texts []string) {
	if !p.is(n, source.List) {
		return nil
	}
	for _, item := range n.Items {
		texts = append(texts, p.text(item))
	}
	return texts
}

// A pair is a member of a mapping of strings.
type pair struct {
	key, value string
	node       *source.Node // of the value
}

func (p *parser) pairs(n *source.Node) (pairs []pair) {
	if !p.is(n, source.Map) {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key.Text == "" || strings.ContainsAny(e.Key.Text, "=\x00") {
			p.failKey(e, "%q is not a valid name", e.Key.Text)
		}
		value := e.Value
		if value.Kind == source.Int || value.Kind == source.Bool { // {"PORT": 8080}: as clients accept it
			pairs = append(pairs, pair{e.Key.Text, value.Text, value})
			continue
		}
		pairs = append(pairs, pair{e.Key.Text, p.text(value), value})
	}
	return pairs
}
