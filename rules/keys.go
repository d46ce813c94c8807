package rules

import (
	"regexp"

	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/naming"
)

// format is the table of keys: everything that a rule file may contain.
var format = &shape.Format{
	Title: "toolrules rule file",
	Doc:   "Which MCP tools a request sees, under which names, with which words.",
	Root:  fileShape,
	Owners: []shape.Owner{
		{Name: "filter", Shape: filterShape}, {Name: "naming", Shape: namingShape},
		{Name: "an entry of descriptions", Shape: descriptionShape},
		{Name: "a text", Shape: tailoredShape.OneOf[1]}, {Name: "a filter entry", Shape: filterEntryShape},
		{Name: "a runner rule", Shape: runnerShape}, {Name: "the file", Shape: fileShape},
	},
}

// JSONSchema returns the JSON Schema (draft-07, which editors support best) of rule files,
// indented, with a final newline. It is generated from the table that the loader checks files
// against. It describes shapes only: patterns and expressions are checked by the loader.
func JSONSchema() []byte { return format.JSONSchema() }

var (
	attributeName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*\??$`)
	metaName      = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)
	setName       = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
)

// selectorKey is the rule for keys that [ParseSelector] accepts, with levels from 0 to 9.
var selectorKey = shape.KeyRule{
	Name: "a level", Selector: true, Match: regexp.MustCompile(`^[0-9](-[0-9]|(,[0-9])*)$`),
	Alone: "in {…} a list of levels needs quotes", // YAML reads {1,4: x} as two keys
}

var fileShape = &shape.Shape{Kind: shape.Mapping, Name: "a rule file", Empty: "write at least version: 1",
	Instead: fileInstead,
	Hints:   foreignKeys["file"], Keys: []shape.Key{
		shape.Need("version", "The version of the format: 1.",
			&shape.Shape{Kind: shape.Integer, Name: "the version of the format", Min: 1, Max: 1}).Writing("version: 1"),
		shape.May("servers", "The closed list of server ids. Patterns that name another server are errors, and so is a catalog that has one.",
			&shape.Shape{Kind: shape.List, Name: "the list of servers", Empty: "leave servers out to allow any",
				Elem: &shape.Shape{Kind: shape.Text, Name: "a server id"}}),
		shape.May("context", "What a request carries beside runner, model and verbosity. Only what is declared can be read by an expression.",
			contextShape),
		shape.May("sets", "Named groups of patterns, written $name in a filter.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of sets", Empty: "leave sets out",
				KeyIs: shape.KeyRule{Name: "a set", Match: setName},
				Elem:  &shape.Shape{Kind: shape.List, Name: "a set", Empty: "list at least one pattern, or remove the set", Elem: patternShape}}),
		shape.May("order", "The order of the tools of each server: listed, as its server lists them, or by name.",
			&shape.Shape{Kind: shape.Text, Name: "an order", Words: []string{"listed", "name"}}),
		shape.May("annotations", "What the operator knows about tools: hints and tags.",
			&shape.Shape{Kind: shape.List, Name: "the list of annotations", Empty: "leave annotations out to keep every server's own hints",
				Elem: annotationShape}),
		shape.May("verbosity", "The level of requests that have none.", verbosityShape),
		shape.May("naming", "How tools are named towards the model.", namingShape),
		shape.May("filter", "Which tools are visible.", filterShape),
		shape.May("discovery", "Which of the visible tools are listed, and how the others are found.", discoveryShape),
		shape.May("descriptions", "With which words tools are shown.",
			&shape.Shape{Kind: shape.List, Name: "the list of descriptions", Empty: "leave descriptions out to keep every server's own",
				Elem: descriptionShape, Instead: entriesInstead(descriptionShape, "[{tools: %s, description: %s}]")}),
	}}

var contextShape = newContextShape()

// newContextShape returns the only recursive shape: a mapping of attributes may hold mappings of
// attributes.
func newContextShape() *shape.Shape {
	const wanted = "write string, bool, int, float, [string] or words such as admin | guest"
	attributes := &shape.Shape{Kind: shape.Dictionary, Def: "context", Name: "a mapping of attributes",
		Empty: "leave it out, or declare an attribute: tenant: string",
		Doc:   "From names to types; a ? after a name marks a value that may be missing.",
		KeyIs: shape.KeyRule{Name: "an attribute", Match: attributeName}, Instead: pairsInstead("%s: %s")}
	attributes.Elem = &shape.Shape{Kind: shape.Choice, Name: "a type", Empty: wanted,
		Doc: "string, bool, int, float, [T] for a list of one of these, a | b for one of these words, or a mapping.",
		OneOf: []*shape.Shape{
			{Kind: shape.Text, Name: "a type", Empty: wanted, Instead: typeInstead},
			{Kind: shape.List, Name: "the type of a list", Empty: "write [string]",
				Elem: &shape.Shape{Kind: shape.Text, Name: "the type of an item", Empty: wanted, Instead: typeInstead}},
			attributes,
		}}
	return attributes
}

var patternShape = &shape.Shape{Kind: shape.Text, Name: "a pattern", Empty: "write server/tool, or remove it",
	Doc: "server/tool, or tool alone for any server. * is any run of characters, ? is one, {a,b} is either."}

var patternsShape = &shape.Shape{Kind: shape.Choice, Name: "a pattern or a list of patterns",
	Empty: "write server/tool, or remove it",
	OneOf: []*shape.Shape{
		patternShape, {Kind: shape.List, Name: "a list of patterns", Empty: "list at least one pattern",
			Elem: patternShape},
	}}

var whenShape = &shape.Shape{Kind: shape.Text, Name: "an expression",
	Empty: "write a condition such as tool.destructive, or leave when out", Instead: conditionInstead,
	Doc: "An expression that must be true as well. It reads tool.* and ctx.*."}

// conditionHints holds what to write for keys that mean the opposite of when.
var conditionHints = map[string]string{
	"unless": "write when: not (…)",
	"except": "write when: not (…), or put what is to be hidden under exclude",
}

var namingShape = &shape.Shape{Kind: shape.Mapping, Name: "naming", Empty: "leave naming out for the defaults",
	Hints: foreignKeys["naming"], Keys: []shape.Key{
		shape.May("prefix", "Put before every exposed name: up to 50 of A-Z a-z 0-9 _ -.",
			&shape.Shape{Kind: shape.Text, Name: "the prefix", Blank: shape.AnyText}),
		shape.May("namespace", `Whether "<server>__" is put before the tool name. The default is true.`,
			&shape.Shape{Kind: shape.Boolean, Name: "true or false"}),
		shape.May("separator", "What is put between server and tool: 1 to 3 of A-Z a-z 0-9 _ -. The default is __.",
			&shape.Shape{Kind: shape.Text, Name: "the separator"}),
		shape.May("servers", "How the tools of single servers are named, by server id.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of servers", Empty: "leave servers out",
				KeyIs: shape.KeyRule{Name: "a server id"},
				Elem:  serverNameShape}),
		shape.May("truncated", "The form of names that are too long: trunc_ and a hash, or with as much of the name as fits.",
			&shape.Shape{Kind: shape.Text, Name: "a form of truncated names", Words: []string{"hash", "readable"}}),
		shape.May("rename", "A tool's own name, before prefix and namespace, by server/tool.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of renames", Empty: "leave rename out",
				KeyIs: shape.KeyRule{Name: "a tool"},
				Elem:  &shape.Shape{Kind: shape.Text, Name: "a tool name"}, Instead: pairsInstead("%s: %s")}),
		shape.May("collisions", "What happens if two tools get one name: all of them are rejected, or the first of the catalog keeps it.",
			&shape.Shape{Kind: shape.Text, Name: "a way with collisions", Words: []string{"reject", "keep_first"},
				Also: words(map[string]string{
					"error fail none": "reject", "first keep keep-first first-wins": "keep_first"})}),
		shape.May("accept", "Which names tools/call takes.",
			&shape.Shape{Kind: shape.Text, Name: "what is accepted", Words: []string{"exposed", "exposed_and_original"},
				Also: words(map[string]string{
					"both all any": "exposed_and_original", "new renamed": "exposed"})}),
		shape.May("targets", "Whose name rules every name must obey.",
			&shape.Shape{Kind: shape.List, Name: "the list of targets", Empty: "leave targets out for the common rules of names",
				Elem: &shape.Shape{Kind: shape.Text, Name: "a target", Words: targetWords(), Also: foreignTargets}}),
		shape.May("max_bytes", "The longest name, in bytes: 32 to 64. The default is 64.",
			&shape.Shape{Kind: shape.Integer, Name: "the longest name", Min: 32, Max: 64}),
		shape.May("hash_digits", "The hex digits in a truncated name: 8 to 32. The default is 8.",
			&shape.Shape{Kind: shape.Integer, Name: "the number of hex digits", Min: 8, Max: 32}),
	}}

var serverNameShape = &shape.Shape{Kind: shape.Mapping, Name: "a server's name", Empty: "write as: and what replaces the server id in names",
	Instead: serverNameInstead,
	Keys: []shape.Key{
		shape.Need("as", `What replaces the server id in names: a server id, or "" for names without server and separator.`,
			&shape.Shape{Kind: shape.Text, Name: "what replaces the server id", Blank: shape.EmptyIsFine}).
			Writing("as: and a short id, or as: ''"),
	}}

var filterShape = &shape.Shape{Kind: shape.Mapping, Name: "the filter", Empty: "leave filter out to show every tool",
	Hints: foreignKeys["filter"], Keys: []shape.Key{
		shape.May("include", "A tool must match one of these. Left out: every tool.",
			&shape.Shape{Kind: shape.List, Name: "the list of includes", Empty: "leave include out to show every tool, or exclude '*' to show none",
				Elem: entryShape, Instead: sideInstead(`to show none, write exclude: ["*"]`)}),
		shape.May("exclude", "A tool that matches one of these is hidden, whatever include says.",
			&shape.Shape{Kind: shape.List, Name: "the list of excludes", Empty: "leave exclude out to hide nothing",
				Elem:    entryShape,
				Instead: sideInstead("leave exclude out to hide nothing")}),
	}}

var entryShape = &shape.Shape{Kind: shape.Choice, Def: "entry", Name: "an entry",
	Empty: "write a pattern, $set, or a mapping with tools, regex or when", OneOf: []*shape.Shape{
		{Kind: shape.Text, Name: "a pattern or $set", Empty: "write server/tool, or remove it", Doc: patternShape.Doc},
		filterEntryShape,
	}}

var filterEntryShape = &shape.Shape{Kind: shape.Mapping, Name: "a filter entry", Empty: "write at least one of tools, regex and when",
	Hints: foreignKeys["filter entry"], Some: []string{"tools", "regex", "when"}, Keys: []shape.Key{
		shape.May("tools", "One pattern or $set, or a list of them.", patternsShape).As("pattern", "patterns", "name", "names", "match", "glob"),
		shape.May("server", "The server segment that goes with regex.",
			&shape.Shape{Kind: shape.Text, Name: "a server pattern", Blank: shape.AnyText}).With("regex"),
		shape.May("regex", "A regular expression (RE2) over the tool name, not anchored. Needs server.",
			&shape.Shape{Kind: shape.Text, Name: "a regular expression", Blank: shape.AnyText}).With("server"),
		shape.May("when", whenShape.Doc, whenShape).As("if", "condition", "where", "expr", "expression"),
		shape.May("id", "A name for this entry, unique in the file; explain and the logs show it.",
			&shape.Shape{Kind: shape.Text, Name: "an id"}),
		shape.May("reason", "Why, for people; explain and the logs show it.",
			&shape.Shape{Kind: shape.Text, Name: "a reason"}).As("description", "comment"),
	}}

// hintKeys holds the keys of an entry of annotations that set a hint.
var hintKeys = []string{"readOnly", "destructive", "idempotent", "openWorld"}

var annotationShape = &shape.Shape{Kind: shape.Mapping, Name: "an entry of annotations",
	Empty: "write tools and at least one of readOnly, destructive, idempotent, openWorld, tags", Hints: foreignKeys["annotation"],
	Some: append([]string{"tags"}, hintKeys...), Keys: []shape.Key{
		shape.May("tools", "One pattern or $set, or a list of them; they match exactly.", patternsShape).
			As("pattern", "patterns", "name", "names", "match", "glob"),
		shape.May("server", "The server segment that goes with regex.",
			&shape.Shape{Kind: shape.Text, Name: "a server pattern", Blank: shape.AnyText}).With("regex"),
		shape.May("regex", "A regular expression (RE2) over the tool name, not anchored. Needs server.",
			&shape.Shape{Kind: shape.Text, Name: "a regular expression", Blank: shape.AnyText}).With("server"),
		shape.May("when", "A condition that must be true as well. It reads tool.* alone, as its server sent it.", whenShape).
			As("if", "condition", "where", "expr", "expression"),
		shape.May("readOnly", "Whether the tool changes nothing.", flagShape).
			As("read_only", "readOnlyHint", "readonly"),
		shape.May("destructive", "Whether the tool may destroy or overwrite.", flagShape).As("destructiveHint"),
		shape.May("idempotent", "Whether a second call with the same arguments changes nothing more.", flagShape).As("idempotentHint"),
		shape.May("openWorld", "Whether the tool reaches beyond its server.", flagShape).As("open_world", "openWorldHint", "openworld"),
		shape.May("tags", "Tags that conditions read as tool.tags.",
			&shape.Shape{Kind: shape.List, Name: "the list of tags", Empty: "leave tags out",
				Elem: &shape.Shape{Kind: shape.Text, Name: "a tag"}}).
			As("tag", "labels"),
	}}

var flagShape = &shape.Shape{Kind: shape.Boolean, Name: "true or false"}

var descriptionShape = &shape.Shape{Kind: shape.Mapping, Name: "an entry of descriptions",
	Empty: "write tools and one of title, description, arguments, results", Hints: foreignKeys["description"],
	Some: descriptionKeys, Keys: []shape.Key{
		shape.Need("tools", "A pattern, or a list of patterns: the tools that these descriptions are for.", patternsShape).
			As("pattern", "patterns", "name", "names", "match").Writing("tools: server/tool, or tools: '*' for every tool"),
		shape.May("title", "The tool's title.", tailoredShape),
		shape.May("description", "The tool's description.", tailoredShape),
		shape.May("arguments", "Descriptions in the input schema, by property path: body, address.street, labels[].name, or a JSON Pointer.",
			placesShape("the mapping of arguments")),
		shape.May("results", "Descriptions in the output schema, by property path.", placesShape("the mapping of results")),
		shape.May("server_text", "What is kept of the server's own texts: keep, first_sentence or remove, or these by level.", serverTextShape).
			As("server_texts"),
		shape.May("hidden_characters", "What happens to hidden characters in the server's texts: keep, strip or reject.",
			&shape.Shape{Kind: shape.Text, Name: "a way with hidden characters",
				Words: []string{"keep", "strip", "reject"}}),
	}}

// descriptionKeys holds the keys of an entry of descriptions that change something.
var descriptionKeys = []string{"title", "description", "arguments", "results", "server_text", "hidden_characters"}

var serverTextWord = &shape.Shape{Kind: shape.Text, Name: "what is kept of the server's texts",
	Words: []string{"keep", "first_sentence", "remove"}}

var serverTextShape = &shape.Shape{Kind: shape.Choice, Name: "what is kept of the server's texts",
	Empty: "write keep, first_sentence or remove", OneOf: []*shape.Shape{
		serverTextWord,
		{Kind: shape.Dictionary, Name: "the mapping of server_text", Empty: "write keep, first_sentence or remove",
			KeyIs: selectorKey, Elem: serverTextWord},
	}}

var discoveryShape = &shape.Shape{Kind: shape.Mapping, Name: "discovery", Empty: "leave discovery out to list every tool",
	Keys: []shape.Key{
		shape.May("pin", "Patterns and sets whose tools are listed first, in this order.",
			&shape.Shape{Kind: shape.List, Name: "the list of pins", Empty: "leave pin out", Elem: patternShape}).
			As("pins", "pinned", "always"),
		shape.May("limits", "How many tools a list has; the most specific entry that matches the request counts.",
			&shape.Shape{Kind: shape.List, Name: "the list of limits", Empty: "leave limits out to list every tool",
				Elem: limitShape}).As("limit"),
		shape.May("priority", "Which tools are listed rather than deferred, by pattern or set: 0 to 9. The default is 5.",
			&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of priorities", Empty: "leave priority out",
				KeyIs: shape.KeyRule{Name: "a pattern"},
				Elem:  &shape.Shape{Kind: shape.Integer, Name: "a priority", Min: 0, Max: 9}}).
			As("priorities"),
		shape.May("search", "The tools by which deferred tools are found and called. {} has all defaults.", searchShape),
		shape.May("hints", `Whether pinned tools carry _meta["anthropic/alwaysLoad"], for clients that defer tools themselves.`, flagShape),
	}}

var limitShape = &shape.Shape{Kind: shape.Mapping, Name: "a limit", Empty: "write tools or bytes",
	Some: []string{"tools", "bytes"},
	Keys: []shape.Key{
		shape.May("runner", "A name, a list of names, * or left out for any.", namesShape("a runner")),
		shape.May("model", "A name, a glob, a list of names, * or left out for any.", namesShape("a model")),
		shape.May("when", "A condition that must be true as well. It reads ctx.* alone.", whenShape).
			As("if", "condition", "where", "expr", "expression"),
		shape.May("tools", "The largest number of tools in a list.",
			&shape.Shape{Kind: shape.Integer, Name: "a number of tools", Min: 1, Max: 1_000_000}).
			As("max_tools", "max", "count"),
		shape.May("bytes", "The largest size of a list, as JSON.",
			&shape.Shape{Kind: shape.Integer, Name: "a number of bytes", Min: 2, Max: 1 << 30}).As("max_bytes", "size"),
	}}

var searchShape = &shape.Shape{Kind: shape.Mapping, Name: "search", Hollow: true, Empty: "write {} for the defaults, or leave search out",
	Keys: []shape.Key{
		shape.May("name", "The name of the tool that searches. The default is search_tools.",
			&shape.Shape{Kind: shape.Text, Name: "a tool name", Match: metaName}),
		shape.May("call", "The name of the tool that calls what was found, or none. The default is call_tool.",
			&shape.Shape{Kind: shape.Text, Name: "a tool name", Match: metaName}),
		shape.May("results", "How many tools a search finds. The default is 8.",
			&shape.Shape{Kind: shape.Integer, Name: "a number of tools", Min: 1, Max: 100}),
		shape.May("bytes", "The largest size of the tools in a result, as JSON. The default is 32000.",
			&shape.Shape{Kind: shape.Integer, Name: "a number of bytes", Min: 1000, Max: 1 << 20}),
		shape.May("synonyms", "Groups of words that mean the same: [[sprint, iteration]].",
			&shape.Shape{Kind: shape.List, Name: "the list of groups", Empty: "leave synonyms out",
				Elem: &shape.Shape{Kind: shape.List, Name: "a group of words", Empty: "write at least two words",
					Elem: &shape.Shape{Kind: shape.Text, Name: "a word"}}}),
	}}

func placesShape(name string) *shape.Shape {
	return &shape.Shape{Kind: shape.Dictionary, Name: name, Empty: "leave it out",
		KeyIs: shape.KeyRule{Name: "a property path", Empty: true}, Elem: tailoredShape}
}

// missingText is what to write for a missing text.
const missingText = `write the text, or "" to remove the server's own`

var tailoredShape = &shape.Shape{Kind: shape.Choice, Def: "text", Name: "a text", Empty: missingText,
	OneOf: []*shape.Shape{
		answerShape,
		{Kind: shape.Mapping, Name: "a tailored text", Empty: missingText,
			Hints: foreignKeys["text"], Keys: []shape.Key{
				shape.May("prepend", "A string before the server's own text, which stays. It goes with append alone.", answerShape),
				shape.May("append", "A string after the server's own text, which stays. It goes with prepend alone.", answerShape),
				shape.May("default", "The text where nothing more specific answers.", answerShape),
				shape.May("default_verbosity", "The level for a request that asks for none: 0 to 9.", levelShape),
				shape.May("levels", "Texts by level: 3, 0-5 or \"1,4,9\". A level that none covers takes the nearest, the lower one of two.",
					&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of levels", Empty: "leave levels out",
						KeyIs: selectorKey, Elem: answerShape}),
				shape.May("variants", "Named texts, for verbosity_map and runners.",
					&shape.Shape{Kind: shape.Dictionary, Name: "the mapping of variants", Empty: "leave variants out",
						KeyIs: shape.KeyRule{Name: "a variant"}, Elem: answerShape}),
				shape.May("verbosity_map", "Names of variants by level.", variantsByLevel("verbosity_map")),
				shape.May("runners", "Rules for runners and models; the most specific one that matches answers.",
					&shape.Shape{Kind: shape.List, Name: "the list of runner rules", Empty: "leave runners out",
						Elem:    runnerShape,
						Instead: entriesInstead(runnerShape, "[{runner: %s, default: %s}]")}),
			}},
	}}

