package lint

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// An unmatched is a pattern that no tool of the catalog matches.
type unmatched struct {
	pointer string // into the rules.File
	text    string
	parsed  *pattern.Pattern
	side    ruleset.Side // exclude compares loosely
	entry   *entry       // of a regex; nil for a pattern
	of      string       // the pattern with the braces that it is an alternative of; empty if there is none
}

// patterns finds patterns and regexes that match no tool.
func (l *linter) patterns() {
	for _, u := range l.unmatchedPatterns() {
		if l.doubted(u) {
			continue
		}
		if ids, ok := u.servers(); !ok || !l.missing.addAbsent(l, ids, u.pointer) {
			l.unmatched(u)
		}
	}
}

// renames finds entries of naming.rename whose tools the catalogs do not have.
func (l *linter) renames() {
	for _, key := range slices.SortedFunc(maps.Keys(l.rules.Scheme().Rename), compareKeys) {
		pointer := jsontree.AppendToken("/naming/rename", key.String())
		if !l.missing.addAbsent(l, []string{key.Server}, pointer) {
			l.unmatchedRename(key, pointer)
		}
	}
}

// absentServers reports the servers that the rules name and the catalogs do not have.
func (l *linter) absentServers() {
	for _, id := range slices.Sorted(maps.Keys(l.rules.Scheme().Servers)) {
		pointer := jsontree.AppendToken("/naming/servers", id)
		if l.missing.addAbsent(l, []string{id}, pointer) || l.world.servers[id] {
			continue
		}
		near, _ := suggest.Nearest(id, l.world.catalog.Servers())
		l.reportKey(pointer, &rules.Problem{Code: CodeServerWithoutCatalog,
			Message: fmt.Sprintf("there is no catalog of the server %s, so its name is not used", id),
			Hint:    "did you mean " + near + "?"})
	}
	l.comparedServers()
	l.listedServers()
	for _, id := range l.missing.order {
		pointer := l.missing.first[id]
		p := &rules.Problem{Code: CodeServerWithoutCatalog,
			Message: fmt.Sprintf("there is no catalog of the server %s, so %s could not be checked", id,
				wording.Plural(l.missing.patterns[id], "rule")),
			Hint: fmt.Sprintf("add its tools: --catalog %s=FILE", id)}
		if strings.HasPrefix(pointer, "/servers/") {
			p.Message = fmt.Sprintf("there is no catalog of the server %s, so nothing was checked with its tools", id)
		}
		l.report(pointer, p)
	}
}

// doubted reports whether the loader has reported a pattern as probably not intended.
func (l *linter) doubted(u unmatched) bool {
	_, slash := pattern.MissingSlash(u.text, l.rules.File().Servers)
	like, regex := pattern.LooksLikeRegex(u.text)
	return u.entry == nil && (slash || regex && like.Certain)
}

// servers returns the folded IDs of the servers that the pattern is for, and false if it does not
// name them all.
func (u unmatched) servers() (ids []string, ok bool) {
	ids, ok = u.parsed.ServerLiterals()
	if u.side == ruleset.ExcludeSide {
		for i, id := range ids {
			ids[i] = pattern.Fold(id)
		}
	}
	return ids, ok
}

// missingServers are the servers without a catalog, with what names them.
type missingServers struct {
	order    []string
	patterns map[string]int
	first    map[string]string // pointers
}

func (m *missingServers) add(ids []string, pointer string) {
	if m.patterns == nil {
		m.patterns, m.first = map[string]int{}, map[string]string{}
	}
	for _, id := range ids {
		if m.patterns[id]++; m.patterns[id] == 1 {
			m.order = append(m.order, id)
			m.first[id] = pointer
		}
	}
}

// addAbsent adds servers, named at a pointer, if the catalog has none of them, and reports whether
// it did.
func (m *missingServers) addAbsent(l *linter, ids []string, pointer string) bool {
	absent := l.absent(ids)
	if absent {
		m.add(ids, pointer)
	}
	return absent
}

// absent reports whether the catalog has none of the servers, although they could exist: an ID that
// is nearly one of the catalog's is misspelled, unless the rule file lists it.
func (l *linter) absent(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		if l.world.servers[id] || naming.CheckServerID(id) != nil {
			return true
		}
		_, misspelt := suggest.Nearest(id, l.world.catalog.Servers())
		return misspelt && !slices.Contains(l.rules.File().Servers, id)
	})
}

func compareKeys(a, b naming.Key) int { return strings.Compare(a.String(), b.String()) }

