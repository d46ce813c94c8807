package diff

import (
	"reflect"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// Certain reports whether no request can see a difference.
func (p *Printer) Certain() bool {
	return p.report.Empty() && len(p.report.Elsewhere) == 0 && len(p.unseen) == 0 && len(p.Exact.Changes) == 0 &&
		len(p.Exact.Open) == 0
}

// unseenServers returns the servers whose tools nobody has compared: those that one of two rule
// files names and of which no catalog has tools, and those of which a catalog does not have all
// tools. There are none if the two files mean the same anyway.
func unseenServers(old, current *engine.Catalog) []string {
	if sameRules(old.Engine().File(), current.Engine().File()) {
		return nil
	}
	var unseen []string
	for _, c := range []*engine.Catalog{old, current} {
		for _, id := range check.ServersWithoutTools(c) {
			if !slices.Contains(unseen, id) {
				unseen = append(unseen, id)
			}
		}
	}
	for _, id := range partialServers(current) {
		if !slices.Contains(unseen, id) {
			unseen = append(unseen, id)
		}
	}
	if len(current.Tools()) == 0 && len(unseen) == 0 {
		return current.Servers()
	}
	return unseen
}

// partialServers returns the servers of which one of the catalogs does not have all tools.
func partialServers(catalogs ...*engine.Catalog) (ids []string) {
	for _, c := range catalogs {
		for _, f := range c.Report().Faults {
			if hasMore := f.Code == engine.CodeMorePages || f.Code == engine.CodeTooLarge ||
				f.Code == engine.CodeBadList; hasMore &&
				!slices.Contains(ids, f.Key.Server) {
				ids = append(ids, f.Key.Server)
			}
		}
	}
	return ids
}

// sameRules reports whether two rule files hold the same values, wherever in the file they stand.
func sameRules(a, b *rules.File) bool {
	values := func(f *rules.File) rules.File {
		return rules.File{Servers: f.Servers, Context: f.Context, Sets: f.Sets, Naming: f.Naming, Filter: f.Filter,
			Order: f.Order, Annotations: f.Annotations, Verbosity: f.Verbosity,
			Descriptions: f.Descriptions}
	}
	return reflect.DeepEqual(values(a), values(b))
}
