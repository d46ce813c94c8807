package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/shape"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/naming"
)

// A decoder turns the tree of a rule file into a [File]. It runs after the check against the shapes
// of keys.go, which has reported its own problems. So it reads the values of the right kind, skips
// the rest, and reports only problems that the shapes cannot express.
type decoder struct {
	report  func(*Problem)
	servers []string // all ids that the file names
}

func (d *decoder) file(root *source.Node) *File {
	f := &File{}
	for _, id := range items(root.Get("servers")) {
		f.Servers = append(f.Servers, id.Text)
	}
	d.servers = f.Servers
	if n := root.Get("context"); n != nil {
		f.Context = d.fields(n)
	}
	for _, e := range entries(root.Get("sets")) {
		name := strings.TrimPrefix(e.Key.Text, "$") // the $ has been reported; the name is clear
		f.Sets = append(f.Sets, Set{Name: name, Patterns: texts(e.Value)})
	}
	if n := root.Get("naming"); n != nil {
		f.Naming = d.naming(n)
	}
	if n := root.Get("filter"); n != nil {
		f.Filter = FilterSpec{Include: filterEntries(n.Get("include")), Exclude: filterEntries(n.Get("exclude"))}
	}
	f.Order = textOf(root.Get("order"))
	for _, n := range items(root.Get("annotations")) {
		f.Annotations = append(f.Annotations, d.annotation(n))
	}
	if n := root.Get("verbosity"); n != nil {
		f.Verbosity = d.verbosity(n)
	}
	for _, n := range items(root.Get("descriptions")) {
		f.Descriptions = append(f.Descriptions, d.description(n))
	}
	if n := root.Get("discovery"); n != nil {
		f.Discovery = d.discovery(n)
	}
	return f
}

// fields reads the declarations under context.
func (d *decoder) fields(n *source.Node) []expr.Field {
	var fields []expr.Field
	seen := map[string]bool{}
	for _, e := range entries(n) {
		name, optional := strings.CutSuffix(e.Key.Text, "?")
		if seen[name] {
			d.report(&Problem{Code: Code(source.CodeDuplicateKey), Pointer: e.Value.Pointer, Offset: -1, OnKey: true,
				Message: name + " is declared twice, with and without a ?", Hint: "keep one of them"})
			continue
		}
		seen[name] = true
		field := expr.Field{Name: name, Optional: optional}
		switch e.Value.Kind {
		case source.Map:
			field.Type = expr.Type{Kind: expr.Object, Fields: d.fields(e.Value)}
		case source.List:
			field.Type = d.listType(e.Value)
		default:
			field.Type = d.wordType(e.Value)
		}
		fields = append(fields, field)
	}
	return fields
}

// listType reads [string], which YAML has already parsed as a list.
func (d *decoder) listType(n *source.Node) expr.Type {
	if len(n.Items) != 1 {
		if len(n.Items) > 1 {
			hint := "write [string], or words as a | b"
			if _, err := cond.ParseType(strings.Join(texts(n), " | ")); err == nil {
				hint = fmt.Sprintf("write %s for one of these words, or [string] for a list", strings.Join(texts(n), " | "))
			}
			d.report(&Problem{Code: CodeBadType, Pointer: n.Pointer, Offset: -1,
				Message: "a list has items of one type", Hint: hint})
		}
		return expr.Type{}
	}
	elem := d.wordType(n.Items[0])
	return expr.Type{Kind: expr.List, Elem: &elem}
}

func (d *decoder) wordType(n *source.Node) expr.Type {
	if n.Kind != source.String {
		return expr.Type{}
	}
	t, err := cond.ParseType(n.Text)
	if err == nil {
		return t
	}
	p := typeProblem(n.Pointer, err)
	if hint := optionalHint(n.Pointer, n.Text); hint != "" {
		p.Hint = hint
	}
	d.report(p)
	return t
}

