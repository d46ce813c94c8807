package mcphost

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// A CallRecord describes a tools/call and what the rules have decided about it. It distinguishes
// hidden tools from tools that do not exist, so it must not reach the caller.
//
// The outcome of a call is one of these:
//
//   - "ok": the tool returned a result.
//   - "tool_error": the tool returned a result that is an error.
//   - "input_required": the server requests input; the caller repeats the call with it.
//   - "denied": the caller does not see such a tool.
//   - "refused": the request was refused, by Request or because its headers contradict it.
//   - "unavailable": the tool's server is not connected.
//   - "timeout": the server did not respond in time.
//   - "canceled": the caller has given up.
//   - "error": the server returned an error, or something that is not a result.
type CallRecord struct {
	Caller  Caller
	Catalog *engine.Catalog // nil if there is none yet
	Request engine.Request  // what the rules evaluated; zero if the request was refused
	Name    string          // as the caller sent it
	Key     engine.Key      // the tool with that name; zero if there is none
	Visible bool            // the caller sees the tool
}

const (
	outcomeOK            = "ok"
	outcomeToolError     = "tool_error"
	outcomeInputRequired = "input_required"
	outcomeDenied        = "denied"
	outcomeRefused       = "refused"
	outcomeUnavailable   = "unavailable"
	outcomeTimeout       = "timeout"
	outcomeCanceled      = "canceled"
	outcomeError         = "error"
)

// outcomeOf returns the outcome of a call that was executed.
func outcomeOf(ctx context.Context, res mcp.Result, err error) string {
	switch {
	case err == errUnavailable: // errors.Is compares codes
		return outcomeUnavailable
	case err == errTimeout:
		return outcomeTimeout
	case err == errIsolation:
		return outcomeRefused
	case err != nil && ctx.Err() != nil:
		return outcomeCanceled
	case err != nil:
		return outcomeError
	}
	switch res := res.(type) {
	case *callResult:
		at := res.outline.Get("isError")
		switch {
		case res.kind() == kindInputRequired:
			return outcomeInputRequired
		case at != nil && at.True(res.raw):
			return outcomeToolError
		}
	case *mcp.CallToolResult:
		switch {
		case res.NeedsInput():
			return outcomeInputRequired
		case res.IsError:
			return outcomeToolError
		}
	}
	return outcomeOK
}
