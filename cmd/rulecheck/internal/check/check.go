// Package check finds what is wrong with a rule file: what the loader says of the file alone and, given the tools of its servers,
// what can be said of the two together.
//
// All of it comes as one list of problems, those of the rule file in file order, then those of the catalogs in the order of the
// catalogs. Comments in the file can silence warnings and notes, see [Ignore]; so can those in a test file, see [Silence].
package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/lint"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// A Result is what came of checking a rule file.
type Result struct {
	Problems rules.Problems
	Silenced int             // problems that comments in the file silence
	Rules    *rules.Rules    // nil if an error keeps the file from being used
	Catalog  *engine.Catalog // nil without catalogs, or if they don't go with the rules
	Report   *engine.Report  // nil if Catalog is
}

// File checks the rule file that data holds against the tools of the catalogs. No catalogs are fine.
func File(name string, data []byte, catalogs []catalogfile.Catalog) Result {
	var res Result
	res.Problems, res.Rules = load(name, data)
	switch {
	case res.Rules == nil:
	case len(catalogs) == 0:
		res.Problems = append(res.Problems, lint.File(res.Rules)...)
	default:
		c, report, ps := Build(res.Rules, catalogs, engine.Options{})
		res.Catalog, res.Report = c, report
		res.Problems = append(res.Problems, ps...)
		if c != nil {
			res.Problems = append(res.Problems, lint.Catalog(c, lint.Options{Files: paths(catalogs)})...)
			res.Problems = append(res.Problems, fromReport(c, report, catalogs)...)
		}
	}
	res.Problems, res.Silenced = silence(name, data, res.Problems, scope{rules: res.Rules != nil, tools: res.Catalog != nil})
	sortByPlace(res.Problems, name)
	return res
}

// load compiles a file and gives its problems, warnings among them.
func load(name string, data []byte) (rules.Problems, *rules.Rules) {
	r, ps := Load(name, data)
	if r == nil {
		return ps, nil
	}
	return slices.Clone(r.Warnings()), r
}

// paths gives the files of catalogs by the ids of their servers.
func paths(catalogs []catalogfile.Catalog) map[string]string {
	files := make(map[string]string, len(catalogs))
	for _, c := range catalogs {
		files[c.ID] = c.Path
	}
	return files
}

// Build puts rules and catalogs together. If the two don't go together there is no catalog, and the problems say why.
func Build(r *rules.Rules, catalogs []catalogfile.Catalog, opts engine.Options) (*engine.Catalog, *engine.Report, rules.Problems) {
	if ps := misfits(r, catalogs); len(ps) > 0 {
		return nil, nil, ps
	}
	e, err := engine.New(r, opts)
	if err != nil {
		return nil, nil, problemsOf("", err)
	}
	c, err := e.BuildCatalog(catalogfile.Servers(catalogs))
	if err != nil {
		return nil, nil, problemsOf("", err)
	}
	report := c.Report()
	return c, report, nil
}

// misfits finds what keeps the engine from building a catalog: it says so as well, without places.
func misfits(r *rules.Rules, catalogs []catalogfile.Catalog) (ps rules.Problems) {
	known := r.File().Servers
	for _, c := range catalogs {
		if len(known) == 0 || slices.Contains(known, c.ID) {
			continue
		}
		p := placed(r, "/servers", &rules.Problem{Code: CodeCatalogServer, OnKey: true,
			Message: fmt.Sprintf("the catalog %s is of the server %q, which is not one of the servers of this file: %s", c.Path, c.ID,
				suggest.List(known))})
		p.Hint = fmt.Sprintf("add %s to servers, or say which of them the catalog is of: --catalog %s", c.ID, findings.ShellWord("id="+c.Path))
		if near, ok := suggest.Nearest(c.ID, known); ok {
			p.Hint = fmt.Sprintf("add %s to servers, or say that the catalog is of %s: --catalog %s", c.ID, near, findings.ShellWord(near+"="+c.Path))
		}
		ps = append(ps, p)
	}
	if r.Scheme().NoNamespace && len(catalogs) > 1 {
		ps = append(ps, placed(r, "/naming/namespace", &rules.Problem{Code: rules.Code(naming.CodeNamespaceNeedsOneServer),
			Message: fmt.Sprintf("without a namespace there can be one server, and %d catalogs are given", len(catalogs)),
			Hint:    "remove namespace: false, or give one catalog"}))
	}
	return ps
}

// placed gives a problem the place of the value at a pointer into the [rules.File], or of its key.
func placed(r *rules.Rules, pointer string, p *rules.Problem) *rules.Problem {
	p.Pointer, p.Offset = pointer, -1
	r.Locate(p)
	return p
}

// problemsOf gives the problems that an error holds, or makes one of it.
func problemsOf(name string, err error) rules.Problems {
	if ps, ok := err.(rules.Problems); ok {
		return ps
	}
	return rules.Problems{{Code: CodeUnknown, File: name, Offset: -1, Message: err.Error(), Err: err}}
}

// sortByPlace puts the problems of the rule file in file order, in front of all others; those of one place, and the others, stay in
// the order in which they were found.
func sortByPlace(ps rules.Problems, name string) {
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
