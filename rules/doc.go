// Package rules is what is written: the rule file, from its text to rules that can be asked.
//
// There are two ways in. [Load] and [Parse] read a file and report everything that is wrong with it at once, each problem with
// its code, its place and, where there is one obvious mend, what to write instead. A Go program can fill in a [File], a
// [FilterSpec] or a [TextSpec] itself and compile that; it may say a few things that a file may not, such as a runner whose
// name is empty. What is written is plain data, a File or a Spec and what stands in them; what is compiled ([Rules], a [Filter], a
// [Text]) is opaque, never changes, and may be shared by any number of goroutines.
//
// # The law
//
//   - A file says what it means or is refused. A key that is not known, a list that is empty, a text that YAML reads as a
//     number: each is an error, since a rule that is dropped in silence shows what it should hide.
//   - Exclude always wins. Without include every tool is visible that nothing excludes; with it a tool must match an entry.
//   - Exclude compares names loosely (lower case, "-", "." and "_" as one), include and descriptions compare them exactly, so
//     that another spelling can only lose access.
//   - An entry that fails hides: its expression reads what the request lacks, gives no bool, or its Go function panics. It
//     matches under exclude, and does not match under include.
//   - A text is the first answer of four tiers: the most specific runner rule that matches, verbosity_map, levels, default. A
//     level that a tier does not cover takes the nearest that it covers, the lower one of two.
//   - Everything that is found is given in the order of the file.
package rules