// unmatchedPatterns returns the patterns and regexes of the filter and of descriptions that match
// no tool.
func (l *linter) unmatchedPatterns() []unmatched {
	list := l.unmatchedEntries()
	add := func(patterns []ruleset.NamePattern) {
		for _, p := range patterns {
			if p.Server == "" && l.world.matches(p).empty() {
				parsed, _ := pattern.Parse(p.Text) // it has been parsed before
				list = append(list, unmatched{pointer: p.Pointer, text: p.Text, parsed: parsed,
					side: ruleset.IncludeSide})
			}
		}
	}
	for _, a := range l.rules.Annotations() {
		add(a.Patterns())
	}
	for _, d := range l.rules.Descriptions() {
		add(d.Patterns())
	}
	return list
}

// unmatchedEntries returns the patterns and regexes of the filter that match no tool. A pattern of
// a set is there once, with its pointer in the set, if it matches nothing in any entry that names
// the set.
func (l *linter) unmatchedEntries() (list []unmatched) {
	type use struct {
		unmatched
		found bool
	}
	inSets := map[string]*use{}
	var order []*use
	for _, e := range slices.Concat(l.world.include, l.world.exclude) {
		at := l.setPointers(e)
		for i, p := range e.patterns {
			u := unmatched{pointer: "/filter" + p.Pointer, text: p.Text, parsed: p.parsed, side: e.side()}
			if e.spec.Regex != nil {
				u.entry = e
			}
			switch inSet := at[i]; {
			case e.side() == ruleset.IncludeSide && namesNoServer(p.parsed): // the loader has reported it
			case inSet != "":
				if inSets[inSet] == nil {
					u.pointer = inSet
					inSets[inSet] = &use{unmatched: u}
					order = append(order, inSets[inSet])
				}
				inSets[inSet].found = inSets[inSet].found || !p.tools.empty()
			case p.tools.empty():
				list = append(list, u)
			default:
				list = append(list, l.unmatchedBranches(u)...)
			}
		}
	}
	for _, u := range order {
		if !u.found {
			list = append(list, u.unmatched)
		}
	}
	return list
}

// namesNoServer reports whether a pattern is for servers with invalid IDs.
func namesNoServer(p *pattern.Pattern) bool {
	ids, ok := p.ServerLiterals()
	return ok && !slices.ContainsFunc(ids, func(id string) bool { return naming.CheckServerID(id) == nil })
}

// setPointers returns, for each pattern of an entry, its pointer in the set that it comes from, or
// "" if it is the entry's own.
func (l *linter) setPointers(e *entry) []string {
	sets := l.rules.File().Sets
	if l.setsByName == nil {
		l.setsByName = map[string]int{}
		for i, s := range sets { // of two with one name, which only Go can make, the last one counts
			l.setsByName[s.Name] = i
		}
	}
	var list []string
	for _, text := range e.spec.Tools {
		name, ok := strings.CutPrefix(text, "$")
		if !ok {
			list = append(list, "")
			continue
		}
		if i, ok := l.setsByName[name]; ok {
			for j := range sets[i].Patterns {
				list = append(list, fmt.Sprintf("/sets/%d/%d", i, j))
			}
		}
	}
	if e.spec.Regex != nil {
		list = append(list, "")
	}
	return list
}

func (l *linter) unmatched(u unmatched) {
	if u.entry != nil {
		l.unmatchedRegex(u)
		return
	}
	p := &rules.Problem{Code: CodeUnmatchedPattern,
		Message: fmt.Sprintf("%s matches no tool in the catalogs", u.text)}
	if u.of != "" {
		p.Message = fmt.Sprintf("in %s, %s matches no tool in the catalogs", u.of, u.text)
	}
	if !u.guards() && !l.searches() {
		l.report(u.pointer, p)
		return
	}
	if right, shown := l.byExposedName(u); right != "" {
		l.report(u.pointer, &rules.Problem{Code: CodeExposedNamePattern,
			Message: fmt.Sprintf("%s matches no tool: %s is an exposed name, and patterns match the server and "+
				"its own name of the tool", u.text, shown),
			Hint: "write " + right})
		return
	}
	if p := l.misread(u.text, u.side); p != nil && u.of == "" {
		l.report(u.pointer, p)
		return
	}
	if p.Hint = l.nearPattern(u); p.Hint == "" && u.guards() {
		p.Severity = rules.SeverityNote
	}
	l.report(u.pointer, p)
}

// maxSearches is the number of literal names for which the tools are searched for similar ones.
const maxSearches = 200

// searches counts a search, and reports whether there are not too many.
func (l *linter) searches() bool {
	l.searched++
	return l.searched <= maxSearches
}

// guards reports whether the pattern may be meant for tools that the catalogs lack: an exclude with
// a wildcard for the tool.
func (u unmatched) guards() bool {
	return u.side == ruleset.ExcludeSide && slices.ContainsFunc(u.parsed.Alternatives(),
		func(a pattern.Alternative) bool { return !a.ToolLiteral })
}

