// Package naming computes the names under which a model sees the tools of a catalog, and resolves
// a called name to its tool.
//
// A [Key] identifies a tool: the ID that the operator gave its server, and the raw name that the
// server sent. Models see one flat list, so each tool also gets an exposed name. A [Scheme] defines
// how exposed names are made; [Scheme.Build] names a whole catalog and returns a [Table] and a
// [Report]. The zero Scheme implements ConduitMcp.Client.Naming of ConduitMCP v0.11 exactly.
//
// # How a name is made
//
//  1. The raw name must be 1 to 128 characters of A-Z a-z 0-9 _ . - ([ValidToolName]), or be renamed.
//     Otherwise the tool is rejected. This is checked before anything is replaced.
//  2. A name that [Scheme.Rename] assigns to the key is used instead of the raw name in the steps
//     that follow. The key does not change.
//  3. The full name is the prefix, the server ID, "__", and the tool's name with each character
//     outside A-Z a-z 0-9 _ - replaced by an underscore ([Sanitize]). [Scheme.Separator] replaces "__",
//     and [Scheme.Servers] the ID of a server. Without namespaces the server ID and "__" are omitted.
//  4. Each provider in [Scheme.Targets] may allow less: a character that it does not allow becomes an
//     underscore, and "t_" is put before a first character that it does not allow.
//  5. A full name of more than [Scheme.MaxBytes] bytes is truncated: it becomes the prefix, "trunc_",
//     and the first [Scheme.HashDigits] lower-case hex digits of SHA-256 over the server ID, a NUL,
//     and the tool's name of step 2. [Scheme.Truncated] can keep a part of the name.
//  6. Tools with equal names collide, whether they are of one server or of two. All of them are
//     rejected, or all but the first with [KeepFirst]. If one of the names is truncated, all are
//     rejected even with KeepFirst, since hash digits can be forged. A name in [Scheme.Reserved]
//     collides with each tool that would get it, and no tool gets it.
//
// An exposed name is therefore 1 to 64 characters of A-Z a-z 0-9 _ -, and no two tools share one.
//
// # Servers without a namespace
//
// The namespace of a server is what its names start with: prefix, server ID or its replacement, and
// separator. No namespace may be a prefix of another. [Scheme.Servers] can leave single servers
// without a namespace. Such a server never takes a name from one that has a namespace: its tool is
// rejected if the name starts with the namespace of a server of the catalog, of Scheme.Servers or
// of [Scheme.Known], or with prefix and "trunc_" without being truncated. If its truncated name
// equals that of a server with a namespace, the latter keeps the name.
//
// # Server IDs
//
// The operator chooses a server ID; it is never what a server calls itself. It is a letter a-z
// followed by up to 31 of a-z 0-9 _, without "__" and without "_" at the end ([CheckServerID]). The
// last two rules make the boundary between ID and tool name unambiguous: IDs "a" and "a_" could
// both lead to "a___x". Without namespaces no ID is part of a name; then there is exactly one
// server, and its ID may be any string.
//
// # Invariants
//
// A character is a code point. In invalid UTF-8 each maximal ill-formed subsequence (Unicode
// Standard, section 3.9) is one character. Lengths are in bytes. Names are not normalized, and case
// is significant.
//
// Exposed names are never parsed: the Table is the only way from a name to a key. Names depend on
// the catalog and the scheme alone, never on the request, and a tool that a filter hides keeps its
// name.
//
// Package naming/dotted has other rules, for hosts that give their own tools dotted names.
package naming
