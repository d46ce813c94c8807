// Package documented is a second implementation of rule files for tests, written from README.md and
// docs/ alone.
//
// It evaluates everything the slow and obvious way: one entry after the other, one tool at a time.
// It shares no code with the packages that it checks and imports only the standard library, so that
// their mistakes are not repeated here. A difference between the two means that the documentation
// or the engine is wrong.
//
// It assumes that a file is valid and panics otherwise: the faults of files have other tests.
package documented
