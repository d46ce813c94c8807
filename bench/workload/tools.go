package workload

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
)

// Servers are 50 servers with n tools, as they would send them, in the order of their IDs.
func Servers(n int) []engine.Server {
	r := rand.New(rand.NewPCG(1, 2))
	servers := make([]engine.Server, 50)
	for i := range servers {
		count := (i+1)*n/len(servers) - i*n/len(servers)
		servers[i] = engine.Server{ID: serverID(i), Tags: map[string][]string{}}
		tools := make([]wireTool, count)
		taken := map[string]bool{}
		for k := range tools {
			tools[k] = newTool(r, taken)
			servers[i].Tags[tools[k].Name] = tags(r)
		}
		servers[i].Lists = [][]byte{marshal(tools)}
	}
	return servers
}

// Real are the servers of testdata/catalogs, in the order of their files. They get the IDs that the
// policies use, and tags from their operator; everything else is as sent.
func Real(dir string) ([]engine.Server, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(3, 4))
	servers := make([]engine.Server, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var list struct{ Tools []struct{ Name string } }
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		servers[i] = engine.Server{ID: serverID(i), Lists: [][]byte{data}, Tags: map[string][]string{}}
		for _, t := range list.Tools {
			servers[i].Tags[t.Name] = tags(r)
		}
	}
	return servers, nil
}

func serverID(i int) string { return fmt.Sprintf("srv%02d", i) }

type wireTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description"`
	InputSchema map[string]any  `json:"inputSchema"`
	Annotations map[string]bool `json:"annotations"`
}

var (
	verbs = []string{"read", "get", "list", "search", "create", "update", "delete", "drop", "exec", "send", "publish",
		"query", "fetch", "move", "copy", "archive"}
	nouns = []string{"issue", "repo", "file", "message", "calendar_event", "invoice", "customer", "deployment", "pod",
		"secret", "pull_request", "branch",
		"table", "row", "document", "metric", "alert", "user", "group", "ticket", "order", "shipment"}
	kinds = []string{"", "", "", "_by_id", "_batch", "_comments", "_history", "_raw", "_v2", "_metadata",
		"_attachments", "_delete_marker", "_admin_view"}
	teams = []string{"", "", "", "acme", "globex", "initech"}
	words = []string{"beta", "pii", "write", "read", "cheap", "slow", "finance", "prod", "net", "hr", "billing", "eu"}
)

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// newTool returns a tool with an unused name.
func newTool(r *rand.Rand, taken map[string]bool) wireTool {
	verb := pick(r, verbs)
	name := fmt.Sprintf("%s_%s%s", verb, pick(r, nouns), pick(r, kinds))
	for taken[name] {
		name = fmt.Sprintf("%s_%d", name, r.IntN(1000))
	}
	taken[name] = true
	readOnly := verb == "read" || verb == "get" || verb == "list" || verb == "search" || verb == "query" ||
		verb == "fetch"
	schema := schemaOf(r.IntN(16))
	about := fmt.Sprintf("Does what %q says, for one \"%s\" at a time.\n", name, pick(r, nouns))
	return wireTool{
		Name: name, Title: pick(r, teams), Description: about + strings.Repeat("Use it when the user asks for it. ",
			r.IntN(60)),
		InputSchema: schema,
		Annotations: map[string]bool{
			"readOnlyHint": readOnly, "destructiveHint": verb == "delete" || verb == "drop" ||
				verb == "update" && r.IntN(3) == 0,
			"idempotentHint": readOnly || r.IntN(3) == 0, "openWorldHint": r.IntN(4) == 0,
		},
	}
}

// schemaOf returns a schema with the given number of arguments.
func schemaOf(arguments int) map[string]any {
	properties := map[string]any{}
	for k := range arguments {
		properties[fmt.Sprintf("argument%d", k)] = map[string]any{"type": "string", "description": "What it is about."}
	}
	return map[string]any{"type": "object", "properties": properties}
}

func tags(r *rand.Rand) []string {
	list := []string{}
	for range r.IntN(4) {
		list = append(list, pick(r, words))
	}
	if r.IntN(40) == 0 {
		list = append(list, "internal")
	}
	return list
}

func marshal(tools []wireTool) []byte {
	data, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		panic(err) // everything in a wireTool can be marshaled
	}
	return data
}

// A Tool is what a peer reads as tool.
type Tool struct {
	Server      string   `expr:"server" cel:"server" json:"server"`
	Name        string   `expr:"name" cel:"name" json:"name"`
	Title       string   `expr:"title" cel:"title" json:"title"`
	Description string   `expr:"description" cel:"description" json:"-"`
	ReadOnly    bool     `expr:"readOnly" cel:"readOnly" json:"readOnly"`
	Destructive bool     `expr:"destructive" cel:"destructive" json:"destructive"`
	Idempotent  bool     `expr:"idempotent" cel:"idempotent" json:"idempotent"`
	OpenWorld   bool     `expr:"openWorld" cel:"openWorld" json:"openWorld"`
	Arguments   []string `expr:"arguments" cel:"arguments" json:"arguments"`
	Tags        []string `expr:"tags" cel:"tags" json:"tags"`
	Bytes       int      `expr:"bytes" cel:"bytes" json:"bytes"`

	// Folded is the name as exclude patterns compare it, in lower case and with - and . replaced by
	// _. The peers get it beforehand; it makes a difference only for the real catalogs.
	Folded string `expr:"folded" cel:"folded" json:"folded"`
}

// Tools returns the tools of a catalog that have a name, in its order.
func Tools(c *engine.Catalog) []*Tool {
	var all []*Tool
	for _, key := range c.Tools() {
		f, _ := c.Info(key)
		if _, named := c.Name(key); !named {
			continue
		}
		all = append(all, &Tool{
			Server: f.Server, Name: f.Name, Title: f.Title, Description: f.Description, ReadOnly: f.ReadOnly,
			Destructive: f.Destructive,
			Idempotent:  f.Idempotent, OpenWorld: f.OpenWorld, Arguments: f.Arguments, Tags: f.Tags, Bytes: f.Bytes,
			Folded: pattern.Fold(f.Name),
		})
	}
	return all
}

// Names returns the raw names of a server of [Servers].
func Names(s engine.Server) []string {
	var list struct{ Tools []struct{ Name string } }
	for _, page := range s.Lists {
		if err := json.Unmarshal(page, &list); err != nil {
			panic(err) // this package has marshaled it
		}
	}
	names := make([]string, len(list.Tools))
	for i, t := range list.Tools {
		names[i] = t.Name
	}
	return names
}
