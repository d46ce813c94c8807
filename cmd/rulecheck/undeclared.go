package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/visible"
)

// undeclared describes in a line each which attributes a rule file does not declare, and what was
// probably meant.
func undeclared(attrs map[string]any, context []expr.Field) []string {
	return undeclaredBelow("", attrs, context, declaredPaths("", context))
}

// undeclaredBelow is undeclared for the attributes below a path, "" or one with a dot at its end;
// all are the paths that there are.
func undeclaredBelow(path string, attrs map[string]any, context []expr.Field, all []string) (texts []string) {
	known := make([]string, len(context))
	for i, f := range context {
		known[i] = f.Name
		if inner, ok := attrs[f.Name].(map[string]any); ok && f.Type.Kind == expr.Object {
			texts = append(texts, undeclaredBelow(path+f.Name+".", inner, f.Type.Fields, all)...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if slices.Contains(known, name) {
			continue
		}
		text := fmt.Sprintf("--ctx: the rule file does not declare %s, so no rule can read it", visible.Text(path+name))
		if hint := meantBy(path, name, known, all); hint != "" {
			text += "; " + hint
		}
		texts = append(texts, text)
	}
	return texts
}

// meantBy describes which declared attribute is meant by a name below a path: one with dots in it,
// a misspelled one, or one of another place.
func meantBy(path, name string, known, all []string) string {
	if slices.Contains(all, path+name) {
		return "nest it: " + nested(path+name)
	}
	if near, ok := suggest.Nearest(name, known); ok {
		return fmt.Sprintf("did you mean %s%s?", path, near)
	}
	if near, ok := suggest.Nearest(path+name, all); ok && strings.Contains(name, ".") {
		return fmt.Sprintf("did you mean %s? write %s", near, nested(near))
	}
	for _, other := range all {
		if other == name || strings.HasSuffix(other, "."+name) {
			return fmt.Sprintf("did you mean %s? write %s", other, nested(other))
		}
	}
	return ""
}

// nested shows where an attribute stands in --ctx.
func nested(path string) string {
	names := strings.Split(path, ".")
	return `{"` + strings.Join(names, `": {"`) + `": …` + strings.Repeat("}", len(names))
}

// declaredPaths returns the paths of all declared attributes, with dots between their names.
func declaredPaths(path string, context []expr.Field) (paths []string) {
	for _, f := range context {
		paths = append(paths, path+f.Name)
		paths = append(paths, declaredPaths(path+f.Name+".", f.Type.Fields)...)
	}
	return paths
}
