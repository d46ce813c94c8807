package mcphost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// What a header or a claim can stand for beside a declared attribute.
const (
	FieldRunner    = "runner"
	FieldModel     = "model"
	FieldVerbosity = "verbosity"
)

// A Source defines, as data, where the parts of a request come from. [Options] and [GatewayOptions] take it:
//
//	mcphost.Options{Source: &mcphost.Source{Claims: map[string]string{"role": "user.role"}}}
//
// Verified is what the host's own token verifier says (Claims) and what a proxy of the host's sets (TrustedHeaders). What a
// client says of itself, its name and every other header, is self-reported: anybody can say anything, so that rules may choose
// words by it but must not rest secrets on it. Where several speak for one field, claims win over headers, headers over the
// client's name, and all of them over Base.
//
// The zero Source takes the runner from the client's name or X-MCP-Runner, model and verbosity from X-MCP-Model and
// X-MCP-Verbosity, and no attribute from anywhere. A Source may be shared by any number of goroutines, as long as nobody changes its
// maps.
type Source struct {
	// Base is what every request carries unless something below says otherwise: the whole request on stdio, where there is
	// neither header nor token. It is the host's own word.
	Base engine.Request

	// Clients gives the runner by the name that a client has in its clientInfo, upper and lower case alike. A client that is
	// not in it is its own runner, by the name it has; one whose runner is empty has none. Nil means DefaultClients.
	Clients map[string]string

	// Headers says what an HTTP header stands for: FieldRunner, FieldModel, FieldVerbosity or a declared attribute by its
	// path (user.role). The text is read as the type that the attribute is declared with; a list has commas. A header that
	// comes twice counts as being of a wrong type, unless it is a list. Nil means DefaultHeaders.
	Headers map[string]string

	// TrustedHeaders are those that a proxy in front of the server sets or removes on every request, whatever the client sent.
	TrustedHeaders []string

	// Claims says what a claim of the verified token stands for, as Headers does. A claim is a key of TokenInfo.Extra, a path
	// into it (realm_access.roles), or, where Extra lacks them, sub for the user's id and scope for the scopes. Alternatives are
	// separated by | ("scp|scope"): the first that the token has counts. A string that stands for a declared list is split at
	// white space, as OAuth writes scopes (RFC 8693, section 4.2); the items of a list are not. An attribute that a claim
	// stands for is never taken from a header that is not trusted, even if the claim is missing.
	Claims map[string]string

	// VerifiedOnly refuses self-reported values for declared attributes: of headers, only TrustedHeaders set any. Runner,
	// model and verbosity may still be self-reported.
	VerifiedOnly bool
}

// DefaultHeaders are the headers that a [Source] reads unless it says otherwise.
func DefaultHeaders() map[string]string {
	return map[string]string{"X-MCP-Runner": FieldRunner, "X-MCP-Model": FieldModel, "X-MCP-Verbosity": FieldVerbosity}
}

// Check says what of a source can't work with rules: a header or claim that stands for nothing that is declared, and a header
// that VerifiedOnly or a claim for the same attribute keeps from ever being read. Of Base, the attributes have to be declared, and of
// the declared type. The error is a list of all, each an *Error whose place is the attribute, header or claim.
func (s Source) Check(r *rules.Rules) error {
	errs := undeclared("", s.Base.Attrs, r.File().Context)
	for _, bad := range r.Env().Request(expr.RequestValues{Attrs: s.Base.Attrs}).Bad() {
		errs = append(errs, fault(CodeBadValue, strings.TrimPrefix(bad.Path, "ctx."),
			"the value that every request has is not as the rules declare it: %s", bad.Detail))
	}
	headers := s.headers()
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		target := headers[name]
		field, ok := fieldAt(r.File().Context, target)
		switch {
		case isOwnField(target):
		case !ok:
			errs = append(errs, fault(CodeUndeclared, name, "header stands for %q, which the rules do not declare under context", target))
		case field.Type.Kind == expr.Object:
			errs = append(errs, fault(CodeMapping, name, "header stands for %q, which is a mapping: name one of its attributes", target))
		case s.claimed(target) && !s.trusts(name):
			errs = append(errs, fault(CodeUnverified, name,
				"header stands for %q, which a claim stands for, and anybody can send the header: "+ifTrusted, target))
		case s.VerifiedOnly && !s.trusts(name):
			errs = append(errs, fault(CodeUnverified, name, "header stands for %q, but anybody can send it: "+ifTrusted, target))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Claims)) {
		target := s.Claims[name]
		if _, ok := fieldAt(r.File().Context, target); !ok && !isOwnField(target) {
			errs = append(errs, fault(CodeUndeclared, name, "claim stands for %q, which the rules do not declare under context", target))
		}
	}
	return errors.Join(errs...)
}

