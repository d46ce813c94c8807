// Package peers does the filter of the benchmarks in other policy engines, each written as its own documentation advises. It is a
// module of its own, so that nobody who uses toolrules has to fetch them.
//
// All of them are given the tools in a form of their own beforehand, and the request as well: what is measured is deciding, for
// every tool, whether the request sees it.
package peers_test
