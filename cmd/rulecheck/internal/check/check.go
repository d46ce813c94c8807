// Package check reports the problems of a rule file: those of the file alone and, given the tools
// of its servers, those of the file and the tools together.
//
// The result is one list of problems: those of the rule file in file order, then those of the
// catalogs in the order of the catalogs. Comments can silence warnings and notes in a rule file,
// see [Ignore], and in a test file, see [Silence].
package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A Result is the result of checking a rule file.
type Result struct {
	Problems rules.Problems
	Silenced int             // problems that comments in the file silence
	Rules    *ruleset.Rules  // nil if an error keeps the file from being used
	Catalog  *engine.Catalog // nil without catalogs, or if they don't go with the rules
}

// File checks the rule file in data against the tools of the catalogs, of which there may be none.
func File(name string, data []byte, catalogs []catalogfile.Catalog) Result {
	var res Result
	res.Problems, res.Rules = load(name, data)
	switch {
	case res.Rules == nil:
	case len(catalogs) == 0:
		res.Problems = append(res.Problems, lint.File(res.Rules)...)
	default:
		c, ps := Build(res.Rules, catalogs, engine.Options{})
		res.Catalog, res.Problems = c, append(res.Problems, ps...)
		if c != nil {
			res.Problems = append(res.Problems, lint.Catalog(c, lint.Options{Files: paths(catalogs)})...)
			res.Problems = append(res.Problems, fromReport(c, catalogs)...)
		}
	}
	res.Problems, res.Silenced = silence(name, data, res.Problems, scope{rules: res.Rules != nil,
		tools: res.Catalog != nil})
	sortByPosition(res.Problems, name)
	return res
}

// load compiles a file and returns its problems, including warnings.
func load(name string, data []byte) (rules.Problems, *ruleset.Rules) {
	r, ps := Load(name, data)
	if r == nil {
		return ps, nil
	}
	return slices.Clone(r.Warnings()), r
}

// paths returns the files of the catalogs by server ID.
func paths(catalogs []catalogfile.Catalog) map[string]string {
	files := make(map[string]string, len(catalogs))
	for _, c := range catalogs {
		files[c.ID] = c.Path
	}
	return files
}

// Build builds a catalog under the rules. If the rules and the catalogs do not fit together, it
// returns no catalog, and the problems explain why.
func Build(r *ruleset.Rules, catalogs []catalogfile.Catalog, opts engine.Options) (*engine.Catalog, rules.Problems) {
	if ps := conflicts(r, catalogs); len(ps) > 0 {
		return nil, ps
	}
	e, err := engine.New(r.File(), opts)
	if err != nil {
		return nil, problemsOf("", err)
	}
	c, err := e.BuildCatalog(catalogfile.Servers(catalogs))
	if err != nil {
		return nil, problemsOf("", err)
	}
	return c, nil
}

// conflicts reports what keeps the engine from building a catalog. The engine reports the same, but
// without positions.
func conflicts(r *ruleset.Rules, catalogs []catalogfile.Catalog) (ps rules.Problems) {
	known := r.File().Servers
	for _, c := range catalogs {
		if len(known) == 0 || slices.Contains(known, c.ID) {
			continue
		}
		p := placed(r, "/servers", &rules.Problem{Code: CodeCatalogServer, OnKey: true,
			Message: fmt.Sprintf("the catalog %s is of the server %q, which is not one of the servers of this file: %s",
				c.Path, c.ID,
				suggest.List(known))})
		p.Hint = fmt.Sprintf("add %s to servers, or say which of them the catalog is of: --catalog %s", c.ID,
			wording.ShellWord("id="+c.Path))
		if near, ok := suggest.Nearest(c.ID, known); ok {
			p.Hint = fmt.Sprintf("add %s to servers, or say that the catalog is of %s: --catalog %s", c.ID, near,
				wording.ShellWord(near+"="+c.Path))
		}
		ps = append(ps, p)
	}
	if r.Scheme().NoNamespace && len(catalogs) > 1 {
		ps = append(ps, placed(r, "/naming/namespace",
			&rules.Problem{Code: rules.Code(naming.CodeNamespaceNeedsOneServer),
				Message: fmt.Sprintf("without a namespace there can be one server, and %d catalogs are given",
					len(catalogs)),
				Hint: "remove namespace: false, or give one catalog"}))
	}
	return ps
}

// placed returns p with the position of the value at a pointer into the [rules.File], or of its
// key.
func placed(r *ruleset.Rules, pointer string, p *rules.Problem) *rules.Problem {
	p.Pointer, p.Offset = pointer, -1
	r.Locate(p)
	return p
}

// problemsOf returns the problems that err holds, or a problem made from err.
func problemsOf(name string, err error) rules.Problems {
	if ps, ok := err.(rules.Problems); ok {
		return ps
	}
	return rules.Problems{{Code: CodeUnknown, File: name, Offset: -1, Message: err.Error(), Err: err}}
}

// sortByPosition sorts the problems of the rule file by position, before all others. Problems at
// the same position, and all others, keep their order.
func sortByPosition(ps rules.Problems, name string) {
	slices.SortStableFunc(ps, func(a, b *rules.Problem) int {
		if own := compareBool(b.File == name, a.File == name); own != 0 || a.File != name {
			return own
		}
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