var answerShape = &shape.Shape{Kind: shape.Text, Name: "a text", Blank: shape.EmptyIsFine, Empty: missingText}

var levelShape = &shape.Shape{Kind: shape.Integer, Name: "a level", Min: 0, Max: 9}

var variantShape = &shape.Shape{Kind: shape.Text, Name: "the name of a variant"}

func variantsByLevel(name string) *shape.Shape {
	return &shape.Shape{Kind: shape.Dictionary, Name: "the mapping of " + name, Empty: "leave it out",
		KeyIs: selectorKey, Elem: variantShape}
}

var runnerShape = &shape.Shape{Kind: shape.Mapping, Name: "a runner rule", Empty: "write at least default or levels",
	Hints: foreignKeys["runner rule"], Keys: []shape.Key{
		shape.May("runner", "A name, a list of names, * or left out for any.", namesShape("a runner")),
		shape.May("model", "A name, a glob, a list of names, * or left out for any.", namesShape("a model")),
		shape.May("when", whenShape.Doc, whenShape).As("if", "condition", "where", "expr", "expression"),
		shape.May("levels", "Names of variants by level.", variantsByLevel("levels")),
		shape.May("default", "The variant for a rule without levels.", variantShape),
	}}

var verbosityShape = &shape.Shape{Kind: shape.Mapping, Name: "verbosity", Empty: "write default, runners or both",
	Instead: verbosityInstead, Some: []string{"default", "runners"}, Keys: []shape.Key{
		shape.May("default", "The level for all other requests: 0 to 9.", levelShape),
		shape.May("runners", "Levels for runners and models; the most specific rule that matches counts.",
			&shape.Shape{Kind: shape.List, Name: "the list of runner rules", Empty: "leave runners out",
				Elem: levelRunnerShape}),
	}}

var levelRunnerShape = &shape.Shape{Kind: shape.Mapping, Name: "a runner rule of verbosity",
	Empty: "write runner or model, and level",
	Hints: map[string]string{"when": "a level depends on runner and model alone", "default": "write level: and a number from 0 to 9"},
	Keys: []shape.Key{
		shape.May("runner", "A name, a list of names, * or left out for any.", namesShape("a runner")),
		shape.May("model", "A name, a glob, a list of names, * or left out for any.", namesShape("a model")),
		shape.Need("level", "The level: 0 to 9.", levelShape).As("verbosity").
			Writing("level: and a number from 0 to 9"),
	}}

func namesShape(what string) *shape.Shape {
	name := &shape.Shape{Kind: shape.Text, Name: what, Empty: "leave it out for any, or write * for any"}
	return &shape.Shape{Kind: shape.Choice, Name: what, Empty: "leave it out for any, or write * for any", OneOf: []*shape.Shape{
		name, {Kind: shape.List, Name: "a list of names", Empty: "leave it out for any", Elem: name},
	}}
}

func targetWords() []string {
	var words []string
	for _, t := range naming.Providers() {
		words = append(words, string(t))
	}
	return words
}