// matchesExposed reports whether the pattern would match a tool if its own name were the exposed
// one.
func (u unmatched) matchesExposed(t tool) bool {
	if u.side == ruleset.ExcludeSide {
		return u.parsed.MatchFolded(t.folded.Server, t.foldedName)
	}
	return u.parsed.Match(t.key.Server, t.name)
}

// matchesTool reports whether the pattern matches a tool.
func (u unmatched) matchesTool(t tool) bool {
	if u.side == ruleset.ExcludeSide {
		return u.parsed.MatchFolded(t.folded.Server, t.folded.Tool)
	}
	return u.parsed.Match(t.key.Server, t.key.Tool)
}

// byExposedName finds tools whose exposed names match but whose own names do not, and returns what
// to write for them.
func (l *linter) byExposedName(u unmatched) (right, shown string) {
	var tools []tool
	for _, t := range l.world.tools {
		if t.name != "" && t.name != t.key.Tool && u.matchesExposed(t) {
			tools = append(tools, t)
		}
	}
	if len(tools) == 0 {
		return "", ""
	}
	if len(tools) == 1 {
		return yamlText(literalPattern(tools[0].key)), tools[0].name
	}
	return l.patternsFor(tools, u.text), "what it matches (" + tools[0].name + " and others)"
}

// patternsFor returns the pattern with wildcards that matches the tools whose exposed names another
// one matches, if leaving out the prefix of these names makes one, or else the first few names.
func (l *linter) patternsFor(tools []tool, text string) string {
	first := tools[0]
	joint := strings.TrimSuffix(first.name, first.key.Tool)
	_, rest, ok := strings.Cut(text, joint)
	if joint != "" && ok {
		candidate := first.key.Server + "/" + rest
		p, err := pattern.Parse(candidate)
		misses := func(t tool) bool { return !p.Match(t.key.Server, t.key.Tool) }
		if err == nil && !slices.ContainsFunc(tools, misses) {
			return yamlText(candidate)
		}
	}
	var names []string
	for _, t := range tools {
		names = append(names, literalPattern(t.key))
	}
	return list(names)
}

func (l *linter) unmatchedRename(key naming.Key, pointer string) {
	if slices.ContainsFunc(l.world.tools, func(t tool) bool { return t.key == key }) {
		return
	}
	p := &rules.Problem{Code: CodeUnmatchedRename,
		Message: fmt.Sprintf("there is no tool %s in the catalogs", key)}
	if l.searches() {
		if near, ok := l.world.nearTool(key.Tool, serverPattern(key.Server)); ok {
			p.Hint = fmt.Sprintf("did you mean %s?", naming.Key{Server: key.Server, Tool: near})
		}
	}
	l.reportKey(pointer, p)
}

func (l *linter) unmatchedRegex(u unmatched) {
	if l.regexSpelling(u.entry) {
		return // which is more specific
	}
	regex := *u.entry.spec.Regex
	p := &rules.Problem{Code: CodeUnmatchedPattern,
		Message: fmt.Sprintf("the regex %s matches no tool of %s", regex, l.serversOf(u.parsed))}
	if right, shown := l.byExposedRegex(u); right != "" {
		p.Code = CodeExposedNamePattern
		p.Message = fmt.Sprintf("the regex %s matches no tool: it matches %s, which is an exposed name, and a regex "+
			"is for "+
			"the server's own name", regex, shown)
		p.Hint = "the server calls it " + right
	} else if p.Hint = l.nearRegex(u); p.Hint == "" && u.side == ruleset.ExcludeSide && !isOneName(regex) {
		p.Severity = rules.SeverityNote // it may be meant for tools that the catalogs lack
	}
	l.report(u.pointer, p)
}

// isOneName reports whether a regex matches one name alone, as ^delete_repo$ does.
func isOneName(regex string) bool {
	tree, err := syntax.Parse(regex, syntax.Perl)
	return err == nil && tree.Op == syntax.OpConcat && len(tree.Sub) == 3 && tree.Sub[0].Op == syntax.OpBeginText &&
		tree.Sub[1].Op == syntax.OpLiteral && tree.Sub[2].Op == syntax.OpEndText
}

// serversOf names the servers that a pattern is for.
func (l *linter) serversOf(p *pattern.Pattern) string {
	var ids []string
	for _, id := range l.world.catalog.Servers() {
		if p.MatchServer(id) || p.MatchServerFolded(pattern.Fold(id)) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 || len(ids) == len(l.world.servers) && len(ids) > 1 {
		return "the catalogs"
	}
	return list(ids)
}

// serverPattern returns the pattern for every tool of a server.
func serverPattern(id string) *pattern.Pattern {
	p, _ := pattern.Parse(id + "/*")
	return p
}
