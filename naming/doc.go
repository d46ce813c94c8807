// Package naming settles what a model calls each tool of a catalog, and which tool a called name means.
//
// A tool is known by a pair, a [Key]: the id that the operator gave its server, and the raw name that the server sent. Models
// see one flat list, so every pair gets an exposed name. A [Scheme] says how; [Scheme.Build] names a whole catalog and gives
// a [Table] and a [Report]. The zero Scheme is the law of ConduitMCP v0.11, ConduitMcp.Client.Naming, to the byte.
//
// # How a name is made
//
//  1. The raw name has to be 1 to 128 characters of A-Z a-z 0-9 _ . - ([ValidToolName]); else the tool is rejected. This comes
//     before any mangling, which would hide what was wrong with the name.
//  2. A name that [Scheme.Rename] gives to the pair takes the place of the raw one in all that follows. The pair stays as it is.
//  3. The full name is prefix, server id, "__" and the tool's name with each character outside A-Z a-z 0-9 _ - turned into one
//     underscore ([Sanitize]). Without namespace, the server id and the "__" are left out.
//  4. Each of [Scheme.Targets] may refuse more: a character that it refuses becomes an underscore, and a first character that it
//     refuses gets "t_" in front.
//  5. A full name of more than [Scheme.MaxBytes] bytes gives way to prefix, "trunc_" and the first [Scheme.HashDigits]
//     lower-case hex digits of SHA-256 over the server id, a NUL, and the tool's name from step 2 as it was before mangling.
//  6. Tools whose names are now equal collide, within a server as well as between two. All of them are rejected, or all but the
//     first with [KeepFirst]; yet if one of the names is truncated then all of them go even so, since hash digits can be
//     forged. A name in [Scheme.Reserved] collides with every tool that would get it, and goes to none.
//
// So an exposed name is 1 to 64 characters of A-Z a-z 0-9 _ -, and no two tools share one.
//
// # Server ids
//
// A server id is chosen by the operator, never taken from what a server says of itself: a letter a-z, then up to 31 of a-z 0-9 _,
// with no "__" inside and no "_" at the end ([CheckServerID]). The last two rules keep the joint between id and name in one
// place, so that ids "a" and "a_" can't both arrive at "a___x". Without namespace no id is part of a name: then there has to be
// exactly one server, and its id may be anything.
//
// # What holds for all of it
//
// A character is a code point; in invalid UTF-8 each maximal ill-formed part (the Unicode Standard, section 3.9: what a
// decoder replaces by one U+FFFD) is one character. Lengths are bytes. Nothing is normalized and case always counts.
//
// Nobody takes an exposed name apart: the Table is the only way back to a pair. Names depend on the catalog and the scheme
// alone, never on who asks, and a tool that a filter hides goes on holding its name.
//
// [Registry] follows another law, for hosts that give their own tools dotted names.
package naming
