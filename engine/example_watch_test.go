package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolrules/toolrules/engine"
)

func ExampleWatch() {
	dir, err := os.MkdirTemp("", "rules")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tools.rules.yaml")
	write := func(rules string) { // beside the file, and then over it
		if err := os.WriteFile(path+".new", []byte(rules), 0o600); err != nil {
			fmt.Println(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			fmt.Println(err)
		}
	}
	write("{version: 1, filter: {exclude: [bank/wire_*]}}")

	changes := make(chan engine.Change)
	watcher, err := engine.Watch(context.Background(), path, engine.WatchOptions{
		OnChange: func(c engine.Change) { changes <- c },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer watcher.Close()
	live, err := watcher.Bind([]engine.Server{
		{ID: "bank", Lists: [][]byte{[]byte(`[{"name": "balance", "inputSchema": {"type": "object"}}, {"name": "wire_out", "inputSchema": {"type": "object"}}, {"name": "close_account", "inputSchema": {"type": "object"}}]`)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	list := func() { // what a request does: it takes the catalog once
		view := live.Catalog().View(engine.Request{Runner: "codex"})
		fmt.Println(string(view.AppendToolsJSON(nil)))
	}
	list()

	write("{version: 1, filter: {exclude: [bank/wire_*, bank/close_*]}}")
	diff := (<-changes).Catalogs[0].Diff()
	fmt.Println("hidden:", diff.Hidden, "tell clients:", !diff.Empty())
	list()

	write("{version: 1, filter: {exlude: [bank/wire_*]}}")
	for _, p := range (<-changes).Problems {
		fmt.Println("refused:", p.Code, "in line", p.Line, "column", p.Column)
	}
	list()
	// Output:
	// [{"name": "bank__balance", "inputSchema": {"type": "object"}},{"name": "bank__close_account", "inputSchema": {"type": "object"}}]
	// hidden: [bank/close_account] tell clients: true
	// [{"name": "bank__balance", "inputSchema": {"type": "object"}}]
	// refused: unknown_key in line 1 column 23
	// [{"name": "bank__balance", "inputSchema": {"type": "object"}}]
}
