package mcphost

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
)

// What a host hands in is called from goroutines that nobody but us, the SDK or os/exec has started. A panic there would end the
// process, and so it becomes an error where the host's code is called.

// errPanic makes an error of a panic in what a host handed in. It is for defer, with the place of the error that is returned.
func errPanic(err *error, what string) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s panicked: %v", what, p)
	}
}

// A calmHandler drops what a handler panics at, and passes on URLs without their secrets.
type calmHandler struct{ slog.Handler }

// calm returns a logger that never panics and logs no secrets of URLs. Nil returns one that discards everything.
func calm(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	if _, ok := l.Handler().(calmHandler); ok {
		return l
	}
	return slog.New(calmHandler{l.Handler()})
}

// Enabled implements [slog.Handler].
func (h calmHandler) Enabled(ctx context.Context, level slog.Level) (on bool) {
	defer func() { _ = recover() }()
	return h.Handler.Enabled(ctx, level)
}

// Handle implements [slog.Handler].
func (h calmHandler) Handle(ctx context.Context, r slog.Record) (err error) {
	defer errPanic(&err, "the logger")
	bare := slog.NewRecord(r.Time, r.Level, withoutSecrets(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		bare.AddAttrs(attrWithoutSecrets(a))
		return true
	})
	return h.Handler.Handle(ctx, bare)
}

// WithAttrs implements [slog.Handler].
func (h calmHandler) WithAttrs(attrs []slog.Attr) (out slog.Handler) {
	defer func() {
		if recover() != nil {
			out = h
		}
	}()
	bare := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		bare[i] = attrWithoutSecrets(a)
	}
	return calmHandler{h.Handler.WithAttrs(bare)}
}

// WithGroup implements [slog.Handler].
func (h calmHandler) WithGroup(name string) (out slog.Handler) {
	defer func() {
		if recover() != nil {
			out = h
		}
	}()
	return calmHandler{h.Handler.WithGroup(name)}
}

// A calmWriter loses what a writer panics at.
type calmWriter struct{ io.Writer }

// calmOutput gives what a command may write to. A file is handed to the command itself and is left as it is.
func calmOutput(w io.Writer) io.Writer {
	if file, ok := w.(*os.File); ok || w == nil {
		if ok && file == nil {
			return nil
		}
		return w
	}
	return calmWriter{w}
}

// Write implements [io.Writer].
func (w calmWriter) Write(p []byte) (n int, err error) {
	defer func() {
		if recover() != nil {
			n, err = len(p), nil
		}
	}()
	return w.Writer.Write(p)
}
