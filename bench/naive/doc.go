// Package naive does what the engine does without this module: the peers that need no library
// beyond the dependencies of this module. Each is written with care; its documentation states what
// it lacks.
//
// None of it handles failing rules, missing attributes, reports or explanations.
package naive
