package naive

import (
	"slices"

	"github.com/toolrules/toolrules/bench/workload"
)

// A Text is a description chosen for a request by a loop over its rules. It supports neither
// conditions nor globs nor missing levels.
type Text[L levels] struct {
	written *workload.Text
	levels  L
	byLevel L
	runners []L // the levels of each rule
}

// Maps is a text whose levels are maps, as in a rule file.
func Maps(t *workload.Text) *Text[LevelMap] {
	return prepared(t, func(list []workload.AtLevel) LevelMap {
		m := LevelMap{}
		for _, l := range list {
			m[l.Level] = l.Text
		}
		return m
	})
}

// Lists is a text whose levels are lists: searching a short list is faster than a map lookup.
func Lists(t *workload.Text) *Text[LevelList] {
	return prepared(t, func(list []workload.AtLevel) LevelList { return list })
}

func prepared[L levels](t *workload.Text, levels func([]workload.AtLevel) L) *Text[L] {
	text := &Text[L]{written: t, levels: levels(t.Levels), byLevel: levels(t.ByLevel)}
	for i := range t.Runners {
		text.runners = append(text.runners, levels(t.Runners[i].Levels))
	}
	return text
}

// Resolve returns the text for a request.
func (t *Text[L]) Resolve(r *workload.Request) string {
	level := min(max(r.Verbosity, 0), 9)
	best, most := -1, -1
	for i := range t.written.Runners {
		if rank, ok := match(&t.written.Runners[i], r); ok && rank > most {
			best, most = i, rank
		}
	}
	if best >= 0 {
		if name, ok := t.runners[best].nearest(level); ok {
			return t.written.Variants[name]
		}
		if name := t.written.Runners[best].Default; name != "" {
			return t.written.Variants[name]
		}
	}
	if name, ok := t.byLevel.nearest(level); ok {
		return t.written.Variants[name]
	}
	if text, ok := t.levels.nearest(level); ok {
		return text
	}
	return t.written.Default
}

// match returns the rank of a rule among those that match: the model counts more than the runner, a
// name more than a list.
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

// levels return the entry of a level, or of the nearest level; of two equally near ones the lower.
type levels interface {
	nearest(level int) (text string, ok bool)
}

// LevelMap maps levels to entries.
type LevelMap map[int]string

func (m LevelMap) nearest(level int) (text string, ok bool) {
	least, at := 100, 0
	for l, candidate := range m {
		if distance := max(l-level, level-l); distance < least || distance == least && l < at {
			least, at, text, ok = distance, l, candidate, true
		}
	}
	return text, ok
}

// LevelList holds the entries of levels in any order.
type LevelList []workload.AtLevel

func (list LevelList) nearest(level int) (text string, ok bool) {
	least, at := 100, 0
	for _, l := range list {
		if distance := max(l.Level-level, level-l.Level); distance < least || distance == least && l.Level < at {
			least, at, text, ok = distance, l.Level, l.Text, true
		}
	}
	return text, ok
}
