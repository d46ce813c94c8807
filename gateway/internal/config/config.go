// Package config reads the configuration of toolrules serve beyond its flags: gateway.yaml, with
// the keys of docs/operations.md. Unknown keys, values of the wrong type and empty lists are
// errors, all reported at once with their positions.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
)

// A Config is a configuration file. The zero value is the default.
type Config struct {
	Hosts      []string
	Origins    []string
	TLS        TLS
	Sessions   bool
	Attributes map[string]any
	Headers    map[string]string // attributes by header
	Trusted    TrustedHeaders
	Tokens     []Token
	OIDC       *OIDC // nil if there is no issuer
	Audit      Audit
	Isolate    *Isolate // nil if all callers share a connection
	Timeouts   Timeouts
}

// TLS has the files of a certificate.
type TLS struct{ Cert, Key string }

// TrustedHeaders are headers that a proxy sets.
type TrustedHeaders struct {
	Proxies []netip.Prefix
	Headers map[string]string // attributes by header
	Subject string            // the header with the name of the caller; may be empty
}

// A Token is a static bearer token.
type Token struct {
	Name       string
	SHA256     string
	Attributes map[string]any
}

// OIDC is an issuer of access tokens.
type OIDC struct {
	Issuer, Audience string
	Resource         string // the public URL of the gateway; may be empty
	RequiredScopes   []string
	Claims           map[string]string // attributes by claim
}

// Audit is where the audit log goes.
type Audit struct {
	File     string // empty means standard error
	Required bool
}

// Isolate separates callers.
type Isolate struct {
	By      []string
	Servers []string // empty means all
	Max     int      // zero means the default
	Idle    time.Duration
}

// Timeouts are durations; zero means the default.
type Timeouts struct{ Ready, Grace, Connect, Call time.Duration }

// Read reads a configuration file; an empty path is the default configuration. The error is that of
// [Parse] if the file can be read.
func Read(path string) (*Config, error) {
	if path == "" {
		return &Config{}, nil
	}
	data, err := regularfile.Read(path, source.MaxBytes)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse parses a configuration file. The error joins one error for each problem, each with the name
// of the file, line and column.
func Parse(name string, data []byte) (*Config, error) {
	file, problems := source.Parse(name, data)
	problems = append(problems, format.Check(file)...)
	d := &decoder{name: name, file: file}
	for _, p := range problems {
		if !p.Warning {
			d.fail(source.Position{Line: p.Line, Column: p.Column}, p.Message, p.Hint)
		}
	}
	if len(d.errs) > 0 {
		return nil, errors.Join(d.errs...)
	}
	c := d.config(file.Root())
	return c, errors.Join(d.errs...)
}

type decoder struct {
	name string
	file *source.File
	errs []error
}

func (d *decoder) fail(at source.Position, message, hint string) {
	if hint != "" {
		message += "; " + hint
	}
	d.errs = append(d.errs, fmt.Errorf("%s:%d:%d: %s", d.name, at.Line, at.Column, message))
}

func (d *decoder) config(root *source.Node) *Config {
	c := &Config{
		Hosts: texts(root.Get("hosts")), Origins: texts(root.Get("origins")),
		TLS:        TLS{text(root.Get("tls").Get("cert")), text(root.Get("tls").Get("key"))},
		Sessions:   isTrue(root.Get("sessions")),
		Attributes: values(root.Get("attributes")), Headers: dictionary(root.Get("headers")),
		Audit: Audit{text(root.Get("audit").Get("file")), isTrue(root.Get("audit").Get("required"))},
	}
	trusted := root.Get("trusted_headers")
	c.Trusted = TrustedHeaders{d.prefixes(trusted.Get("proxies")), dictionary(trusted.Get("headers")),
		text(trusted.Get("subject"))}
	if tokens := root.Get("tokens"); tokens != nil {
		for _, n := range tokens.Items {
			c.Tokens = append(c.Tokens, Token{text(n.Get("name")), text(n.Get("sha256")), values(n.Get("attributes"))})
		}
	}
	if n := root.Get("oidc"); n != nil {
		c.OIDC = &OIDC{
			text(n.Get("issuer")), text(n.Get("audience")), text(n.Get("resource")),
			texts(n.Get("required_scopes")), dictionary(n.Get("claims")),
		}
	}
	if n := root.Get("isolate"); n != nil {
		c.Isolate = &Isolate{texts(n.Get("by")), texts(n.Get("servers")), 0, d.duration(n.Get("idle"))}
		if limit := n.Get("max"); limit != nil {
			_, _ = fmt.Sscan(limit.Text, &c.Isolate.Max)
		}
	}
	times := root.Get("timeouts")
	c.Timeouts = Timeouts{
		d.duration(times.Get("ready")), d.duration(times.Get("grace")), d.duration(times.Get("connect")), d.duration(times.Get("call")),
	}
	return c
}

func (d *decoder) duration(n *source.Node) time.Duration {
	if n == nil {
		return 0
	}
	duration, err := time.ParseDuration(n.Text)
	if err != nil || duration <= 0 {
		d.fail(d.file.Position(n, -1), fmt.Sprintf("expected a positive duration, got %q", n.Text), "write 10s or 5m")
	}
	return duration
}

func (d *decoder) prefixes(n *source.Node) (prefixes []netip.Prefix) {
	for i, text := range texts(n) {
		prefix, err := netip.ParsePrefix(text)
		if address, addressErr := netip.ParseAddr(text); addressErr == nil {
			prefix, err = netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen()), nil
		}
		if err != nil {
			d.fail(d.file.Position(n.Items[i], -1), fmt.Sprintf("expected an IP address or a prefix, got %q", text),
				"write 10.0.0.7 or 10.0.0.0/8")
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes
}

// The functions below read nodes that have the form of the format. Nil is the zero value.

func text(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

func isTrue(n *source.Node) bool { return text(n) == "true" }

func texts(n *source.Node) (list []string) {
	if n != nil {
		for _, item := range n.Items {
			list = append(list, item.Text)
		}
	}
	return list
}

func dictionary(n *source.Node) map[string]string {
	if n == nil {
		return nil
	}
	m := map[string]string{}
	for _, e := range n.Entries {
		m[e.Key.Text] = e.Value.Text
	}
	return m
}

func values(n *source.Node) map[string]any {
	if n == nil {
		return nil
	}
	m, _ := value(n).(map[string]any)
	return m
}

// value returns a value as encoding/json would decode it, with numbers as written.
func value(n *source.Node) any {
	switch n.Kind {
	case source.Map:
		m := map[string]any{}
		for _, e := range n.Entries {
			m[e.Key.Text] = value(e.Value)
		}
		return m
	case source.List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, value(item))
		}
		return list
	case source.Bool:
		return n.Text == "true"
	case source.Int, source.Float:
		return json.Number(n.Text)
	case source.Null:
		return nil
	}
	return n.Text
}
