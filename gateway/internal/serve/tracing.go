package serve

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/contrib/exporters/autoexport"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	tracing "go.opentelemetry.io/otel/trace"

	"github.com/toolrules/toolrules/mcphost"
)

// tracedClient is the HTTP client of all servers: it passes on the context of traces.
var tracedClient = &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport)}

// isTraced reports whether the standard environment variables of OpenTelemetry ask for traces.
// Nothing is exported unless one of them is set.
func isTraced() bool {
	if os.Getenv("OTEL_SDK_DISABLED") == "true" || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return false
	}
	for _, name := range []string{"OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT",
		"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return false
}

// startTracing exports traces as the standard environment variables of OpenTelemetry define. It
// returns a function that exports what is left.
func (s *service) startTracing(ctx context.Context) (end func(), err error) {
	if !isTraced() {
		return func() {}, nil
	}
	if s.opts.HTTP == "" && os.Getenv("OTEL_TRACES_EXPORTER") == "console" {
		return nil, errors.New("OTEL_TRACES_EXPORTER=console writes to standard output, which the client reads: " +
			"use --http, or another exporter")
	}
	exporter, err := autoexport.NewSpanExporter(ctx)
	if err != nil {
		return nil, err
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "toolrules")),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.NewCompositeTextMapPropagator(propagation.TraceContext{},
		propagation.Baggage{}))
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = provider.Shutdown(ctx)
	}, nil
}

// tracedHandler starts a span for each HTTP request. Its name and attributes have no query string.
func tracedHandler(next http.Handler) http.Handler {
	if !isTraced() {
		return next
	}
	return otelhttp.NewHandler(next, "mcp")
}

// traced is middleware that starts a span for each call.
func (s *service) traced(next mcp.MethodHandler) mcp.MethodHandler {
	tracer := otel.Tracer("github.com/toolrules/toolrules/gateway")
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "tools/call" {
			return next(ctx, method, req)
		}
		ctx, span := tracer.Start(ctx, "tools/call", tracing.WithSpanKind(tracing.SpanKindServer),
			tracing.WithAttributes(attribute.String("mcp.method.name", method)))
		defer span.End()
		return next(ctx, method, req)
	}
}

// endSpan adds the outcome of a call to its span.
func endSpan(ctx context.Context, call mcphost.CallRecord, outcome string) {
	span := tracing.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String("toolrules.outcome", outcome))
	if call.Visible { // a name that no tool has is the caller's own
		span.SetAttributes(attribute.String("toolrules.server", call.Key.Server), attribute.String("gen_ai.tool.name",
			call.Key.Tool))
	}
	if outcome != "ok" && outcome != "input_required" {
		span.SetStatus(codes.Error, outcome)
	}
}
