// Package cond compiles and evaluates conditions, the language that package expr documents.
//
// An [Env] declares what a condition can read. [Env.Compile] returns a [Program]: and, or, not and
// ?: over atoms. An [Atom] is a maximal subexpression that is not itself one of these.
//
// The parser and the VM are those of github.com/expr-lang/expr, which no other package of the
// module imports. Checks, types and errors are those of this package. The VM evaluates single atoms
// over structs of plain data: it never sees nil, cannot call a method, and its optimizer, which
// changes which errors are seen, is off.
//
// [Program.Eval] is the reference evaluator and always uses the VM. [Atom.Outcome] uses Go
// functions for nearly all atoms; tests compare the two over everything that the checker accepts.
package cond
