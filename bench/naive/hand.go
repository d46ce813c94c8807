package naive

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/bench/workload"
)

// Hand is a policy written as Go code, which no operator can change.
type Hand struct {
	// Mixed selects [workload.Mixed] instead of [workload.Splitting].
	Mixed bool
}

// List appends the numbers of the visible tools.
func (h Hand) List(dst []int, tools []*workload.Tool, r *workload.Request) []int {
	if hidesAll(r) {
		return dst
	}
	for i, t := range tools {
		if !hiddenByGlob(t) && !hiddenByRegex(t) && !hiddenAlone(t) && !h.hiddenFrom(t, r) {
			dst = append(dst, i)
		}
	}
	return dst
}

func hiddenByGlob(t *workload.Tool) bool {
	name := t.Folded
	if strings.HasPrefix(name, "delete_") || strings.Contains(name, "_delete_") || strings.HasPrefix(name, "drop_") ||
		strings.Contains(name, "_admin_") {
		return true
	}
	switch t.Server {
	case "srv07":
		return true
	case "srv10", "srv11", "srv12", "srv13", "srv14", "srv15", "srv16", "srv17", "srv18", "srv19":
		return strings.HasPrefix(name, "exec_")
	case "srv20", "srv21", "srv22", "srv23", "srv24", "srv25", "srv26", "srv27", "srv28", "srv29":
		return strings.Contains(name, "secret")
	case "srv30":
		return strings.HasPrefix(name, "send_")
	case "srv31":
		return strings.HasPrefix(name, "publish_")
	case "srv32":
		return strings.HasPrefix(name, "move_")
	case "srv33":
		return strings.HasPrefix(name, "copy_")
	case "srv34":
		return strings.HasPrefix(name, "archive_")
	case "srv35":
		return strings.HasPrefix(name, "update_")
	case "srv36":
		return strings.HasSuffix(name, "_v2")
	case "srv37":
		return strings.HasSuffix(name, "_raw")
	case "srv38":
		return strings.HasSuffix(name, "_batch")
	case "srv39":
		return strings.HasPrefix(name, "get_user")
	case "srv40":
		return strings.HasPrefix(name, "list_user")
	case "srv41":
		return strings.HasPrefix(name, "read_invoice")
	case "srv42":
		return strings.Contains(name, "customer")
	case "srv43":
		return strings.HasPrefix(name, "query_")
	case "srv44":
		return strings.HasPrefix(name, "fetch_table")
	case "srv45":
		return name == "create_order"
	case "srv46":
		return strings.HasPrefix(name, "search_") && strings.HasSuffix(name[len("search_"):], "_history")
	case "srv47":
		at := strings.Index(name, "shipment")
		return at >= 0 && strings.HasSuffix(name[at+len("shipment"):], "raw")
	}
	return false
}

func hiddenByRegex(t *workload.Tool) bool {
	return hiddenAs(t.Server, t.Name) || t.Folded != t.Name && hiddenAs(t.Server, t.Folded)
}

func hiddenAs(server, name string) bool {
	switch {
	case strings.HasPrefix(name, "truncate_"), strings.HasPrefix(name, "exec_pod"),
		strings.HasPrefix(name, "exec_deployment"):
		return true
	case strings.HasSuffix(name, "_metadata") && strings.HasPrefix(server, "srv0"):
		return true
	case server == "srv48" && (strings.HasPrefix(name, "send_") || strings.HasPrefix(name, "publish_")):
		return true
	}
	at := strings.Index(name, "secret")
	return at >= 0 && strings.Contains(name[at+len("secret"):], "raw")
}

// hidesAll evaluates the rules that read only the request.
func hidesAll(r *workload.Request) bool {
	return r.User.Role == "banned" || r.Runner == "untrusted" && r.Verbosity < 1 ||
		slices.Contains(r.User.Groups, "blocked") ||
		r.Env == "lockdown" || strings.HasPrefix(r.Model, "legacy-")
}

// hiddenAlone evaluates the rules that read only the tool.
func hiddenAlone(t *workload.Tool) bool {
	return t.Destructive && !t.Idempotent || slices.Contains(t.Tags, "internal") || len(t.Arguments) > 14 ||
		t.Server == "srv13" && strings.HasSuffix(t.Name, "_raw") || t.Name == "debug" || t.Name == "experiment"
}

func (h Hand) hiddenFrom(t *workload.Tool, r *workload.Request) bool {
	u := &r.User
	if t.Destructive && u.Role != "admin" || t.OpenWorld && r.Env == "airgap" ||
		slices.Contains(t.Tags, "hr") && !slices.Contains(u.Groups, "hr") ||
		slices.Contains(t.Tags, "billing") && u.Tier == "trial" || !t.ReadOnly && r.Runner == "readonly-bot" {
		return true
	}
	if h.Mixed {
		return slices.Contains(u.DeniedServers, t.Server) || t.Bytes > u.Budget || t.Title != "" && t.Title != u.Team ||
			slices.Contains(u.DeniedTools, t.Name) ||
			slices.ContainsFunc(t.Tags, func(tag string) bool { return slices.Contains(u.DeniedTags, tag) })
	}
	return slices.Contains(t.Tags, "pii") && u.Role == "contractor" ||
		t.Server == "srv05" && strings.HasPrefix(r.Model, "small-") ||
		strings.HasPrefix(t.Name, "send_") && !slices.Contains(u.Groups, "oncall") ||
		t.Bytes > 2500 && u.Budget < 2000 ||
		len(t.Arguments) > 12 && r.Verbosity < 3
}
