package mcphost

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// The SDK does not let middleware choose the HTTP status of a response. So middleware stores a
// refusal in the context of a request that came through Handler, and the response writer that
// Handler passes to the SDK writes it instead of the SDK's response.

type refusalKey struct{}

// A callRefusal holds the error of a call to be answered with status 400; nil if there is none.
type callRefusal struct{ err atomic.Pointer[jsonrpc.Error] }

// refuseCall makes Handler answer a call with status 400. Without Handler it does nothing.
func refuseCall(ctx context.Context, err *jsonrpc.Error) {
	if r, ok := ctx.Value(refusalKey{}).(*callRefusal); ok {
		r.err.Store(err)
	}
}

// A callWriter is the response writer of one call.
type callWriter struct {
	http.ResponseWriter
	refusal *callRefusal
	id      []byte // of the message; nil if it has none
	refused bool
}

// Unwrap returns the writer beneath, for [http.ResponseController].
func (w *callWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *callWriter) WriteHeader(status int) {
	if !w.refuse() {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *callWriter) Write(p []byte) (int, error) {
	if w.refuse() {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// refuse writes the refusal, once, and reports whether there is one.
func (w *callWriter) refuse() bool {
	err := w.refusal.err.Load()
	if err == nil || w.refused {
		return w.refused
	}
	w.refused = true
	id := w.id
	if id == nil {
		id = []byte("null")
	}
	body, _ := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, err})
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Connection")
	w.ResponseWriter.WriteHeader(http.StatusBadRequest)
	_, _ = w.ResponseWriter.Write(body)
	return true
}
