package mcphost

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// FuzzForwardedTools checks that all tools that pass a gateway can be read by encoding/json, which
// ignores case, into the SDK's own types.
func FuzzForwardedTools(f *testing.F) {
	for _, seed := range []string{
		`{"name":"a","inputSchema":{"type":"object"}}`,
		`{"name":"a","title":7,"inputSchema":{"type":"object"}}`,
		`{"name":"a","TITLE":7,"inputSchema":{"type":"object"}}`,
		`{"name":"a","icons":[{"src":"s","theme":1}],"inputSchema":{"type":"object"}}`,
		`{"name":"a","annotations":{"ReadOnlyHint":"x"},"inputSchema":{"type":"object","default":1e400}}`,
		`{"name":"a","Name":[],"inputSchema":{"type":"object"}}`,
		`{"name":"a","NAME":"b","inputSchema":{"type":"object"}}`,
		`{"name":"a","De\u017fcription":"b","inputSchema":{"type":"object","Properties":{}}}`,
		`{"name":"a","_meta":{"a":1},"outputSchema":{},"execution":{},"inputSchema":{"type":"object","required":["a"],"properties":{}}}`,
		`{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"s","Sizes":["1"],"sizes":["2"],"MIMETYPE":"x"}]}, {"name":"b","inputSchema":{"type":"object"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, tools []byte) {
		page := append(append([]byte(`{"tools":[{"name":"first","inputSchema":{"type":"object"}},`), tools...), `]}`...)
		if !json.Valid(page) {
			return
		}
		cat := catalogOf(page)
		var kept []json.RawMessage
		if err := json.Unmarshal(cat.View(engine.Request{}).AppendToolsJSON(nil), &kept); err != nil {
			t.Fatalf("%s is passed on as what is not JSON: %v", page, err)
		}
		for _, raw := range kept {
			if err := json.Unmarshal(raw, &mcp.Tool{}); err != nil {
				t.Errorf("%s is forwarded but cannot be read: %v", raw, err)
			}
			if !readsAlike(raw) {
				t.Errorf("%s is forwarded and has a case conflict", raw)
			}
		}
	})
}

// readsAlike reports whether a reader that ignores case gets the same values from a tool and its
// input schema as one that does not.
func readsAlike(raw []byte) bool {
	var loose struct {
		Name, Title, Description json.RawMessage
		InputSchema              struct{ Type, Properties, Required, Description json.RawMessage }
	}
	var exact, schema map[string]json.RawMessage
	if json.Unmarshal(raw, &loose) != nil || json.Unmarshal(raw, &exact) != nil || json.Unmarshal(exact["inputSchema"], &schema) != nil {
		return false
	}
	in := loose.InputSchema
	return bytes.Equal(loose.Name, exact["name"]) && bytes.Equal(loose.Title, exact["title"]) &&
		bytes.Equal(loose.Description, exact["description"]) && bytes.Equal(in.Type, schema["type"]) &&
		bytes.Equal(in.Properties, schema["properties"]) && bytes.Equal(in.Required, schema["required"]) &&
		bytes.Equal(in.Description, schema["description"])
}

// FuzzCallResult checks that a forwarded result differs from the server's only in the result type
// and the server's identity.
func FuzzCallResult(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"content":[]}`, `{"_meta":{},"content":[{"type":"text","text":"x"}]}`, `{"resultType":"complete","a":1.50}`,
		`{"resultType":"comelete"}`, `{"resultType":"input_required","inputRequests":{"a":{}}}`, `{"resultType":"\"","inputRequests":1}`,
		`{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x"},"a":{"b":[1]}}}`, `{"_meta":null}`, `[1]`, ` { "a" : 1 , "_meta" : { "b" : 2 } } `,
	} {
		f.Add([]byte(seed), true, true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, newProtocol, ours bool) {
		if !json.Valid(raw) {
			return
		}
		result, refused := forwardable(raw, newProtocol)
		var sent map[string]any
		if err := decode(raw, &sent); err != nil || sent == nil {
			if refused == nil {
				t.Errorf("%s is not an object but was accepted", raw)
			}
			return
		}
		if refused != nil {
			return // keys that are not unique, or another result type
		}
		res := result.(*callResult)
		if ours {
			res.SetMeta(map[string]any{mcp.MetaKeyServerInfo: "us"})
		}
		out, err := json.Marshal(res)
		if err != nil {
			if meta, ok := sent["_meta"].(map[string]any); !ok || len(meta) == 0 {
				t.Errorf("%s: %v", raw, err)
			}
			return // keys of _meta that are not unique
		}
		var got map[string]any
		if err := decode(out, &got); err != nil {
			t.Fatalf("%s became %s: %v", raw, out, err)
		}
		want, kind := sent, sent["resultType"]
		if _, ok := sent["resultType"]; !ok {
			kind = "complete"
		}
		if _, ok := sent["inputRequests"]; ok {
			kind = "input_required"
		}
		if kind != "complete" && (kind != "input_required" || !newProtocol) {
			t.Errorf("%s was accepted", raw)
		}
		delete(want, "resultType")
		if newProtocol {
			want["resultType"] = kind
		}
		meta, _ := want["_meta"].(map[string]any)
		delete(meta, mcp.MetaKeyServerInfo)
		if ours {
			if meta == nil {
				meta = map[string]any{}
			}
			meta[mcp.MetaKeyServerInfo] = "us"
		}
		if delete(want, "_meta"); len(meta) > 0 {
			want["_meta"] = meta
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s became %s", raw, out)
		}
	})
}

