// Package rules holds the rule file as it is written, and loads it.
//
// [Load], [LoadFS] and [Parse] read a file and check its keys and the types of its values. All
// problems are reported at once, each with its code, its position and, if there is a single obvious
// fix, what to write instead. A Go program can also fill in a [File]; it may write a few things
// that a file cannot, such as a runner whose name is empty. Package engine compiles a File and
// checks what its values mean.
//
// # Rules of the format
//
//   - A file is unambiguous or rejected. An unknown key, an empty list, a string that YAML reads
//     as a number: each is an error, since a rule that is silently dropped shows what it should hide.
//   - Exclude always wins. Without include, every tool is visible that nothing excludes; with
//     include, a tool must match one of its entries.
//   - Exclude compares names folded (lower case, "-", "." and "_" are equal), include and
//     descriptions compare them exactly, so that another spelling can only lose access.
//   - An entry that fails hides: its condition reads what the request lacks, or its Go function
//     returns an error or panics. It matches under exclude, and does not match under include.
//   - A description is the first answer of four tiers: the most specific runner rule that matches,
//     verbosity_map, levels, default. A level that a tier does not cover takes the nearest that it
//     covers, and the lower of two.
//   - All results are in file order.
package rules
