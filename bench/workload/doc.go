// Package workload holds the input of the benchmarks: catalogs, policies, a request and texts. The
// benchmarks of this module and those of the nested module bench/peers share it, so that all do the
// same work. Everything in it is the same in each run.
package workload