// typeProblem returns the problem of an invalid type at pointer. Its code is that of package cond
// after "expression_".
func typeProblem(pointer string, err error) *Problem {
	p := &Problem{Code: CodeExpression, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	if e, ok := errors.AsType[*cond.Error](err); ok {
		p.Code, p.Offset, p.Message, p.Hint = CodeExpression+"_"+Code(e.Code), e.Offset, e.Message, e.Hint
	}
	return p
}

// optionalType matches a type that marks its value as optional: string?, string | null, optional
// string, Optional[str].
var optionalType = regexp.MustCompile(`(?i)^(?:optional(?:\s+|\[)([^\]]+)\]?|(.+?)\s*(?:\?|\|\s*(?:null|none|nil|undefined)))$`)

// optionalHint returns what to write for a type that marks its value as optional, which is the job
// of the name; empty for any other type.
func optionalHint(pointer, text string) string {
	m := optionalType.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return ""
	}
	inner := strings.TrimSpace(m[1] + m[2])
	if _, err := cond.ParseType(inner); err != nil {
		ours, ok := strings.CutPrefix(typeProblem("", err).Hint, "write ")
		if _, err := cond.ParseType(ours); !ok || err != nil {
			return ""
		}
		inner = ours
	}
	if above, listed := strings.CutSuffix(pointer, "/0"); listed {
		pointer, inner = above, "["+inner+"]"
	}
	name := pointer[strings.LastIndexByte(pointer, '/')+1:]
	return fmt.Sprintf("write %s?: %s", strings.TrimSuffix(name, "?"), inner)
}

func (d *decoder) naming(n *source.Node) naming.Scheme {
	s := naming.Scheme{
		Prefix:      textOf(n.Get("prefix")),
		NoNamespace: textOf(n.Get("namespace")) == "false",
		Separator:   textOf(n.Get("separator")),
		Truncated:   naming.Truncated(textOf(n.Get("truncated"))),
		MaxBytes:    numberOf(n.Get("max_bytes")),
		HashDigits:  numberOf(n.Get("hash_digits")),
	}
	if textOf(n.Get("collisions")) == "keep_first" {
		s.Collisions = naming.KeepFirst
	}
	if textOf(n.Get("accept")) == "exposed_and_original" {
		s.Accept = naming.ExposedAndOriginal
	}
	for _, t := range items(n.Get("targets")) {
		s.Targets = append(s.Targets, naming.Provider(t.Text))
	}
	for _, e := range entries(n.Get("servers")) {
		if s.Servers == nil {
			s.Servers = map[string]naming.ServerName{}
		}
		s.Servers[e.Key.Text] = naming.ServerName{As: textOf(e.Value.Get("as"))}
	}
	for _, e := range entries(n.Get("rename")) {
		if e.Value.Kind != source.String {
			continue
		}
		key, p := d.literalKey(e.Key.Text)
		if p != nil {
			p.Pointer, p.OnKey = e.Value.Pointer, true
			d.report(p)
			continue
		}
		if s.Rename == nil {
			s.Rename = map[naming.Key]string{}
		}
		s.Rename[key] = e.Value.Text
	}
	return s
}

func filterEntries(n *source.Node) []EntrySpec {
	var specs []EntrySpec
	for _, item := range items(n) {
		if item.Kind == source.String {
			specs = append(specs, EntrySpec{Tools: []string{item.Text}})
			continue
		}
		specs = append(specs, filterEntry(item))
	}
	return specs
}

// filterEntry reads an entry that is a mapping. A key that has been reported as unknown is read as
// the key that was meant. If that is not clear, the server is left out, so that later messages
// about the entry do not name fewer tools than its author wrote.
func filterEntry(n *source.Node) EntrySpec { return entryOf(n, filterEntryShape) }

// entryOf is filterEntry for a mapping of another shape with the same keys.
func entryOf(n *source.Node, s *shape.Shape) EntrySpec {
	spec := EntrySpec{ID: textOf(n.Get("id")), Reason: textOf(n.Get("reason")), When: textOf(n.Get("when"))}
	meant := map[string]*source.Node{}
	sure := true
	for _, e := range entries(n) {
		name, ok := s.Meant(e.Key.Text)
		sure = sure && ok
		if meant[name] == nil || name == e.Key.Text {
			meant[name] = e.Value
		}
	}
	spec.Tools = texts(meant["tools"])
	spec.Regex = optionalText(meant["regex"])
	if sure {
		spec.Server = optionalText(meant["server"])
	}
	return spec
}

func (d *decoder) annotation(n *source.Node) AnnotationSpec {
	e := entryOf(n, annotationShape)
	sets := func(e source.Entry) bool {
		name, _ := annotationShape.Meant(e.Key.Text)
		return slices.Contains(annotationShape.Some, name)
	}
	if !slices.ContainsFunc(entries(n), sets) {
		d.report(&Problem{Code: CodeMissingKey, Pointer: n.Pointer, Offset: -1,
			Message: "this entry changes nothing",
			Hint:    "write at least one of " + strings.Join(hintKeys, ", ") + " and tags"})
	}
	return AnnotationSpec{
		Tools: e.Tools, Server: e.Server, Regex: e.Regex, When: e.When, Tags: texts(n.Get("tags")),
		ReadOnly: flagOf(n.Get("readOnly")), Destructive: flagOf(n.Get("destructive")),
		Idempotent: flagOf(n.Get("idempotent")), OpenWorld: flagOf(n.Get("openWorld")),
	}
}

