package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/matrix"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/wording"
)

const (
	maxRequests    = 1000 // that a command evaluates
	maxFromLiteral = 100  // that it makes by combining the values of literals
)

// requestsFlags are the attributes of requests, for commands with several requests.
type requestsFlags struct {
	contexts        []string
	runners, models []string
	levels          levelsFlag
}

// A levelsFlag is the value of --verbosity: one level, or several where there may be several, as
// 0,5,9.
type levelsFlag struct{ levels []engine.Level }

// Type, String and Set make it the value of a flag.
func (f *levelsFlag) Type() string { return "level" }

func (f *levelsFlag) String() string {
	parts := make([]string, len(f.levels))
	for i, l := range f.levels {
		n, _ := l.Get()
		parts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(parts, ",")
}

func (f *levelsFlag) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if len(part) != 1 || part[0] < '0' || part[0] > '9' {
			return errors.New("it is one level, 0 to 9, or several with commas between")
		}
		f.levels = append(f.levels, engine.Verbosity(int64(part[0]-'0')))
	}
	return nil
}

func (f *requestsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.contexts, "ctx", nil,
		"the request's attributes as a `JSON` object; @path reads it from a file")
	cmd.Flags().StringArrayVar(&f.runners, "runner", nil, "the `name` of the program that drives the model")
	cmd.Flags().StringArrayVar(&f.models, "model", nil, "the `name` of the model")
	cmd.Flags().Var(&f.levels, "verbosity", "the verbosity level, 0 to 9")
}

// matrixHelp is what the commands with several requests say of them.
const matrixHelp = `--ctx holds the attributes that the rule file declares under context, and may hold runner, model
and verbosity. ` + severalHelp

// severalHelp is the part of it for commands that have requestHelp as well.
const severalHelp = `Each --ctx makes a request; the flag may be repeated. Without --ctx there is one request for
each combination of the declared enum values and bools that make a difference, and of the values that conditions
compare other attributes with: for "ops" in ctx.groups a request with ops and one without. Attributes that are
compared with no literal are left out, and their lists are empty. --runner, --model and --verbosity take several
values, separated by commas: each request is made with each value.`

// one returns the flags of a command that evaluates one request. Several names the command that
// shows several of them.
func (f *requestsFlags) one(several string) (requestFlags, error) {
	var one requestFlags
	for _, flag := range []struct {
		name   string
		values []string
		to     *string
	}{{"ctx", f.contexts, &one.ctx}, {"runner", f.runners, &one.runner}, {"model", f.models, &one.model}} {
		switch len(flag.values) {
		case 0:
		case 1:
			if flag.name != "ctx" && strings.Contains(flag.values[0], ",") {
				return one, usagef("--%s has several values, and this shows one request; %s; "+
					"a name with a comma in it is given as --ctx '{%q: …}'", flag.name, several, flag.name)
			}
			*flag.to = flag.values[0]
		default:
			return one, usagef("--%s is given %d times, and this shows one request; %s", flag.name, len(flag.values),
				several)
		}
	}
	switch len(f.levels.levels) {
	case 0:
	case 1:
		one.level = f.levels.levels[0]
	default:
		return one, usagef("--verbosity has %d levels, and this shows one request; %s", len(f.levels.levels), several)
	}
	return one, nil
}

// all returns the requests of a matrix, for catalogs that may have different rules. One value is
// enough for what makes no difference in any of them.
func (f *requestsFlags) all(c *console, catalogs ...*engine.Catalog) ([]matrix.Request, error) {
	var fields []string
	for _, catalog := range catalogs {
		fields = append(fields, catalog.Depends().Fields...)
	}
	bases, err := f.bases(c, catalogs)
	if err != nil {
		return nil, err
	}
	var axes []matrix.Axis
	if len(f.contexts) == 0 {
		axes = f.declared(c, fields, catalogs)
	}
	axes = append(axes, f.given(fields)...)
	plain := slices.DeleteFunc(slices.Clone(axes), func(a matrix.Axis) bool { return a.Literals })
	if matrix.Size(len(bases), plain, maxRequests) > maxRequests {
		return nil, usagef("these are more than %s requests; say with --ctx which of them you want",
			wording.Number(maxRequests))
	}
	most := max(maxFromLiteral, matrix.Size(len(bases), plain, maxRequests))
	requests, complete := matrix.RequestsFromLiterals(bases, axes, most, maxRequests)
	if !complete {
		c.warn(fmt.Sprintf("the literals of the conditions make too many combinations: values of %s are tried one at "+
			"a time; "+
			"say with --ctx which requests you want", wording.Enumerate(literalPaths(axes))))
	}
	return requests, nil
}

