package naming_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/naming"
)

// specScheme is the naming section of a rule file, with the host's reserved names.
type specScheme struct {
	Prefix     string            `json:"prefix"`
	Namespace  *bool             `json:"namespace"`
	Separator  string            `json:"separator"`
	Servers    map[string]specAs `json:"servers"`
	Known      []string          `json:"known"`
	Truncated  naming.Truncated  `json:"truncated"`
	Rename     map[string]string `json:"rename"`
	Collisions naming.Collisions `json:"collisions"`
	Accept     naming.Accept     `json:"accept"`
	Targets    []naming.Provider `json:"targets"`
	MaxBytes   int               `json:"max_bytes"`
	HashDigits int               `json:"hash_digits"`
	Reserved   []string          `json:"reserved"`
}

type specAs struct {
	As string `json:"as"`
}

func (s specScheme) scheme() *naming.Scheme {
	rename := make(map[naming.Key]string, len(s.Rename))
	for key, name := range s.Rename {
		server, tool, _ := strings.Cut(key, "/")
		rename[naming.Key{Server: server, Tool: tool}] = name
	}
	servers := make(map[string]naming.ServerName, len(s.Servers))
	for id, name := range s.Servers {
		servers[id] = naming.ServerName(name)
	}
	return &naming.Scheme{
		Separator: s.Separator, Servers: servers, Known: s.Known, Truncated: s.Truncated,
		Prefix: s.Prefix, NoNamespace: s.Namespace != nil && !*s.Namespace, Rename: rename,
		Collisions: s.Collisions, Accept: s.Accept, Targets: s.Targets,
		MaxBytes: s.MaxBytes, HashDigits: s.HashDigits, Reserved: s.Reserved,
	}
}

type beyondResult struct {
	Names      []string             `json:"names"`
	Map        map[string][2]string `json:"map"`
	Rejected   [][3]string          `json:"rejected"`
	Collisions []beyondCollision    `json:"collisions"`
	Truncated  []beyondTruncation   `json:"truncated"`
}

type beyondCollision struct {
	Name      string      `json:"name"`
	Tools     [][2]string `json:"tools"`
	Reserved  bool        `json:"reserved"`
	Truncated bool        `json:"truncated"`
	Kept      bool        `json:"kept"`
}

type beyondTruncation struct {
	Tool  [2]string `json:"tool"`
	Full  string    `json:"full"`
	Name  string    `json:"name"`
	Limit int       `json:"limit"`
}

func toBeyondResult(table *naming.Table, report *naming.Report) *beyondResult {
	seed := toSeedResult(table, report)
	r := &beyondResult{Names: seed.Names, Map: seed.Map, Rejected: seed.Rejected}
	for _, x := range report.Collisions {
		r.Collisions = append(r.Collisions, beyondCollision{x.Name, pairs(x.Tools), x.Reserved, x.Truncated, x.Owner != naming.Key{}})
	}
	for _, x := range report.Truncated {
		r.Truncated = append(r.Truncated, beyondTruncation{pair(x.Key), x.Full, x.Name, x.Limit})
	}
	return r
}

type beyondError struct {
	Code    naming.Code `json:"code"`
	Pointer string      `json:"pointer"`
	Value   string      `json:"value"`
}

func toBeyondErrors(t *testing.T, err error) []beyondError {
	t.Helper()
	var list naming.Errors
	if !errors.As(err, &list) {
		t.Fatalf("got %v; want Errors", err)
	}
	got := make([]beyondError, len(list))
	for i, e := range list {
		got[i] = beyondError{e.Code, e.Pointer, e.Value}
	}
	return got
}

func TestSpecNamingBeyond(t *testing.T) {
	type beyondCase struct {
		ID      string                `json:"id"`
		About   string                `json:"about"`
		Scheme  specScheme            `json:"scheme"`
		Servers []specServer          `json:"servers"`
		Want    *beyondResult         `json:"want"`
		Accepts map[string]*[2]string `json:"accepts"`
		Errors  []beyondError         `json:"errors"`
	}
	spectest.Each(t, "naming_beyond.jsonl", func(t *testing.T, _ string, c beyondCase) {
		if (c.Want == nil) == (len(c.Errors) == 0) {
			t.Fatal("a case wants either a result or errors")
		}
		scheme := c.Scheme.scheme()
		table, report, err := scheme.Build(toServers(c.Servers))
		if c.Want == nil {
			if table != nil || report != nil {
				t.Error("a failed build gave a table or a report")
			}
			if diff := cmp.Diff(c.Errors, toBeyondErrors(t, err)); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", c.About, diff)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Want, toBeyondResult(table, report), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.About, diff)
		}
		checkBothWays(t, table, report)
		for name, want := range c.Accepts {
			key, ok := table.Accept(name)
			if ok != (want != nil) || ok && pair(key) != *want {
				t.Errorf("%s: Accept(%q) = %v, %t; want %v", c.About, name, key, ok, want)
			}
		}
	})
}
