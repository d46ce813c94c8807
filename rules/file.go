package rules

import (
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/naming"
)

// A File is the content of a rule file: plain data, which a Go program may also fill in. Package
// engine compiles it. The zero File is valid and changes nothing: every tool is visible, under its
// default name, with its server's own descriptions.
type File struct {
	Servers      []string      // the closed list of server IDs; empty means any
	Context      []expr.Field  // the attributes of a request besides runner, model and verbosity
	Sets         []Set         // named groups of patterns
	Naming       naming.Scheme // how tools are named
	Order        string        // of the tools of each server: listed or name; empty: listed
	Annotations  []AnnotationSpec
	Verbosity    *VerbositySpec // the level of requests that have none; nil: the host's
	Filter       FilterSpec     // which tools are visible
	Descriptions []DescriptionSpec
	Discovery    DiscoverySpec // which tools a list has

	loaded
}

// loaded holds the data of a parsed file that internal/ruleset needs. Its fields are promoted, for
// that package only.
type loaded struct {
	Origin *source.File // nil if the file was built in Go
	Found  Problems     // in the order in which they were found

	revision string
}

// Revision returns the SHA-256 of the content of the file, in hexadecimal, so that replicas and
// logs can be compared. It is empty if the file was built in Go.
func (f *File) Revision() string { return f.revision }

// A Set is a named group of patterns, written $Name in the entries of a filter.
type Set struct {
	Name     string
	Patterns []string
}

// An AnnotationSpec sets hints and tags of the tools that match one of Tools, or Server and Regex,
// and When. Names are compared exactly. It needs Tools or Regex.
type AnnotationSpec struct {
	Tools         []string // patterns, and names of sets with a "$" before them
	Server, Regex *string  // as in an [EntrySpec]
	When          string   // a condition that reads the tool alone; empty: none

	ReadOnly, Destructive, Idempotent, OpenWorld *bool // nil: not set
	Tags                                         []string
}

// A VerbositySpec sets the level of requests that have none. The most specific of the Runners that
// match a request counts, as in a [TextSpec]; else Default.
type VerbositySpec struct {
	Default *int // nil: the host's
	Runners []LevelSpec
}

// A LevelSpec is the level, 0 to 9, for some runners and models.
type LevelSpec struct {
	Runner, Model Matcher
	Level         int
}

// A DescriptionSpec sets descriptions of the tools that match one of its patterns. Patterns match
// exactly, never folded.
type DescriptionSpec struct {
	Tools       []string
	Title       *TextSpec // nil: unchanged
	Description *TextSpec // nil: unchanged
	Arguments   []PlacedText
	Results     []PlacedText

	// ServerText sets, by level, which part of the server's own texts is kept: keep, first_sentence
	// or remove. HiddenCharacters is keep, strip or reject. Empty means not set.
	ServerText       []LevelVariant
	HiddenCharacters string
}

// A PlacedText is a text for a location in a schema. Path is a property path (labels[].name) or a
// JSON Pointer (/properties/x).
type PlacedText struct {
	Path string
	Text TextSpec
}
