package lint

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// limitWithoutSearch finds limits under which models can't find the tools that are deferred.
func (l *linter) limitWithoutSearch() {
	d := l.rules.File().Discovery
	if len(d.Limits) == 0 || d.Search != nil {
		return
	}
	l.reportKey("/discovery/limits", &rules.Problem{Code: CodeLimitWithoutSearch,
		Message: "tools beyond a limit are not listed, and without search no model can find them",
		Hint:    "write search: {} under discovery"})
}

// pinsBeyondLimits finds limits with fewer tools than are pinned.
func (l *linter) pinsBeyondLimits() {
	d := l.rules.Discovery()
	pinned := l.world.toolsWhere(func(t *tool) bool {
		return slices.ContainsFunc(d.Pins(), func(e *ruleset.Entry) bool { return e.Reaches(t.target) })
	}).intersect(l.world.visible)
	count := pinned.len()
	room := 0 // for the tools of search
	if s := d.Search(); s != nil {
		room = 1
		if s.Call != "" {
			room = 2
		}
	}
	for i, limit := range l.rules.File().Discovery.Limits {
		if limit.Tools == 0 || limit.Tools >= len(l.world.tools) || count <= limit.Tools-room {
			continue
		}
		l.report(fmt.Sprintf("/discovery/limits/%d/tools", i), &rules.Problem{Code: CodePinsBeyondLimit,
			Message: fmt.Sprintf("%s may be pinned (%s), and the limit has room for %d", wording.Plural(count, "tool"), l.world.list(pinned),
				max(limit.Tools-room, 0)),
			Hint: "pin fewer tools, or raise the limit"})
	}
}
