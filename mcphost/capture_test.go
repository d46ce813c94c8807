package mcphost_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/toolrules/toolrules/mcphost"
)

func TestCapture(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for servers that do not answer")
	}
	for _, tt := range []struct {
		server string
		limits mcphost.Limits
		tools  int
		want   string // the code of the error
	}{
		{server: "polite", tools: 1},
		{server: "sdk", tools: 2},
		{server: "afraid", tools: 1},
		{server: "odd tools", tools: 9},
		{server: "prompt", tools: 1},
		{server: "nearly", tools: 1},
		{server: "modern", tools: 1},
		{server: "no tools"},
		{server: "silent", want: "connect s"},
		{server: "dies at once", want: "connect s"},
		{server: "an error", want: "list s"},
		{server: "invalid JSON", want: "list s"},
		{server: "huge", limits: mcphost.Limits{Message: 1 << 20}, want: "list s"},
		{server: "pages", want: "endless_list s"},
		{server: "circle", limits: mcphost.Limits{Pages: 1 << 30}, want: "endless_list s"},
		{server: "huge in pages", limits: mcphost.Limits{Pages: 1 << 30, Bytes: 1 << 20}, want: "endless_list s"},
		{server: "no object", want: "no_list s"},
	} {
		t.Run(tt.server, func(t *testing.T) {
			t.Parallel()
			opts := mcphost.CaptureOptions{ConnectTimeout: 2 * time.Second, Limits: tt.limits}
			got, err := mcphost.Capture(testContext(t), command(t, "s", tt.server), opts)
			if code := codes(err); code != tt.want || (err != nil && code == "") {
				t.Fatalf("%s (%v), want %s", code, err, tt.want)
			}
			if got.Tools != tt.tools {
				t.Errorf("it has %d tools", got.Tools)
			}
			if err == nil && !json.Valid(got.AppendCatalog(nil, "id")) {
				t.Errorf("the catalog is not JSON: %s", got.AppendCatalog(nil, "id"))
			}
		})
	}
}

// The context limits Capture, whatever the server does.
func TestCaptureTimeout(t *testing.T) {
	for _, server := range []string{"silent", "no list"} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, err := mcphost.Capture(ctx, command(t, "s", server), mcphost.CaptureOptions{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", server, err)
		}
	}
}
