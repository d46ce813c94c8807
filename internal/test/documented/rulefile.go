package documented

// A File is a rule file. Sections that are empty are left out when it is written.
type File struct {
	Servers      []string
	Context      []Field
	Sets         []Set
	Order        string // listed or name
	Annotations  []Annotation
	Verbosity    Verbosity
	Naming       Naming
	Include      []Entry
	Exclude      []Entry
	Descriptions []Description
}

// A Field is a declared attribute of a request.
type Field struct {
	Name     string
	Optional bool // declared with a ?
	Type     Type
}

// A Type is the type of a declared attribute.
type Type struct {
	Kind   Kind
	Elem   Kind     // of the items of a list
	Words  []string // of an enum
	Fields []Field  // of a mapping
}

// A Kind is one of the types that a rule file can declare.
type Kind string

// The types, by the words that a rule file uses where it has one.
const (
	String  Kind = "string"
	Bool    Kind = "bool"
	Int     Kind = "int"
	Float   Kind = "float"
	List    Kind = "list"
	Enum    Kind = "enum"
	Mapping Kind = "mapping"
)

// A Set is a named group of patterns.
type Set struct {
	Name     string
	Patterns []string
}

// Naming is the section of that name. Zero values are left out.
type Naming struct {
	Prefix      string
	NoNamespace bool
	Separator   string
	Servers     []ServerName
	Rename      []Rename
	Truncated   string
	Collisions  string
	Accept      string
	Targets     []string
	MaxBytes    int
	HashDigits  int
}

// A ServerName is an entry of naming.servers.
type ServerName struct{ Server, As string }

// A Rename is an entry of rename.
type Rename struct{ Server, Tool, To string }

// An Entry is an entry of include or exclude.
type Entry struct {
	Tools         []string // patterns, or a $ and the name of a set
	Server, Regex string   // both or none
	When          string
	ID, Reason    string
}

// Verbosity is the section of that name.
type Verbosity struct {
	Default *int
	Runners []LevelRunner
}

// A LevelRunner is a runner rule with a level. Its Levels, Default and When are not used.
type LevelRunner struct {
	Runner
	Level int
}

// A Description is an entry of descriptions, for tools or for the instructions of servers.
type Description struct {
	Tools              []string
	Title, Description *Text
	Arguments, Results []Argument

	Server       string // a pattern; empty in an entry for tools
	Instructions *Text

	ServerText       string // for every level
	ServerTextLevels []ByLevel
	HiddenCharacters string
}

// An Argument is the text for the properties that a path selects.
type Argument struct {
	Path string
	Text Text
}

// A Text is a description that may depend on the request. If Only is set, it is just a string.
type Text struct {
	Only             *string
	Prepend, Append  *string // with one of them all else is unset
	Default          *string
	DefaultVerbosity *int
	Levels           []ByLevel
	Variants         []Variant
	VerbosityMap     []ByLevel
	Runners          []Runner
}

// A ByLevel is what holds for some levels: a text, or the name of a variant.
type ByLevel struct {
	Levels string // "3", "0-4" or "1,4,9"
	Value  string
}

// A Variant is a text with a name.
type Variant struct{ Name, Text string }

// A Runner is a runner rule.
type Runner struct {
	Runner, Model []string // nothing for any; one name that is no list if the flag beside it is false
	RunnerList    bool
	ModelList     bool
	When          string
	Levels        []ByLevel
	Default       *string
}

// A Server is a server of a catalog and the JSON objects of its tools.
type Server struct {
	ID           string
	Instructions string
	Tools        []string
	Tags         map[string][]string // by the name of a tool
}

// A Request is what a host says of a caller. A Runner or Model that is empty is missing, and so is
// a Verbosity that is nil.
type Request struct {
	Runner, Model string
	Verbosity     *int64
	Attrs         map[string]any
}
