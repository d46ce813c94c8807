// Embed is the smallest host: it loads a rule file, adds what two servers answered to tools/list,
// and prints what a guest sees.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/toolrules/toolrules/engine"
)

func main() {
	eng, err := engine.Load("examples/embed/tools.rules.yaml", engine.Options{})
	if err != nil {
		log.Fatal(err) // every problem of the file, with its position
	}
	catalog, err := eng.BuildCatalog(servers()) // again when a list of tools changes
	if err != nil {
		log.Fatal(err)
	}
	guest := map[string]any{"user": map[string]any{"role": "guest"}}
	view := catalog.View(engine.Request{Runner: "codex", Verbosity: engine.Verbosity(2), Attrs: guest})
	for tool := range view.Tools() {
		fmt.Println(tool.Name(), tool.Description())
	}
	fmt.Println(view.Resolve("github__list_issues"))
	fmt.Println(view.Resolve("github__create_issue")) // hidden from guests

	report := catalog.Report()
	fmt.Printf("%d tools, %d without a name\n", report.Tools, len(report.Rejected))
	fmt.Println(len(view.AppendToolsJSON(nil)), "bytes for tools/list")
}

// servers returns what two servers answered to tools/list.
func servers() []engine.Server {
	var all []engine.Server
	for _, id := range []string{"fs", "github"} {
		list, err := os.ReadFile("examples/quickstart/catalogs/" + id + ".json")
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, engine.Server{ID: id, Lists: [][]byte{list}})
	}
	return all
}
