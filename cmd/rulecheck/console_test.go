package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestRunIsTheWholeProgram runs commands without a process around them.
func TestRunIsTheWholeProgram(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"check", "-"}, strings.NewReader("version: 2\n"), &stdout, &stderr); code != exitProblems ||
		stderr.Len() > 0 {
		t.Errorf("code %d, %s", code, &stderr)
	}
	if !strings.HasPrefix(stdout.String(), "-:1:10: error: ") {
		t.Error(stdout.String())
	}
	stderr.Reset()
	if code := run([]string{"schema"}, nil, brokenWriter{}, &stderr); code != exitFailed ||
		!strings.Contains(stderr.String(), "no space left") {
		t.Errorf("code %d, %s", code, &stderr)
	}
}

func TestColored(t *testing.T) {
	for _, c := range []struct {
		name, flag string
		env        map[string]string
		want       bool
	}{
		{"asked for", "always", map[string]string{"NO_COLOR": "1"}, true},
		{"asked not to", "never", nil, false},
		{"no terminal", "auto", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			console := &console{color: c.flag}
			if got := console.colored(&bytes.Buffer{}); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
	// A character device stands in for a terminal.
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer device.Close()
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	if c := (&console{color: "auto"}); !c.colored(device) {
		t.Error("a terminal gets no colours")
	}
	t.Setenv("NO_COLOR", "1")
	if c := (&console{color: "auto"}); c.colored(device) {
		t.Error("NO_COLOR is not heard")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if c := (&console{color: "auto"}); c.colored(device) {
		t.Error("a dumb terminal gets colours")
	}
}
