// Package documented is a second implementation of rule files, written from README.md and docs/ alone, for tests.
//
// It evaluates everything the slow and obvious way: one entry after the other, one tool at a time. It shares no code with the
// packages that it checks and imports nothing but the standard library, so that a mistake in one of them is not repeated here.
// A difference between the two means that the documentation or the engine is wrong.
//
// It assumes that a file is valid: what is wrong with a file is for other tests. It panics where that does not hold.
package documented
