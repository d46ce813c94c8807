package ruletest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
)

// Run runs the test file at path with the rule file and the catalogs that it names. The error is
// [rules.Problems]: problems of the test file, the rule file or a catalog that prevent the cases
// from running. Whether the expectations are met is in the result.
func Run(path string) (*Result, error) { return runFile(context.Background(), path, nil) }

// runFile runs a test file with e, or with the rule file that it names if e is nil.
func runFile(ctx context.Context, path string, e *engine.Engine) (*Result, error) {
	f, err := Load(path)
	if err != nil {
		return nil, err
	}
	if e == nil {
		if e, err = engine.Load(f.RulesPath(), engine.Options{}); err != nil {
			return nil, err
		}
	}
	servers, err := f.Servers()
	if err != nil {
		return nil, err
	}
	return f.run(ctx, e, servers)
}

// RulesPath returns the path of the rule file, relative to the working directory.
func (f *File) RulesPath() string { return f.path(f.Rules) }

func (f *File) path(relative string) string {
	if filepath.IsAbs(relative) || f.name() == "" || f.name() == "-" {
		return relative
	}
	return filepath.Join(filepath.Dir(f.name()), relative)
}

// Servers reads the catalogs, in their order. The error is [rules.Problems]; warnings are ignored.
func (f *File) Servers() ([]engine.Server, error) {
	sources := make([]catalogfile.Source, len(f.Catalogs))
	for i, text := range f.Catalogs {
		sources[i] = catalogfile.ParseSource(text)
		if sources[i].Path != "-" { // not a file
			sources[i].Path = f.path(sources[i].Path)
		}
	}
	catalogs, _, err := catalogfile.Load(sources, nil)
	if err != nil {
		return nil, err
	}
	return catalogfile.Servers(catalogs), nil
}

// Run evaluates the cases with e on the tools of servers; Rules and Catalogs are ignored. The error
// is [rules.Problems]: requests with attributes that the rules do not declare, or servers that the
// rules cannot be applied to.
func (f *File) Run(e *engine.Engine, servers []engine.Server) (*Result, error) {
	return f.run(context.Background(), e, servers)
}

// Prove is Run without the cases: it answers the properties. Once the context is done, outcomes are
// Unknown.
func (f *File) Prove(ctx context.Context, e *engine.Engine, servers []engine.Server) (*Result, error) {
	properties := *f
	properties.Cases = nil
	return properties.run(ctx, e, servers)
}

func (f *File) run(ctx context.Context, e *engine.Engine, servers []engine.Server) (*Result, error) {
	problems := f.checkRequests(e.Rules)
	if problems.Fatal() {
		return nil, problems
	}
	catalog, err := e.BuildCatalog(servers)
	if err != nil {
		return nil, rules.Problems{f.locate("/catalog", &rules.Problem{Code: CodeCatalog, Message: err.Error(), Err: err})}
	}
	r := &Result{file: f, Catalog: catalog, Warnings: slices.Concat(f.warnings, problems, f.incomplete(catalog.Report()))}
	sortByPosition(r.Warnings)
	for i := range f.Cases {
		if ctx.Err() != nil {
			return nil, rules.Problems{f.locate("", &rules.Problem{Code: rules.CodeUnreadable,
				Message: "the tests were interrupted: " + ctx.Err().Error(), Err: ctx.Err()})}
		}
		r.Cases = append(r.Cases, f.runCase(catalog, i))
	}
	if r.Proofs, err = f.prove(ctx, catalog); err != nil {
		return nil, err
	}
	return r, nil
}

// incomplete returns warnings about tool lists that could not be used, or only in part:
// expectations do not cover the missing tools.
func (f *File) incomplete(report *engine.Report) (ps rules.Problems) {
	for _, fault := range report.Faults {
		if fault.Index < 0 {
			ps = append(ps, f.locate("/catalog", &rules.Problem{Code: "server_" + rules.Code(fault.Code),
				Severity: rules.SeverityWarning, Message: fmt.Sprintf("server %s: %s", fault.Key.Server, fault.Message)}))
		}
	}
	return ps
}
