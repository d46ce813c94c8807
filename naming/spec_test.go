package naming_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/internal/test/spectest"
	"github.com/toolrules/toolrules/naming"
)

type specServer struct {
	ID    string   `json:"id"`
	Tools []string `json:"tools"`
}

func toServers(list []specServer) []naming.Server {
	servers := make([]naming.Server, len(list))
	for i, s := range list {
		servers[i] = naming.Server(s)
	}
	return servers
}

// seedOptions are the two options of the original implementation.
type seedOptions struct {
	Prefix    json.RawMessage `json:"prefix"`
	Namespace *bool           `json:"namespace"`
}

// scheme returns false if the prefix is not a string, which decoding reports.
func (o seedOptions) scheme() (*naming.Scheme, bool) {
	s := &naming.Scheme{NoNamespace: o.Namespace != nil && !*o.Namespace}
	if o.Prefix == nil {
		return s, true
	}
	var prefix any
	if json.Unmarshal(o.Prefix, &prefix) != nil {
		return nil, false
	}
	text, ok := prefix.(string)
	s.Prefix = text
	return s, ok
}

type seedResult struct {
	Names      []string             `json:"names"`
	Map        map[string][2]string `json:"map"`
	Rejected   [][3]string          `json:"rejected"`
	Collisions []seedCollision      `json:"collisions"`
}

type seedCollision struct {
	Name  string      `json:"name"`
	Tools [][2]string `json:"tools"`
}

func toSeedResult(table *naming.Table, report *naming.Report) *seedResult {
	r := &seedResult{Map: map[string][2]string{}}
	for name, key := range table.All() {
		r.Names = append(r.Names, name)
		r.Map[name] = pair(key)
	}
	for _, x := range report.Rejected {
		r.Rejected = append(r.Rejected, [3]string{x.Key.Server, x.Key.Tool, string(x.Reason)})
	}
	for _, x := range report.Collisions {
		r.Collisions = append(r.Collisions, seedCollision{x.Name, pairs(x.Tools)})
	}
	return r
}

func pair(key naming.Key) [2]string { return [2]string{key.Server, key.Tool} }

func pairs(keys []naming.Key) [][2]string {
	list := make([][2]string, len(keys))
	for i, key := range keys {
		list[i] = pair(key)
	}
	return list
}

