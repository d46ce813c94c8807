// Package bench holds the benchmarks of the hot paths. Each compares this module with other
// implementations of the same job. README.md has the figures, and the command that prints them.
package bench
