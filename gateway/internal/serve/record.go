package serve

import (
	"context"
	"net/http"
	"time"

	"github.com/toolrules/toolrules/gateway/internal/audit"
	"github.com/toolrules/toolrules/gateway/internal/callers"
	"github.com/toolrules/toolrules/mcphost"
)

// recordCall writes the audit line and the metrics of a call.
func (s *service) recordCall(ctx context.Context, call mcphost.CallRecord) (func(string), error) {
	if s.config.Audit.Required {
		if err := s.audit.Check(); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	return func(outcome string) {
		duration := time.Since(began)
		line := audit.Line{
			Event: "call", Subject: callers.Subject(s.config, call.Caller), Name: call.Name,
			Server: call.Key.Server, Tool: call.Key.Tool, Outcome: outcome, Duration: float64(duration.Microseconds()) / 1000,
		}
		if call.Catalog != nil {
			line.Revision = call.Catalog.Engine().File().Revision()
			explanation := call.Catalog.Explain(call.Request, call.Key)
			if d := explanation.Decider; d != nil {
				line.Rule = d.String()
				line.RuleID = d.Spec.ID
			}
		}
		s.audit.Write(line)
		s.metrics.Call(call.Key.Server, outcome, duration, call.Visible)
		endSpan(ctx, call, outcome)
	}, nil
}

// recordRefusal writes the audit line and the metrics of a request whose caller was not verified.
func (s *service) recordRefusal(_ *http.Request, reason string) {
	s.metrics.Refused(reason)
	s.audit.Write(audit.Line{
		Event: "refused", Outcome: "unauthenticated", Reason: reason, Revision: s.revision(),
	})
}

// revision returns the revision of the rules in force.
func (s *service) revision() string { return s.rules.Engine().File().Revision() }
