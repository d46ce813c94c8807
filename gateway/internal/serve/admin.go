package serve

import (
	"encoding/json"
	"net"
	"net/http"

	"github.com/toolrules/toolrules/gateway/internal/web"
)

// serveAdmin starts the admin listener, if there is one, and returns a function that ends it.
func (s *service) serveAdmin() (end func(), err error) {
	if s.opts.Admin == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", s.opts.Admin)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	s.addProbes(mux, true)
	server := web.NewServer(mux)
	go func() { _ = server.Serve(listener) }()
	s.logger.Info("the admin listener serves HTTP", "address", listener.Addr().String())
	return func() { _ = server.Close() }, nil
}

// addProbes adds /healthz and /readyz, and with details also /metrics.
func (s *service) addProbes(mux *http.ServeMux, details bool) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { s.serveReady(w, details) })
	if details {
		mux.Handle("GET /metrics", s.metrics.Handler())
	}
}

// serveReady answers whether the gateway is ready: rules are in force, and each server has been
// tried once. A server that is lost does not take a replica out.
func (s *service) serveReady(w http.ResponseWriter, details bool) {
	type server struct {
		ID        string `json:"id"`
		Connected bool   `json:"connected"`
		Tools     int    `json:"tools"`
	}
	body := struct {
		Ready    bool     `json:"ready"`
		Revision string   `json:"revision,omitempty"`
		Servers  []server `json:"servers,omitempty"`
	}{Ready: !s.stopping.Load()}
	for _, one := range s.gateway.Load().Status() {
		body.Ready = body.Ready && one.Tried
		if details {
			body.Servers = append(body.Servers, server{one.ID, one.Connected, one.Tools})
		}
	}
	if details {
		body.Revision = s.revision()
	}
	w.Header().Set("Content-Type", "application/json")
	if !body.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(body)
}
