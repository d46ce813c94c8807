// This file is compiled together with the SDK's own conformance server, by TestConformance: it puts
// the server's tools behind Middleware.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

func underRules(server *mcp.Server) {
	eng, err := engine.Parse("conformance.rules.yaml", []byte("version: 1\nnaming: {namespace: false}\n"), engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	own, err := mcphost.LocalTools(context.Background(), "everything", server)
	if err != nil {
		log.Fatal(err)
	}
	cat, err := eng.BuildCatalog([]engine.Server{own})
	if err != nil {
		log.Fatal(err)
	}
	server.AddReceivingMiddleware(mcphost.Middleware(func() *engine.Catalog { return cat }, mcphost.Options{}))
}

func handlerOf(next http.Handler) http.Handler { return mcphost.Handler(next) }
