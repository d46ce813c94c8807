// Package peers implements the filter of the benchmarks in other policy engines, each as its
// documentation advises. It is a separate module, so that users of toolrules do not fetch them.
//
// All of them get the tools and the request in their own form beforehand. The benchmarks measure
// only the decision, for every tool, whether the request sees it.
package peers_test