func (d *decoder) verbosity(n *source.Node) *VerbositySpec {
	v := &VerbositySpec{Default: optionalNumber(n.Get("default"))}
	for _, r := range items(n.Get("runners")) {
		v.Runners = append(v.Runners, LevelSpec{
			Runner: d.matcher(r.Get("runner"), false), Model: d.matcher(r.Get("model"), true),
			Level: numberOf(r.Get("level")),
		})
	}
	return v
}

func (d *decoder) discovery(n *source.Node) DiscoverySpec {
	spec := DiscoverySpec{Pin: texts(n.Get("pin"))}
	for _, item := range items(n.Get("limits")) {
		limit := LimitSpec{
			Runner: d.matcher(item.Get("runner"), false), Model: d.matcher(item.Get("model"), true),
			When:  textOf(item.Get("when")),
			Tools: numberOf(item.Get("tools")), Bytes: numberOf(item.Get("bytes")),
		}
		if item.Get("tools") == nil && item.Get("bytes") == nil {
			d.report(&Problem{Code: CodeMissingKey, Pointer: item.Pointer, Offset: -1,
				Message: "this entry limits nothing", Hint: "write at least one of tools and bytes"})
		}
		spec.Limits = append(spec.Limits, limit)
	}
	for _, e := range entries(n.Get("priority")) {
		spec.Priority = append(spec.Priority, PrioritySpec{Tools: e.Key.Text, Value: numberOf(e.Value)})
	}
	if n := n.Get("search"); n != nil {
		spec.Search = &SearchSpec{
			Name: textOf(n.Get("name")), Call: textOf(n.Get("call")),
			Results: numberOf(n.Get("results")), Bytes: numberOf(n.Get("bytes")),
		}
		for _, group := range items(n.Get("synonyms")) {
			spec.Search.Synonyms = append(spec.Search.Synonyms, texts(group))
		}
	}
	if hints := flagOf(n.Get("hints")); hints != nil {
		spec.Hints = *hints
	}
	return spec
}

// literalKey reads the key of a rename. It is split at its first slash and otherwise literal, since
// raw names may contain any character.
func (d *decoder) literalKey(text string) (naming.Key, *Problem) {
	server, tool, ok := strings.Cut(text, "/")
	if !ok || server == "" || tool == "" || strings.ContainsAny(text, "*?{}") {
		return naming.Key{}, &Problem{Code: CodeBadRename, Offset: -1,
			Message: fmt.Sprintf("%q is not the name of one tool", text), Hint: d.renameHint(text)}
	}
	return naming.Key{Server: server, Tool: tool}, nil
}

// renameHint returns what to write for the key of a rename that does not name one tool.
func (d *decoder) renameHint(text string) string {
	if pattern.HasWildcard(text) {
		return "write server/tool for each tool, without wildcards"
	}
	if fixed, ok := pattern.MissingSlash(text, d.servers); ok && !pattern.HasWildcard(fixed) {
		return "write " + fixed
	}
	if len(d.servers) == 1 && naming.ValidToolName(text) {
		return fmt.Sprintf("write %s/%s", d.servers[0], text)
	}
	return "write server/tool"
}

// The functions below read a node as the expected kind. They return the zero value if the node is
// missing or of another kind.

func entries(n *source.Node) []source.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

func items(n *source.Node) []*source.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func textOf(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

func flagOf(n *source.Node) *bool {
	if n == nil || n.Kind != source.Bool {
		return nil
	}
	value := strings.EqualFold(n.Text, "true")
	return &value
}

func optionalText(n *source.Node) *string {
	if n == nil || n.Kind != source.String {
		return nil
	}
	return &n.Text
}

// texts reads a string or a list of strings.
func texts(n *source.Node) []string {
	if n == nil {
		return nil
	}
	if n.Kind != source.List {
		return []string{n.Text}
	}
	list := make([]string, len(n.Items))
	for i, item := range n.Items {
		list[i] = item.Text
	}
	return list
}

func optionalNumber(n *source.Node) *int {
	if n == nil {
		return nil
	}
	value := numberOf(n)
	return &value
}

func numberOf(n *source.Node) int {
	value, _ := shape.Decimal(textOf(n))
	return value
}
