package mcphost

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// The built-in fields that a header or a claim can set, besides declared attributes.
const (
	fieldRunner    = "runner"
	fieldModel     = "model"
	fieldVerbosity = "verbosity"
)

// A Source defines, as data, where the parts of a request come from. [Options] and [GatewayOptions]
// have one:
//
//	mcphost.Options{Source: &mcphost.Source{Claims: map[string]string{"role": "user.role"}}}
//
// Values are verified if they come from the host's own token verifier (Claims) or from a proxy of
// the host (TrustedHeaders). The client's name and all other headers are self-reported: any client
// can send any value, so rules may select descriptions by them but must not protect secrets with
// them. If several sources set one field, claims have precedence over headers, headers over the
// client's name, and all of them over Base.
//
// The zero Source takes the runner from the client's name or X-MCP-Runner, model and verbosity from
// X-MCP-Model and X-MCP-Verbosity, and sets no attributes. A Source is safe for concurrent use as
// long as its maps are not modified.
type Source struct {
	// Base is the request before anything below is applied: the whole request on stdio, where there
	// are neither headers nor a token. It is set by the host.
	Base engine.Request

	// Clients maps the name in a client's clientInfo, ignoring case, to its runner. The runner of
	// any other client is its name. An empty runner means that it is missing. Nil means
	// [DefaultClients].
	Clients map[string]string

	// Headers maps HTTP headers to the fields they set: "runner", "model", "verbosity" or a
	// declared attribute by its path ("user.role"). The value is converted to the declared type; a
	// list is separated by commas. A repeated header has the wrong type unless it is a list. Nil
	// means [DefaultHeaders].
	Headers map[string]string

	// TrustedHeaders are headers that a proxy before the server sets or removes on each request,
	// whatever the client sent.
	TrustedHeaders []string

	// Claims maps claims of the verified token to the fields they set, like Headers. A claim is a
	// key of TokenInfo.Extra, a path into it (realm_access.roles), or, if Extra has neither, sub
	// for the user ID and scope for the scopes. Alternatives are separated by | ("scp|scope"): the
	// first that the token has is used. A string for a declared list is split at white space, as
	// OAuth writes scopes (RFC 8693, section 4.2); the items of a list are not. An attribute that a
	// claim sets is never taken from a header that is not trusted, even if the claim is missing.
	Claims map[string]string

	// VerifiedOnly ignores self-reported values for declared attributes: only TrustedHeaders set
	// any. Runner, model and verbosity may still be self-reported.
	VerifiedOnly bool
}

// DefaultHeaders returns the headers that a [Source] without Headers uses.
func DefaultHeaders() map[string]string {
	return map[string]string{"X-MCP-Runner": fieldRunner, "X-MCP-Model": fieldModel, "X-MCP-Verbosity": fieldVerbosity}
}

// Check reports conflicts of a source with rules: headers and claims that set an undeclared
// attribute, headers that VerifiedOnly or a claim for the same attribute disables, and attributes
// in Base that are undeclared or have the wrong type. It returns nil if there are none. The error
// joins an [*Error] for each; its Subject is the attribute, header or claim.
func (s Source) Check(r *rules.File) error {
	env, err := cond.NewEnv(r.Context, cond.EnvOptions{Servers: r.Servers})
	if err != nil {
		return err
	}
	errs := undeclared("", s.Base.Attrs, r.Context)
	for _, bad := range env.Request(expr.RequestValues{Attrs: s.Base.Attrs}).Bad() {
		errs = append(errs, fault(CodeBadValue, strings.TrimPrefix(bad.Path, "ctx."), nil,
			"every request has a value that is not of the declared type: %s", bad.Detail))
	}
	headers := s.headers()
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		target := headers[name]
		field, ok := fieldAt(r.Context, target)
		switch {
		case isBuiltIn(target):
		case !ok:
			errs = append(errs, fault(CodeUndeclared, name, nil, "header sets %q, "+undeclaredByRules, target))
		case field.Type.Kind == expr.Object:
			errs = append(errs, fault(CodeMapping, name, nil,
				"header sets %q, which is a mapping: set one of its attributes", target))
		case s.claimed(target) && !s.trusts(name):
			errs = append(errs, fault(CodeUnverified, name, nil,
				"header sets %q, which a claim also sets, and any client can send the header: "+ifTrusted, target))
		case s.VerifiedOnly && !s.trusts(name):
			errs = append(errs, fault(CodeUnverified, name, nil,
				"header sets %q, but any client can send it: "+ifTrusted, target))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Claims)) {
		target := s.Claims[name]
		if _, ok := fieldAt(r.Context, target); !ok && !isBuiltIn(target) {
			errs = append(errs, fault(CodeUndeclared, name, nil, "claim sets %q, "+undeclaredByRules, target))
		}
	}
	return errors.Join(errs...)
}

// Ends of messages.
const (
	ifTrusted         = "if a proxy sets it, add it to TrustedHeaders"
	undeclaredByRules = "which the rules do not declare under context"
)

// undeclared returns errors for the attributes below a path that the rules do not declare.
func undeclared(path string, attrs map[string]any, context []expr.Field) (errs []error) {
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		field, ok := fieldAt(context, name)
		if strings.Contains(name, ".") || !ok {
			errs = append(errs, fault(CodeUndeclared, path+name, nil, "every request has this attribute, "+undeclaredByRules))
			continue
		}
		if inner, ok := attrs[name].(map[string]any); ok && field.Type.Kind == expr.Object {
			errs = append(errs, undeclared(path+name+".", inner, field.Type.Fields)...)
		}
	}
	return errs
}

func isBuiltIn(target string) bool {
	return target == fieldRunner || target == fieldModel || target == fieldVerbosity
}

// Request returns the request of a caller. The error is always nil: values are checked by the
// rules, and a value of the wrong type hides what reads it.
func (s Source) Request(_ context.Context, c Caller) (engine.Request, error) {
	b := requestBuilder{req: s.Base}
	if c.Client != nil {
		b.set(fieldRunner, s.runner(c.Client.Name))
	}
	headers := s.headers()
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		values := c.Header.Values(name)
		target := headers[name]
		if len(values) == 0 || !s.accepts(name, target) {
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

// fromHeaders reports whether a field that rules read may come from a header: runner, model,
// verbosity, or an attribute by its path.
func (s Source) fromHeaders(field string) bool {
	for name, target := range s.headers() {
		if s.accepts(name, target) && overlap(target, field) {
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

// accepts reports whether a header may set a field.
func (s Source) accepts(header, target string) bool {
	return isBuiltIn(target) || s.trusts(header) || !s.VerifiedOnly && !s.claimed(target)
}

// claimed reports whether a claim sets an attribute, a part of it, or a mapping that contains it.
func (s Source) claimed(target string) bool {
	for _, other := range s.Claims {
		if overlap(target, other) {
			return true
		}
	}
	return false
}

// overlap reports whether two attributes are equal or one of them is a mapping that contains the
// other.
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

// headerValue converts a header to its declared type. A value that cannot be converted is returned
// unchanged, for the rules to reject.
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

// declared returns the type of the attribute that a header or claim sets.
func (c Caller) declared(target string) expr.Type {
	if c.Rules == nil || isBuiltIn(target) {
		return expr.Type{}
	}
	field, _ := fieldAt(c.Rules.Context, target)
	return field.Type
}

// fieldAt returns a declared attribute by its path.
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
