package rules

import (
	"fmt"
	"regexp"

	"github.com/toolrules/toolrules/naming"
)

// The table of keys: everything that may stand in a rule file. Whoever adds a key adds it here, and the loader's "unknown
// key", the JSON Schema and the editor's help all know it.

var (
	attributeName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*\??$`)
	setName       = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
)

var fileShape = &shape{kind: mapping, name: "a rule file", empty: "write at least version: 1", keys: []key{
	{"version", "The version of the format: 1.", true,
		&shape{kind: integer, name: "the version of the format", min: 1, max: 1}},
	{"servers", "The closed list of server ids. Patterns that name another server are errors, and so is a catalog that has one.", false,
		&shape{kind: list, name: "the list of servers", empty: "leave servers out to allow any", elem: &shape{kind: text, name: "a server id"}}},
	{"context", "What a request carries beside runner, model and verbosity. Only what is declared can be read by an expression.", false, contextShape},
	{"sets", "Named groups of patterns, written $name in a filter.", false,
		&shape{kind: dictionary, name: "the mapping of sets", empty: "leave sets out", keyIs: keyRule{name: "a set", match: setName},
			elem: &shape{kind: list, name: "a set", empty: "list at least one pattern, or remove the set", elem: patternShape}}},
	{"naming", "How tools are named towards the model.", false, namingShape},
	{"filter", "Which tools are visible.", false, filterShape},
	{"descriptions", "With which words tools are shown.", false,
		&shape{kind: list, name: "the list of descriptions", empty: "leave descriptions out to keep every server's own words", elem: descriptionShape}},
}}

var contextShape = newContextShape()

// newContextShape ties the one cycle of the table: a mapping of attributes may hold mappings of attributes.
func newContextShape() *shape {
	const wanted = "write string, bool, int, float, [string] or words such as admin | guest"
	attributes := &shape{kind: dictionary, def: "context", name: "a mapping of attributes", empty: "leave it out, or declare an attribute: tenant: string",
		doc:   "From names to types; a ? behind a name marks a value that may be missing.",
		keyIs: keyRule{name: "an attribute", match: attributeName}}
	attributes.elem = &shape{kind: choice, name: "a type", empty: wanted,
		doc: "string, bool, int, float, [T] for a list of one of these, a | b for one of these words, or a mapping.",
		oneOf: []*shape{
			{kind: text, name: "a type", empty: wanted},
			{kind: list, name: "the type of a list", empty: "write [string]", elem: &shape{kind: text, name: "the type of an item", empty: wanted}},
			attributes,
		}}
	return attributes
}

var patternShape = &shape{kind: text, name: "a pattern", empty: "write server/tool, or * for every tool",
	doc: "server/tool, or tool alone for any server. * is any run of characters, ? is one, {a,b} is either."}

var patternsShape = &shape{kind: choice, name: "a pattern or a list of patterns", empty: "write server/tool, or * for every tool",
	oneOf: []*shape{patternShape, {kind: list, name: "a list of patterns", empty: "list at least one pattern", elem: patternShape}}}

var whenShape = &shape{kind: text, name: "an expression", empty: `write a condition such as tool.destructive, or leave when out`,
	doc: "An expression that must be true as well. It reads tool.* and ctx.*."}

var namingShape = &shape{kind: mapping, name: "naming", empty: "leave naming out for the defaults", keys: []key{
	{"prefix", "In front of every exposed name: up to 50 of A-Z a-z 0-9 _ -.", false, &shape{kind: text, name: "the prefix", blank: anyText}},
	{"namespace", `Whether "<server>__" stands in front of the tool name. The default is true.`, false, &shape{kind: boolean, name: "true or false"}},
	{"rename", "A tool's own name, before prefix and namespace, by server/tool.", false,
		&shape{kind: dictionary, name: "the mapping of renames", empty: "leave rename out", keyIs: keyRule{name: "a tool"},
			elem: &shape{kind: text, name: "a tool name"}}},
	{"collisions", "What happens if two tools get one name: all of them are rejected, or the first of the catalog keeps it.", false,
		&shape{kind: text, name: "a way with collisions", words: []string{"reject", "keep_first"}}},
	{"accept", "Which names tools/call takes.", false,
		&shape{kind: text, name: "what is accepted", words: []string{"exposed", "exposed_and_original"}}},
	{"targets", "Whose name rules every name must obey.", false,
		&shape{kind: list, name: "the list of targets", empty: "leave targets out for the common law of names",
			elem: &shape{kind: text, name: "a target", words: targetWords()}}},
	{"max_bytes", "The longest name, in bytes: 32 to 64. The default is 64.", false, &shape{kind: integer, name: "the longest name", min: 32, max: 64}},
	{"hash_digits", "The hex digits in a truncated name: 8 to 32. The default is 8.", false, &shape{kind: integer, name: "the number of hex digits", min: 8, max: 32}},
}}

var filterShape = &shape{kind: mapping, name: "the filter", empty: "leave filter out to show every tool", keys: []key{
	{"include", "A tool must match one of these. Left out: every tool.", false,
		&shape{kind: list, name: "the list of includes", empty: "leave include out to show every tool, or exclude '*' to show none", elem: entryShape}},
	{"exclude", "A tool that matches one of these is hidden, whatever include says.", false,
		&shape{kind: list, name: "the list of excludes", empty: "leave exclude out to hide nothing", elem: entryShape}},
}}

var entryShape = &shape{kind: choice, def: "entry", name: "an entry", empty: "write a pattern, $set, or a mapping with tools, regex or when", oneOf: []*shape{
	{kind: text, name: "a pattern or $set", empty: "write server/tool, or * for every tool", doc: patternShape.doc},
	{kind: mapping, name: "a filter entry", empty: "write at least one of tools, regex and when", keys: []key{
		{"tools", "One pattern or $set, or a list of them.", false, patternsShape},
		{"server", "The server segment that goes with regex.", false, &shape{kind: text, name: "a server pattern", blank: anyText}},
		{"regex", "A regular expression (RE2) over the tool name, not anchored. Needs server.", false, &shape{kind: text, name: "a regular expression", blank: anyText}},
		{"when", whenShape.doc, false, whenShape},
		{"id", "A name for this entry, unique in the file; explain and the logs show it.", false, &shape{kind: text, name: "an id"}},
		{"reason", "Why, for people; explain and the logs show it.", false, &shape{kind: text, name: "a reason"}},
	}},
}}

var descriptionShape = &shape{kind: mapping, name: "an entry of descriptions", empty: "write tools and one of title, description, arguments, results", keys: []key{
	{"tools", "A pattern, or a list of patterns: whose words these are.", true, patternsShape},
	{"title", "The tool's title.", false, tailoredShape},
	{"description", "The tool's description.", false, tailoredShape},
	{"arguments", "Descriptions in the input schema, by property path: body, address.street, labels[].name, or a JSON Pointer.", false, placesShape("the mapping of arguments")},
	{"results", "Descriptions in the output schema, by property path.", false, placesShape("the mapping of results")},
}}

func placesShape(name string) *shape {
	return &shape{kind: dictionary, name: name, empty: "leave it out", keyIs: keyRule{name: "a property path"}, elem: tailoredShape}
}

var tailoredShape = &shape{kind: choice, def: "text", name: "a text", empty: `write the text, or "" to remove the server's own`, oneOf: []*shape{
	answerShape,
	{kind: mapping, name: "a tailored text", empty: `write the text, or "" to remove the server's own`, keys: []key{
		{"default", "The text where nothing more specific answers.", false, answerShape},
		{"default_verbosity", "The level for a request that asks for none: 0 to 9.", false, levelShape},
		{"levels", "Texts by level: 3, 0-5 or \"1,4,9\". A level that none covers takes the nearest, the lower one of two.", false,
			&shape{kind: dictionary, name: "the mapping of levels", empty: "leave levels out", keyIs: keyRule{name: "a level", selector: true}, elem: answerShape}},
		{"variants", "Named texts, for verbosity_map and runners.", false,
			&shape{kind: dictionary, name: "the mapping of variants", empty: "leave variants out", keyIs: keyRule{name: "a variant"}, elem: answerShape}},
		{"verbosity_map", "Names of variants by level.", false, variantsByLevel("verbosity_map")},
		{"runners", "Rules for runners and models; the most specific one that matches answers.", false,
			&shape{kind: list, name: "the list of runner rules", empty: "leave runners out", elem: runnerShape}},
	}},
}}

