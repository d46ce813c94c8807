// Package metrics defines the Prometheus metrics of the gateway. No label has a value that a caller
// chooses.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/toolrules/toolrules/mcphost"
)

// Metrics are the metrics of one gateway.
type Metrics struct {
	registry      *prometheus.Registry
	calls         *prometheus.CounterVec
	durations     *prometheus.HistogramVec
	refused       *prometheus.CounterVec
	auditFailures prometheus.Counter
	ruleChanges   *prometheus.CounterVec
	ruleFailures  *prometheus.CounterVec
	revision      *prometheus.GaugeVec
}

// New returns metrics with their own registry.
func New() *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolrules_" + name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: counter("calls_total", "Calls, by the server of the tool (empty if there is none) and outcome.",
			"server", "outcome"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "toolrules_call_duration_seconds", Help: "Duration of calls that reached a server.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300},
		}, []string{"server"}),
		refused: counter("refused_requests_total", "HTTP requests whose caller was not verified, by reason.",
			"reason"),
		auditFailures: prometheus.NewCounter(prometheus.CounterOpts{Name: "toolrules_audit_failures_total",
			Help: "Failed writes of the audit log."}),
		ruleChanges: counter("rule_changes_total", "New versions of the rule file, by result: accepted or refused.",
			"result"),
		ruleFailures: counter("rule_failures_total", "Conditions of rules that failed, by rule.", "rule"),
		revision: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "toolrules_rules_info",
			Help: "The rules in force."}, []string{"revision"}),
	}
	m.registry.MustRegister(m.calls, m.durations, m.refused, m.auditFailures, m.ruleChanges, m.ruleFailures, m.revision,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler returns the handler of /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// Call counts a call. A server is empty if no tool has the name that was called.
func (m *Metrics) Call(server, outcome string, duration time.Duration, reached bool) {
	m.calls.WithLabelValues(server, outcome).Inc()
	if reached {
		m.durations.WithLabelValues(server).Observe(duration.Seconds())
	}
}

// Refused counts a request whose caller was not verified.
func (m *Metrics) Refused(reason string) { m.refused.WithLabelValues(reason).Inc() }

// AuditFailed counts a failed write of the audit log.
func (m *Metrics) AuditFailed() { m.auditFailures.Inc() }

// RulesRefused counts a version of the rule file that is not used.
func (m *Metrics) RulesRefused() { m.ruleChanges.WithLabelValues("refused").Inc() }

// RuleFailed counts a condition that failed. The rule is a JSON Pointer into the rule file.
func (m *Metrics) RuleFailed(rule string) { m.ruleFailures.WithLabelValues(rule).Inc() }

// RulesInForce records which rules are in force. Change reports whether others were before.
func (m *Metrics) RulesInForce(revision string, change bool) {
	if change {
		m.ruleChanges.WithLabelValues("accepted").Inc()
	}
	m.revision.Reset()
	m.revision.WithLabelValues(revision).Set(1)
}

// Servers adds metrics of the servers, which status returns.
func (m *Metrics) Servers(status func() []mcphost.UpstreamStatus) {
	m.registry.MustRegister(&servers{
		status: status,
		connected: prometheus.NewDesc("toolrules_server_connected", "Whether a server is connected.",
			[]string{"server"}, nil),
		tools: prometheus.NewDesc("toolrules_server_tools", "Tools that a server lists.", []string{"server"}, nil),
	})
}

// servers is a collector, since servers come and go.
type servers struct {
	status           func() []mcphost.UpstreamStatus
	connected, tools *prometheus.Desc
}

// Describe implements [prometheus.Collector].
func (s *servers) Describe(out chan<- *prometheus.Desc) { out <- s.connected; out <- s.tools }

// Collect implements [prometheus.Collector].
func (s *servers) Collect(out chan<- prometheus.Metric) {
	for _, one := range s.status() {
		connected := 0.0
		if one.Connected {
			connected = 1
		}
		out <- prometheus.MustNewConstMetric(s.connected, prometheus.GaugeValue, connected, one.ID)
		out <- prometheus.MustNewConstMetric(s.tools, prometheus.GaugeValue, float64(one.Tools), one.ID)
	}
}
