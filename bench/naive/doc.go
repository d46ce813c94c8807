// Package naive does what the engine does as one would write it without this module: the peers that need no library beyond those
// that the module has anyway. Each is written with care and given what makes it fast; what it has to do without is said with it.
//
// None of it knows of rules that fail, of missing attributes, of reports or explanations.
package naive
