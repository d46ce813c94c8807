package mcphost

import (
	"context"
	"fmt"
	"io"
	"log/slog"
)

// Code of the host is called from goroutines that are started here, by the SDK or by os/exec. A
// panic there would end the process, so it is converted to an error where the host's code is
// called.

// errPanic converts a panic in code of the host to an error. Defer it with the address of the
// returned error.
func errPanic(err *error, what string) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s panicked: %v", what, p)
	}
}

// A safeHandler recovers panics of a handler and redacts URLs.
type safeHandler struct{ slog.Handler }

// safeLogger returns a logger that never panics and redacts URLs. If l is nil, it discards
// everything.
func safeLogger(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	if _, ok := l.Handler().(safeHandler); ok {
		return l
	}
	return slog.New(safeHandler{l.Handler()})
}

func (h safeHandler) Enabled(ctx context.Context, level slog.Level) (on bool) {
	defer func() { _ = recover() }()
	return h.Handler.Enabled(ctx, level)
}

func (h safeHandler) Handle(ctx context.Context, r slog.Record) (err error) {
	defer errPanic(&err, "the logger")
	bare := slog.NewRecord(r.Time, r.Level, redact(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		bare.AddAttrs(redactAttr(a))
		return true
	})
	return h.Handler.Handle(ctx, bare)
}

func (h safeHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return h.derive(func() slog.Handler {
		redacted := make([]slog.Attr, len(attrs))
		for i, a := range attrs {
			redacted[i] = redactAttr(a)
		}
		return h.Handler.WithAttrs(redacted)
	})
}

func (h safeHandler) WithGroup(name string) slog.Handler {
	return h.derive(func() slog.Handler { return h.Handler.WithGroup(name) })
}

// derive returns the handler that made returns, or h if it panics.
func (h safeHandler) derive(made func() slog.Handler) (out slog.Handler) {
	defer func() {
		if recover() != nil {
			out = h
		}
	}()
	return safeHandler{made()}
}

// A safeWriter recovers panics of a writer.
type safeWriter struct{ io.Writer }

func (w safeWriter) Write(p []byte) (n int, err error) {
	defer func() {
		if recover() != nil {
			n, err = len(p), nil
		}
	}()
	return w.Writer.Write(p)
}
