package serve

import (
	"maps"
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/rules"
)

// warnUnset logs each required attribute of the rules that no request can have: rules that read it
// fail, and hide tools without an error.
func (s *service) warnUnset(file *rules.File) {
	var set []string // by the callers, over HTTP
	if s.opts.HTTP != "" {
		set = slices.AppendSeq(slices.Collect(maps.Values(s.source.Headers)), maps.Values(s.source.Claims))
	}
	for _, path := range unset("", file.Context, s.source.Base.Attrs, set) {
		s.logger.Warn("no request has this attribute, which the rules declare: rules that read it hide tools; "+
			"set it under attributes in the configuration (--config)", "attribute", path)
	}
}

// unset returns the paths of required attributes below a path that neither values nor set have.
func unset(path string, fields []expr.Field, values map[string]any, set []string) (paths []string) {
	for _, field := range fields {
		at, value := path+field.Name, values[field.Name]
		switch {
		case field.Optional:
		case field.Type.Kind == expr.Object:
			inner, _ := value.(map[string]any)
			paths = append(paths, unset(at+".", field.Type.Fields, inner, set)...)
		case value == nil && !slices.Contains(set, at):
			paths = append(paths, at)
		}
	}
	return paths
}