func literalPaths(axes []matrix.Axis) (paths []string) {
	for _, a := range axes {
		if a.Literals {
			paths = append(paths, a.Path)
		}
	}
	return paths
}

// bases reads --ctx, and warns of what no catalog's rules declare.
func (f *requestsFlags) bases(c *console, catalogs []*engine.Catalog) ([]engine.Request, error) {
	if len(f.contexts) == 0 {
		return []engine.Request{{}}, nil
	}
	var bases []engine.Request
	for _, text := range f.contexts {
		req, err := c.readContext(text)
		if err != nil {
			return nil, err
		}
		var unknown []string
		for i, catalog := range catalogs {
			r := catalog.Engine().Rules
			texts := undeclared(req.Attrs, r.File().Context)
			if i == 0 {
				unknown = texts
			}
			unknown = slices.DeleteFunc(unknown, func(text string) bool { return !slices.Contains(texts, text) })
			c.warnOfBad(req, r)
		}
		for _, text := range unknown {
			c.warn(text)
		}
		bases = append(bases, req)
	}
	return bases, nil
}

// declared returns the axes of declared attributes, and warns of those that no request can have.
func (f *requestsFlags) declared(c *console, fields []string, catalogs []*engine.Catalog) []matrix.Axis {
	var axes []matrix.Axis
	var left []string
	for _, catalog := range catalogs {
		own, missing := matrix.Declared(catalog.Engine().File().Context, fields)
		compared := matrix.Compared(catalog.Engine().Rules, fields)
		own = slices.DeleteFunc(own, func(a matrix.Axis) bool { return hasPath(compared, a.Path) })
		for _, a := range slices.Concat(own, compared) {
			if !f.varies(a.Path) {
				axes = addAxis(axes, a)
			}
		}
		left = append(left, missing...)
	}
	left = slices.DeleteFunc(left, func(path string) bool { return hasPath(axes, path) })
	if left = slices.Compact(left); len(left) > 0 {
		c.warn(fmt.Sprintf("these requests lack %s, so that every rule fails that reads it; say with --ctx what "+
			"requests carry",
			wording.Enumerate(left)))
	}
	return axes
}

func hasPath(axes []matrix.Axis, path string) bool {
	return slices.ContainsFunc(axes, func(a matrix.Axis) bool { return a.Path == path })
}

// varies reports whether a flag sets the values of a path.
func (f *requestsFlags) varies(path string) bool {
	return path == "runner" && len(f.runners) > 0 || path == "model" && len(f.models) > 0 || path == "verbosity" &&
		len(f.levels.levels) > 0
}

// addAxis adds an axis, or its values to the axis of the same path.
func addAxis(axes []matrix.Axis, a matrix.Axis) []matrix.Axis {
	i := slices.IndexFunc(axes, func(known matrix.Axis) bool { return known.Path == a.Path })
	if i < 0 {
		return append(axes, a)
	}
	axes[i].Literals = axes[i].Literals || a.Literals
	for _, value := range a.Values {
		if !slices.ContainsFunc(axes[i].Values,
			func(known any) bool { return fmt.Sprint(known) == fmt.Sprint(value) }) {
			axes[i].Values = append(axes[i].Values, value)
		}
	}
	return axes
}

// given returns the axes of the flags.
func (f *requestsFlags) given(fields []string) []matrix.Axis {
	var axes []matrix.Axis
	add := func(path string, values []any) {
		if len(values) > 1 && !slices.Contains(fields, path) {
			values = values[:1]
		}
		if len(values) > 0 {
			axes = append(axes, matrix.Axis{Path: path, Values: values})
		}
	}
	add("runner", split(f.runners))
	add("model", split(f.models))
	var levels []any
	for _, l := range f.levels.levels {
		if n, ok := l.Get(); ok {
			levels = append(levels, int(n))
		}
	}
	add("verbosity", levels)
	return axes
}

// split takes lists with commas apart.
func split(lists []string) (values []any) {
	for _, list := range lists {
		for name := range strings.SplitSeq(list, ",") {
			values = append(values, strings.TrimSpace(name))
		}
	}
	return values
}