// FuzzHideCode checks that hidden codes can be restored, are not hidden twice, and that nothing
// else in a message or a stream changes.
func FuzzHideCode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"its own"}}`, `{"error": {"data": {"code": -32004}, "code": -32005}}`,
		`{"result":{"error":{"code":-32003}}}`, `{"error":{"code":-32003.0}}`, `{"error":{"code":-32003,"code":1}}`, `-32003`, `{"error":-32003}`,
		"data: {\"error\":{\ndata: \"code\":-32004}}\nid: 1\n\n", ": hi\r\n\r\ndata:{}\n\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		if stream, err := io.ReadAll(hidingEvents(io.NopCloser(bytes.NewReader(message)), 50)); err != nil {
			t.Error(err)
		} else if !bytes.Contains(message, []byte("-3200")) && !bytes.Equal(stream, message) {
			t.Errorf("%q is read as %q", message, stream)
		}
		hidden := hideCode(message)
		event := append(append([]byte("id: 1\ndata: "), hidden...), "\n\n"...)
		if !bytes.ContainsAny(message, "\r\n") && !bytes.Equal(hideEventCode(event), event) {
			t.Errorf("%q is hidden twice", message)
		}
		if bytes.Equal(hidden, message) || !json.Valid(message) {
			return
		}
		var sent, got struct{ Error map[string]any }
		if err := errors.Join(decode(message, &sent), decode(hidden, &got)); err != nil {
			t.Fatalf("%q became %q: %v", message, hidden, err)
		}
		code, err := got.Error["code"].(json.Number).Int64()
		if err != nil || !isSDKCode(shownCode(code)) {
			t.Errorf("%q became %q", message, hidden)
		}
		got.Error["code"] = json.Number(strconv.FormatInt(shownCode(code), 10))
		if !reflect.DeepEqual(got, sent) {
			t.Errorf("%q became %q", message, hidden)
		}
	})
}

// catalogOf returns a catalog of one server's list with rules that change nothing.
func catalogOf(list []byte) *engine.Catalog {
	eng, err := engine.New(&rules.File{}, engine.Options{})
	if err != nil {
		panic(err)
	}
	cat, err := eng.BuildCatalog([]engine.Server{{ID: "s", Lists: [][]byte{list}}})
	if err != nil {
		panic(err)
	}
	return cat
}

func decode(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(v)
}
