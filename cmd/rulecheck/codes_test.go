package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/mcphost"
	"github.com/toolrules/toolrules/rules"
)

// printedCode is a code as every command prints it, after a message with its position; what
// follows a bar is a line of some file.
var printedCode = regexp.MustCompile(`(?m)^[^|\n]*: [^|\n]*[^:|\n] \[([a-z]+(?:_[a-z]+)*)\]$`)

// TestPrintedCodesAreExplained checks the codes in what the scripts expect commands to print. The
// tests of package codes check that every code has an explanation.
func TestPrintedCodesAreExplained(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if !strings.HasPrefix(file.Name, "want") {
				continue
			}
			for _, found := range printedCode.FindAllStringSubmatch(string(file.Data), -1) {
				seen[found[1]] = true
				if _, ok := codes.Find(rules.Code(found[1])); !ok {
					t.Errorf("%s: %s has the code %s, which --explain does not know", name, file.Name, found[1])
				}
			}
		}
	}
	for _, code := range []string{"unknown_key", "server_bad_tool", "missing", "catalog_bad_id"} {
		if !seen[code] {
			t.Errorf("no script has %s, so that this test looks at the wrong places", code)
		}
	}
}

// TestReasonsOfCapture checks that errors of servers, and their inner errors, are printed without
// codes, which --explain does not know.
func TestReasonsOfCapture(t *testing.T) {
	inner := &mcphost.Error{Code: mcphost.CodeList, Subject: "a", Message: "it says nothing", Err: errors.New("EOF")}
	for _, c := range []struct {
		err  error
		want string
	}{
		{inner, "it says nothing: EOF"},
		{&mcphost.Error{Code: mcphost.CodeConnect, Message: "no way", Err: inner}, "no way: it says nothing: EOF"},
		{&mcphost.Error{Code: mcphost.CodeNoList, Message: "no list"}, "no list"},
		{fmt.Errorf("asking: %w", inner), "it says nothing: EOF"},
		{errors.New("closed"), "the server can't be read: closed"},
	} {
		if got := reason(c.err); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