func TestSpecNaming(t *testing.T) {
	type namingCase struct {
		ID      string       `json:"id"`
		Servers []specServer `json:"servers"`
		Opts    seedOptions  `json:"opts"`
		Want    *seedResult  `json:"want"`
		Error   naming.Code  `json:"error"`
	}
	spectest.Each(t, "naming.jsonl", func(t *testing.T, _ string, c namingCase) {
		if (c.Want == nil) == (c.Error == "") {
			t.Fatal("a case wants either a result or an error")
		}
		scheme, ok := c.Opts.scheme()
		if !ok {
			if c.Error != naming.CodeBadPrefix {
				t.Fatal("the prefix is no string")
			}
			return
		}
		table, report, err := scheme.Build(toServers(c.Servers))
		if c.Error != "" {
			if got := firstError(err); got.Code != c.Error || table != nil || report != nil {
				t.Fatalf("Build: %v, %v, %v; want error %s", table, report, err, c.Error)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Want, toSeedResult(table, report), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		checkBothWays(t, table, report)
	})
}

// checkBothWays checks that lookups of names and keys agree, and that rejected names resolve to
// nothing.
func checkBothWays(t *testing.T, table *naming.Table, report *naming.Report) {
	t.Helper()
	n := 0
	for name, key := range table.All() {
		n++
		if got, ok := table.Lookup(name); !ok || got != key {
			t.Errorf("Lookup(%q) = %v, %t; want %v", name, got, ok, key)
		}
		if got, ok := table.Accept(name); !ok || got != key {
			t.Errorf("Accept(%q) = %v, %t; want %v", name, got, ok, key)
		}
		if got, ok := table.Name(key); !ok || got != name {
			t.Errorf("Name(%v) = %q, %t; want %q", key, got, ok, name)
		}
	}
	if n != table.Len() {
		t.Errorf("Len() = %d; All yields %d", table.Len(), n)
	}
	for _, c := range report.Collisions {
		if got, ok := table.Lookup(c.Name); ok != (c.Owner != naming.Key{}) || got != c.Owner {
			t.Errorf("Lookup(%q) = %v, %t after a collision with owner %v", c.Name, got, ok, c.Owner)
		}
	}
}

// firstError returns the first error of a result of Build or a check, or the zero value for nil.
func firstError(err error) *naming.Error {
	var first *naming.Error
	if !errors.As(err, &first) {
		return new(naming.Error)
	}
	return first
}

func TestSpecFunctions(t *testing.T) {
	type functionCase struct {
		Fn        string          `json:"fn"`
		In        json.RawMessage `json:"in"`
		Server    string          `json:"server"`
		Tool      []byte          `json:"tool_b64"`
		Opts      seedOptions     `json:"opts"`
		Want      json.RawMessage `json:"want"`
		Error     naming.Code     `json:"error"`
		Offending json.RawMessage `json:"offending"`
	}
	spectest.Each(t, "naming_fn.jsonl", func(t *testing.T, _ string, c functionCase) {
		switch c.Fn {
		case "valid_tool_name":
			name, isText := asText(t, c.In)
			if got := isText && naming.ValidToolName(name); got != decode[bool](t, c.Want) {
				t.Errorf("ValidToolName(%s) = %t", c.In, got)
			}
		case "validate_server_id":
			if got := serverIDVerdict(t, c.In); got != decode[string](t, c.Want) {
				t.Errorf("CheckServerID(%s): %s; want %s", c.In, got, c.Want)
			}
		case "validate_server_ids":
			code, offending := serverIDsVerdict(t, decode[[]json.RawMessage](t, c.In))
			if c.Error == "" && decode[string](t, c.Want) != "ok" {
				t.Fatalf("want %s", c.Want)
			}
			if code != c.Error || cmp.Diff(asAny(t, c.Offending), asAny(t, offending)) != "" {
				t.Errorf("CheckServerIDs(%s): %q, %s; want %q, %s", c.In, code, offending, c.Error, c.Offending)
			}
		case "exposed_name":
			scheme, ok := c.Opts.scheme()
			if !ok {
				t.Fatal("the prefix is no string")
			}
			if got := scheme.Exposed(c.Server, string(c.Tool)); got != decode[string](t, c.Want) {
				t.Errorf("Exposed(%q, %q) = %q; want %s", c.Server, c.Tool, got, c.Want)
			}
		default:
			t.Fatalf("unknown function %q", c.Fn)
		}
	})
}

// serverIDVerdict returns the verdict of the corpus on an ID of any JSON type. A value that is not
// a string is found while decoding, before CheckServerID.
func serverIDVerdict(t *testing.T, in json.RawMessage) string {
	id, isText := asText(t, in)
	if !isText {
		return "not_a_string"
	}
	err := naming.CheckServerID(id)
	if err == nil {
		return "ok"
	}
	if got := firstError(err); got.Value != id {
		t.Errorf("the error is about %q; want %q", got.Value, id)
	}
	return string(firstError(err).Code)
}

// serverIDsVerdict returns the code of the first fault in a list of JSON values, and what it is
// about.
func serverIDsVerdict(t *testing.T, list []json.RawMessage) (naming.Code, json.RawMessage) {
	var ids []string
	for _, in := range list {
		id, isText := asText(t, in)
		if !isText {
			return naming.CodeInvalidServerID, in
		}
		ids = append(ids, id)
	}
	err := naming.CheckServerIDs(ids)
	if err == nil {
		return "", nil
	}
	first := firstError(err)
	value, jsonErr := json.Marshal(first.Value)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	return first.Code, value
}

func asText(t *testing.T, data json.RawMessage) (string, bool) {
	text, ok := asAny(t, data).(string)
	return text, ok
}

func asAny(t *testing.T, data json.RawMessage) any {
	if data == nil {
		return nil
	}
	return decode[any](t, data)
}

func decode[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var v T
	if err := spectest.Decode(data, &v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

func TestSpecSanitize(t *testing.T) {
	type sanitizeCase struct {
		In   []byte `json:"in_b64"`
		Want string `json:"want"`
	}
	spectest.Each(t, "sanitize.jsonl", func(t *testing.T, _ string, c sanitizeCase) {
		if got := naming.Sanitize(string(c.In)); got != c.Want {
			t.Errorf("Sanitize(%q) = %q; want %q", c.In, got, c.Want)
		}
	})
}