const ifTrusted = "if a proxy sets it, put it under TrustedHeaders"

// undeclared says which attributes below a path the rules do not declare.
func undeclared(path string, attrs map[string]any, context []expr.Field) (errs []error) {
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		field, ok := fieldAt(context, name)
		if strings.Contains(name, ".") || !ok {
			errs = append(errs, fault(CodeUndeclared, path+name, "every request has this attribute, which the rules do not declare under context"))
			continue
		}
		if inner, ok := attrs[name].(map[string]any); ok && field.Type.Kind == expr.Object {
			errs = append(errs, undeclared(path+name+".", inner, field.Type.Fields)...)
		}
	}
	return errs
}

func fault(code Code, place, format string, args ...any) error {
	return &Error{Code: code, Place: place, Message: fmt.Sprintf(format, args...)}
}

func isOwnField(target string) bool {
	return target == FieldRunner || target == FieldModel || target == FieldVerbosity
}

// Request makes a request of what a caller brings. It refuses nobody: what a value is worth is for the rules to say, and one of
// a wrong type hides what reads it. The error is always nil.
func (s Source) Request(_ context.Context, c Caller) (engine.Request, error) {
	b := requestBuilder{req: s.Base}
	if c.Client != nil {
		b.set(FieldRunner, s.runner(c.Client.Name))
	}
	headers := s.headers()
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		values := c.Header.Values(name)
		target := headers[name]
		if len(values) == 0 || !s.believes(name, target) {
			continue
		}
		b.set(target, headerValue(values, c.declared(target)))
	}
	if c.Token != nil {
		for _, name := range slices.Sorted(maps.Keys(s.Claims)) {
			if value, ok := firstClaim(c.Token, name); ok {
				target := s.Claims[name]
				b.set(target, claimValue(value, c.declared(target)))
			}
		}
	}
	return b.req, nil
}

// fromHeaders reports whether a field that rules read may come from a header: a runner, model or verbosity, or an attribute by its path.
func (s Source) fromHeaders(field string) bool {
	for name, target := range s.headers() {
		if s.believes(name, target) && overlap(target, field) {
			return true
		}
	}
	return false
}

func (s Source) headers() map[string]string {
	if s.Headers == nil {
		return DefaultHeaders()
	}
	return s.Headers
}

func (s Source) trusts(header string) bool {
	return slices.ContainsFunc(s.TrustedHeaders, func(t string) bool {
		return http.CanonicalHeaderKey(t) == http.CanonicalHeaderKey(header)
	})
}

// believes says whether a header may set what it stands for.
func (s Source) believes(header, target string) bool {
	return isOwnField(target) || s.trusts(header) || !s.VerifiedOnly && !s.claimed(target)
}

// claimed says whether a claim stands for an attribute, for something in it, or for a mapping that it is in.
func (s Source) claimed(target string) bool {
	for _, other := range s.Claims {
		if overlap(target, other) {
			return true
		}
	}
	return false
}

// overlap reports whether two attributes are one, or one of them is a mapping that the other is in.
func overlap(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}

func (s Source) runner(client string) string {
	clients := s.Clients
	if clients == nil {
		clients = DefaultClients()
	}
	if runner, ok := clients[client]; ok {
		return runner
	}
	for _, name := range slices.Sorted(maps.Keys(clients)) {
		if strings.EqualFold(name, client) {
			return clients[name]
		}
	}
	return client
}

// headerValue reads a header as the type that is wanted. What can't be read so is handed on as it is, for the rules to refuse.
func headerValue(values []string, want expr.Type) any {
	if want.Kind == expr.List {
		var list []any
		for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
			if item = strings.TrimSpace(item); item != "" {
				list = append(list, headerValue([]string{item}, *want.Elem))
			}
		}
		return list
	}
	if len(values) > 1 {
		return values
	}
	text := strings.TrimSpace(values[0])
	switch want.Kind {
	case expr.Int, expr.Float:
		return json.Number(text)
	case expr.Bool:
		if b, err := strconv.ParseBool(text); err == nil {
			return b
		}
	}
	return text
}

// declared gives the type of what a header stands for.
func (c Caller) declared(target string) expr.Type {
	if c.Rules == nil || isOwnField(target) {
		return expr.Type{}
	}
	field, _ := fieldAt(c.Rules.File().Context, target)
	return field.Type
}

// fieldAt finds a declared attribute by its path.
func fieldAt(fields []expr.Field, path string) (expr.Field, bool) {
	name, rest, deeper := strings.Cut(path, ".")
	at := slices.IndexFunc(fields, func(f expr.Field) bool { return f.Name == name })
	if at < 0 {
		return expr.Field{}, false
	}
	if !deeper {
		return fields[at], true
	}
	return fieldAt(fields[at].Type.Fields, rest)
}
