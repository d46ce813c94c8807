// Package workload is what the benchmarks work on: catalogs, policies, a request and texts. It is shared by the benchmarks of this
// module and by those of the nested module bench/peers, so that all of them do the same work. Everything in it is the same in
// each run.
package workload
