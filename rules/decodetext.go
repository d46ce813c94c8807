package rules

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/source"
)

func (d *decoder) description(n *source.Node) DescriptionSpec {
	spec := DescriptionSpec{Tools: texts(n.Get("tools"))}
	if t := n.Get("title"); t != nil {
		spec.Title = d.text(t)
	}
	if t := n.Get("description"); t != nil {
		spec.Description = d.text(t)
	}
	spec.Arguments = d.placed(n.Get("arguments"))
	spec.Results = d.placed(n.Get("results"))
	spec.HiddenCharacters = textOf(n.Get("hidden_characters"))
	switch t := n.Get("server_text"); {
	case t == nil:
	case t.Kind == source.Map:
		spec.ServerText = d.levelVariants(t)
	default:
		spec.ServerText = []LevelVariant{{On: Selector{{Lo: 0, Hi: 9}}, Variant: t.Text}}
	}
	if !slices.ContainsFunc(descriptionKeys, func(key string) bool { return n.Get(key) != nil }) {
		d.report(&Problem{Code: CodeMissingKey, Pointer: n.Pointer, Offset: -1,
			Message: "this entry changes nothing",
			Hint:    "write at least one of " + strings.Join(descriptionKeys, ", ")})
	}
	return spec
}

func (d *decoder) placed(n *source.Node) []PlacedText {
	var places []PlacedText
	for _, e := range entries(n) {
		places = append(places, PlacedText{Path: e.Key.Text, Text: *d.text(e.Value)})
	}
	return places
}

func (d *decoder) text(n *source.Node) *TextSpec {
	if n.Kind != source.Map {
		return &TextSpec{Default: optionalText(n)}
	}
	spec := &TextSpec{Default: optionalText(n.Get("default"))}
	spec.Prepend, spec.Append = optionalText(n.Get("prepend")), optionalText(n.Get("append"))
	spec.DefaultVerbosity = optionalNumber(n.Get("default_verbosity"))
	for _, e := range entries(n.Get("levels")) {
		spec.Levels = append(spec.Levels, LevelText{On: d.selector(e), Text: e.Value.Text})
	}
	for _, e := range entries(n.Get("variants")) {
		spec.Variants = append(spec.Variants, Variant{Name: e.Key.Text, Text: e.Value.Text})
	}
	spec.VerbosityMap = d.levelVariants(n.Get("verbosity_map"))
	for _, r := range items(n.Get("runners")) {
		spec.Runners = append(spec.Runners, d.runner(r))
	}
	return spec
}

func (d *decoder) levelVariants(n *source.Node) []LevelVariant {
	var levels []LevelVariant
	for _, e := range entries(n) {
		levels = append(levels, LevelVariant{On: d.selector(e), Variant: e.Value.Text})
	}
	return levels
}

// selector reads the key of a mapping by level, from its source text and never from the value that
// YAML reads.
func (d *decoder) selector(e source.Entry) Selector {
	s, err := ParseSelector(e.Key.Text)
	if err == nil {
		return s
	}
	if e.Value.Kind == source.Null && e.Value.Plain && e.Value.Text == "" {
		return nil // without a value it may not be a key, which has been reported
	}
	p := err.(*Problem) // the only error type of ParseSelector
	p.Pointer = e.Value.Pointer
	d.report(p)
	return nil
}

func (d *decoder) runner(n *source.Node) RunnerSpec {
	return RunnerSpec{
		Runner: d.matcher(n.Get("runner"), false), Model: d.matcher(n.Get("model"), true),
		When: textOf(n.Get("when")), Levels: d.levelVariants(n.Get("levels")), Default: optionalText(n.Get("default")),
	}
}

// matcher reads the runner or the model of a runner rule. A file can't say "matches nothing" or
// "the runner whose name is empty"; the shapes have rejected both.
func (d *decoder) matcher(n *source.Node, globs bool) Matcher {
	switch {
	case n == nil || n.Text == "*" && n.Kind == source.String:
		return Matcher{}
	case n.Kind == source.List:
		for _, item := range n.Items {
			d.wildcardInList(item, globs)
		}
		return OneOf(texts(n)...)
	case n.Kind != source.String:
		return Matcher{}
	case !pattern.HasWildcard(n.Text):
		return Name(n.Text)
	case globs:
		return Glob(n.Text)
	}
	d.report(wildcardRunner(n.Pointer, "list the names: runner: [codex, codex-cli]"))
	return Matcher{}
}

func (d *decoder) wildcardInList(item *source.Node, globs bool) {
	switch {
	case item.Kind != source.String || !pattern.HasWildcard(item.Text):
	case globs:
		d.report(&Problem{Code: CodeWildcardInList, Severity: SeverityWarning, Pointer: item.Pointer, Offset: -1,
			Message: "inside a list " + item.Text + " is a name and no pattern",
			Hint:    "write a rule of its own: model: " + source.Quote(item.Text)})
	default:
		d.report(wildcardRunner(item.Pointer, "list the names one by one"))
	}
}

func wildcardRunner(pointer, hint string) *Problem {
	return &Problem{Code: CodeWildcardRunner, Pointer: pointer, Offset: -1,
		Message: "a runner is a name, a list of names or *: it has no wildcards", Hint: hint}
}
