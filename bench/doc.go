// Package bench has the benchmarks of the hot paths. Each compares what this module does with the same done otherwise; README.md has
// the figures, and the command that prints them.
package bench
