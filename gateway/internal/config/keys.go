package config

import (
	"regexp"

	"github.com/toolrules/toolrules/internal/shape"
)

// format is the table of the keys of a configuration file.
var format = &shape.Format{
	Title: "toolrules gateway configuration",
	Doc:   "What toolrules serve needs beyond its flags.",
	Root:  fileShape,
}

var fileShape = &shape.Shape{Kind: shape.Mapping, Name: "a gateway configuration", Empty: "leave out --config",
	Keys: []shape.Key{
		shape.May("hosts",
			"Host names, with a port if it is not the default, by which clients reach the gateway over HTTP.", listOf("the list of hosts", "a host")),
		shape.May("origins", "Origins of web pages that may use the gateway.", listOf("the list of origins", "an origin")),
		shape.May("tls", "The certificate of the main listener.", mappingOf("the TLS files",
			shape.Need("cert", "A PEM file with the certificate chain.", textOf("a path")),
			shape.Need("key", "A PEM file with the private key.", textOf("a path")))),
		shape.May("sessions", "Whether HTTP has sessions. By default it is stateless.", boolean),
		shape.May("attributes", "Attributes that every request has unless its caller's token or headers set them.",
			anyAttributes("the attributes")),
		shape.May("headers", "Attributes that any client can set by a header: for descriptions, never for secrets.",
			attributesBy("the mapping of headers", "a header")),
		shape.May("trusted_headers", "Attributes that a proxy sets by headers.", mappingOf("the trusted headers",
			shape.Need("proxies", "IP addresses and prefixes of the proxies.", listOf("the list of proxies",
				"an address or a prefix")),
			shape.Need("headers", "The attribute of each header.", attributesBy("the mapping of headers", "a header")),
			shape.May("subject", "The header with the name of the caller, for the audit log.", textOf("a header")))),
		shape.May("tokens", "Static bearer tokens.", &shape.Shape{Kind: shape.List, Name: "the list of tokens",
			Empty: "leave out tokens", Elem: mappingOf("a token",
				shape.Need("name", "The name of the caller, for the audit log.", textOf("a name")),
				shape.Need("sha256", "The SHA-256 of the token, in hexadecimal.",
					&shape.Shape{Kind: shape.Text, Name: "a SHA-256", Match: regexp.MustCompile(`^[0-9a-f]{64}$`)}),
				shape.May("attributes", "The attributes of the caller.", anyAttributes("the attributes")))}),
		shape.May("oidc", "Access tokens of an OpenID Connect issuer.", mappingOf("the issuer",
			shape.Need("issuer", "The URL of the issuer, exactly as in the tokens.", textOf("a URL")),
			shape.Need("audience", "The audience that a token must have.", textOf("an audience")),
			shape.May("resource", "The public URL of the gateway; by default the audience, if that is a URL.",
				textOf("a URL")),
			shape.May("required_scopes", "Scopes that a token must have.", listOf("the list of scopes", "a scope")),
			shape.May("claims", "The attribute that each claim sets.", attributesBy("the mapping of claims", "a claim")))),
		shape.May("audit", "Where the audit log goes.", mappingOf("the audit log",
			shape.May("file", "A file to append to; by default standard error.", textOf("a path")),
			shape.May("required", "Refuse calls while the audit log cannot be written.", boolean))),
		shape.May("isolate", "Servers with a connection for each caller.", mappingOf("the isolation",
			shape.Need("by", "session, or the attributes whose values separate callers.", listOf("the list of attributes",
				"an attribute")),
			shape.May("servers", "The servers with a connection for each caller; by default all.",
				listOf("the list of servers", "a server ID")),
			shape.May("max", "The largest number of connections to a server.", &shape.Shape{Kind: shape.Integer,
				Name: "the number of connections", Min: 1, Max: 100_000}),
			shape.May("idle", "How long a connection is kept without calls.", duration))),
		shape.May("timeouts", "How long the gateway waits.", mappingOf("the timeouts",
			shape.May("ready", "For servers before the first list.", duration),
			shape.May("grace", "Until the tools of a lost server are no longer listed.", duration),
			shape.May("connect", "For a server to connect.", duration),
			shape.May("call", "For a server to answer a call.", duration))),
	}}

var (
	boolean  = &shape.Shape{Kind: shape.Boolean, Name: "true or false"}
	duration = &shape.Shape{Kind: shape.Text, Name: "a duration", Empty: "write 10s or 5m"}
)

func textOf(name string) *shape.Shape { return &shape.Shape{Kind: shape.Text, Name: name} }

func listOf(name, item string) *shape.Shape {
	return &shape.Shape{Kind: shape.List, Name: name, Empty: "list at least one, or leave out the key",
		Elem: textOf(item)}
}

func mappingOf(name string, keys ...shape.Key) *shape.Shape {
	return &shape.Shape{Kind: shape.Mapping, Name: name, Empty: "leave out the key", Keys: keys}
}

// attributesBy returns the shape of a mapping of headers or claims to attributes.
func attributesBy(name, key string) *shape.Shape {
	return &shape.Shape{Kind: shape.Dictionary, Name: name, Empty: "leave out the key",
		KeyIs: shape.KeyRule{Name: key}, Elem: textOf("an attribute")}
}

func anyAttributes(name string) *shape.Shape {
	return &shape.Shape{Kind: shape.Dictionary, Name: name, Empty: "leave out the key",
		KeyIs: shape.KeyRule{Name: "an attribute"}, Elem: &shape.Shape{Kind: shape.Anything, Name: "a value"}}
}