var answerShape = &shape{kind: text, name: "a text", blank: emptyIsFine, empty: `write the text, or "" to remove the server's own`}

var levelShape = &shape{kind: integer, name: "a level", min: 0, max: 9}

var variantShape = &shape{kind: text, name: "the name of a variant"}

func variantsByLevel(name string) *shape {
	return &shape{kind: dictionary, name: "the mapping of " + name, empty: "leave it out", keyIs: keyRule{name: "a level", selector: true}, elem: variantShape}
}

var runnerShape = &shape{kind: mapping, name: "a runner rule", empty: "write at least default or levels", keys: []key{
	{"runner", "A name, a list of names, * or left out for any.", false, namesShape("a runner")},
	{"model", "A name, a glob, a list of names, * or left out for any.", false, namesShape("a model")},
	{"when", whenShape.doc, false, whenShape},
	{"levels", "Names of variants by level.", false, variantsByLevel("levels")},
	{"default", "The variant for a rule without levels.", false, variantShape},
}}

func namesShape(what string) *shape {
	name := &shape{kind: text, name: what, empty: "leave it out for any, or write * for any"}
	return &shape{kind: choice, name: what, empty: "leave it out for any, or write * for any", oneOf: []*shape{
		name, {kind: list, name: "a list of names", empty: "leave it out for any", elem: name},
	}}
}

func targetWords() []string {
	var words []string
	for _, t := range naming.Targets() {
		words = append(words, string(t))
	}
	return words
}

// homeOf says where a key belongs that was written in the wrong place: most often because its indent was lost.
func homeOf(name string) string {
	for _, home := range []struct {
		name string
		s    *shape
	}{
		{"filter", filterShape}, {"naming", namingShape}, {"an entry of descriptions", descriptionShape},
		{"a text", tailoredShape.oneOf[1]}, {"a filter entry", entryShape.oneOf[1]}, {"a runner rule", runnerShape}, {"the file", fileShape},
	} {
		if home.s.key(name) != nil {
			return fmt.Sprintf("it belongs under %s: check the indent", home.name)
		}
	}
	return ""
}
