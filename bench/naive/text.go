package naive

import (
	"slices"

	"github.com/toolrules/toolrules/bench/workload"
)

// Resolve chooses a text for a request by a loop over the rules, as the semantics are written down. It knows neither conditions nor
// globs nor missing levels.
func Resolve(t *workload.Text, r *workload.Request) string {
	level := min(max(r.Verbosity, 0), 9)
	var best *workload.Runner
	most := -1
	for i := range t.Runners {
		if rank, ok := match(&t.Runners[i], r); ok && rank > most {
			best, most = &t.Runners[i], rank
		}
	}
	if best != nil {
		if name, ok := nearest(best.Levels, level); ok {
			return t.Variants[name]
		}
		if best.Default != "" {
			return t.Variants[best.Default]
		}
	}
	if name, ok := nearest(t.ByLevel, level); ok {
		return t.Variants[name]
	}
	if text, ok := nearest(t.Levels, level); ok {
		return text
	}
	return t.Default
}

// match gives the rank of a rule among those that match: the model counts more than the runner, a name more than a list.
func match(rule *workload.Runner, r *workload.Request) (rank int, ok bool) {
	if rule.Runner != "" {
		if rule.Runner != r.Runner {
			return 0, false
		}
		rank++
	}
	switch {
	case rule.Models == nil:
		return rank, true
	case !slices.Contains(rule.Models, r.Model):
		return 0, false
	case len(rule.Models) == 1:
		return rank + 4, true
	}
	return rank + 2, true
}

// nearest gives what stands at a level or at the nearest to it, of two equally near ones the lower.
func nearest(levels []workload.AtLevel, level int) (text string, ok bool) {
	least, at := 100, 0
	for _, l := range levels {
		distance := max(l.Level-level, level-l.Level)
		if distance < least || distance == least && l.Level < at {
			least, at, text, ok = distance, l.Level, l.Text, true
		}
	}
	return text, ok
}
