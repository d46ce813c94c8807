package catalogfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/rules"
)

// write creates the files of a test and returns their directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fault is an error without the fields that are for people.
type fault struct {
	Code         rules.Code
	Line, Column int
}

func faultsOf(t *testing.T, err error) (list []fault) {
	t.Helper()
	errs, ok := errors.AsType[rules.Problems](err)
	if err != nil && !ok {
		t.Fatalf("an error of type %T", err)
	}
	for _, e := range errs {
		if e.Message == "" || e.File == "" {
			t.Errorf("an error without path or message: %#v", e)
		}
		list = append(list, fault{e.Code, e.Line, e.Column})
	}
	return list
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		id, list         string
		tags             map[string][]string
	}{
		{"a result", "a.json", ` {"tools": [1]} `, "a", ` {"tools": [1]} `, nil},
		{"an array", "a.json", "\ufeff[1, 2]", "a", "\ufeff[1, 2]", nil},
		{"a response", "a.json", `{"jsonrpc":"2.0","id":1,"result":{ "tools":[{}] , "nextCursor":"x"}}`, "a",
			`{ "tools":[{}] , "nextCursor":"x"}`, nil},
		{"our own", "a.json", `{"server":"b","tools":[{"name":"x"}],"tags":{"x":["p","q"]}}`, "b",
			`{"server":"b","tools":[{"name":"x"}],"tags":{"x":["p","q"]}}`, map[string][]string{"x": {"p", "q"}}},
		{"tags that a server sent", "a.json", `{"result":{"tools":[{"name":"x"}],"tags":{"x":["p"]}}}`, "a",
			`{"tools":[{"name":"x"}],"tags":{"x":["p"]}}`, nil},
		{"a broken tool is the engine's affair", "a.json", `{"tools":[{"name":"x","name":"y"}, 5 6]}`, "a",
			`{"tools":[{"name":"x","name":"y"}, 5 6]}`, nil},
		{"an id of a name", "Dokploy--AhDev v2.JSON", `[{}]`, "dokploy_ahdev_v2", `[{}]`, nil},
		{"an id of a name with a digit", "1Password.json", `[{}]`, "s1password", `[{}]`, nil},
		{"an id of a server", "a.json", `{"server":"@scope/Server.Name ","tools":[{}]}`, "scope_server_name",
			`{"server":"@scope/Server.Name ","tools":[{}]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{c.file: c.text})
			path := filepath.Join(dir, c.file)
			got, warnings, err := catalogfile.Load([]catalogfile.Source{{Path: path}}, nil)
			if err != nil || len(warnings) > 0 {
				t.Fatal(err, warnings)
			}
			if diff := cmp.Diff([]catalogfile.Catalog{{ID: c.id, Path: path, List: []byte(c.list), Tags: c.tags}},
				got); diff != "" {
				t.Error(diff)
			}
			server := got[0].Server()
			if server.ID != c.id || string(server.Lists[0]) != c.list || cmp.Diff(server.Tags, c.tags) != "" {
				t.Errorf("server %+v", server)
			}
		})
	}
}

func TestFaultsHavePlaces(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       fault
	}{
		{"nothing", " \n", fault{catalogfile.Syntax, 2, 1}},
		{"an open list", "{\n \"é\": [1\n}", fault{catalogfile.Syntax, 3, 1}},
		{"two values", `{"tools":[]} {}`, fault{catalogfile.Syntax, 1, 14}},
		{"a name twice", "{\"tools\":[],\n\"tools\":[]}", fault{catalogfile.Syntax, 2, 1}},
		{"YAML", "a: b", fault{catalogfile.Syntax, 1, 1}},
		{"a text", `"tools"`, fault{catalogfile.NoCatalog, 1, 1}},
		{"tools of another type", `{"é": 1, "tools": {}}`, fault{catalogfile.NoCatalog, 1, 19}},
		{"tools that are no JSON", `{"tools": rubbish}`, fault{catalogfile.Syntax, 1, 11}},
		{"tools that are missing", `{"tools": }`, fault{catalogfile.Syntax, 1, 11}},
		{"a result that is no JSON", `{"result": rubbish}`, fault{catalogfile.Syntax, 1, 12}},
		{"tools of a result that are no JSON", `{"result": {"tools": rubbish}}`, fault{catalogfile.Syntax, 1, 22}},
		{"no tools", `{"result": {"tools": 5}}`, fault{catalogfile.NoCatalog, 1, 22}},
		{"an error", `{"error": {}}`, fault{catalogfile.NoCatalog, 1, 1}},
		{"a server of another type", `{"tools":[], "server": null}`, fault{catalogfile.BadID, 1, 24}},
		{"a server without a name", `{"tools":[], "server": ""}`, fault{catalogfile.BadID, 1, 24}},
		{"a server of no bytes", "{\"tools\":[], \"server\": \"\xff\"}", fault{catalogfile.Syntax, 1, 25}},
		{"tags of another type", `{"server":"a","tools":[],"tags":["x"]}`, fault{catalogfile.BadTags, 1, 33}},
		{"tags that are no list", `{"server":"a","tools":[],"tags":{"x":"y"}}`, fault{catalogfile.BadTags, 1, 38}},
		{"a tag that is no word", `{"server":"a","tools":[],"tags":{"x":["y",5]}}`, fault{catalogfile.BadTags, 1, 43}},
		{"tags twice", `{"server":"a","tools":[],"tags":{"x":[],"x":[]}}`, fault{catalogfile.Syntax, 1, 41}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{"a.json": c.text})
			_, _, err := catalogfile.Load([]catalogfile.Source{{Path: filepath.Join(dir, "a.json")}}, nil)
			if diff := cmp.Diff([]fault{c.want}, faultsOf(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSources(t *testing.T) {
	dir := write(t, map[string]string{
		"a/b.json": `[]`, "a/c.JSON": `[]`, "a/.d.json": `no`, "a/e.txt": `no`, "a/f.json/g.json": `no`,
		"mixed/b.json": `[]`, "mixed/schema.json": `{"$schema": "x"}`, "mixed/text.json": `"x"`,
		"mixed/client.json": `{"mcpServers": {}}`,
		"broken/b.json":     `[]`, "broken/c.json": `{"tools": {}}`, "broken/d.json": `{"server": "d"}`,
		"broken/e.json": `{"result": 5}`, "foreign/a.json": `{}`,
		"1.json": `[]`, "日.json": `[]`, "b.json": `[]`, "empty/x.txt": "", "x=y.json": `[]`,
	})
	t.Chdir(dir)
	for _, c := range []struct {
		name    string
		sources []string
		ids     []string
		faults  []fault
	}{
		{"a directory, in the order of names", []string{"a"}, []string{"b", "c"}, nil},
		{"an id that is given", []string{"one=1.json", "b.json"}, []string{"one", "b"}, nil},
		{"a path with an equals sign", []string{"./x=y.json"}, []string{"x_y"}, nil},
		{"standard input", []string{"in=-"}, []string{"in"}, nil},
		{"all faults at once", []string{"日.json", "a", "b.json", "x=a", "Up=b.json", "no.json", "empty", "id=", "in=-",
			"-"}, nil, []fault{
			{Code: catalogfile.BadID}, {Code: catalogfile.DuplicateID}, {Code: catalogfile.IDOfMany},
			{Code: catalogfile.BadID},
			{Code: catalogfile.Unreadable}, {Code: catalogfile.NoFiles}, {Code: catalogfile.Unreadable},
			{Code: catalogfile.StdinTwice}}},
		{"what is no catalog in a directory", []string{"mixed"}, []string{"b"}, nil},
		{"what is no catalog and is named", []string{"mixed/schema.json"}, nil, []fault{{catalogfile.NoCatalog, 1, 1}}},
		{"what looks like a catalog and is none", []string{"broken"}, nil,
			[]fault{{catalogfile.NoCatalog, 1, 11}, {catalogfile.NoCatalog, 1, 1}, {catalogfile.NoCatalog, 1, 12}}},
		{"a directory of what is no catalog", []string{"foreign"}, nil, []fault{{Code: catalogfile.NoFiles}}},
		{"a file of a directory by another name", []string{"a", "other=a/b.json"}, []string{"c", "other"}, nil},
		{"the same the other way round", []string{"other=./a/b.json", "a"}, []string{"other", "c"}, nil},
		{"standard input without a name", []string{"-"}, nil, []fault{{Code: catalogfile.BadID}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var sources []catalogfile.Source
			for _, text := range c.sources {
				s := catalogfile.ParseSource(text)
				if s.String() != text {
					t.Errorf("%q is read as %q", text, s)
				}
				sources = append(sources, s)
			}
			catalogs, _, err := catalogfile.Load(sources, strings.NewReader("[]"))
			if diff := cmp.Diff(c.faults, faultsOf(t, err)); diff != "" {
				t.Error(diff)
			}
			var ids []string
			for _, server := range catalogfile.Servers(catalogs) {
				ids = append(ids, server.ID)
			}
			if diff := cmp.Diff(c.ids, ids); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHintsOfDuplicates follows the hints about catalogs with duplicate IDs, and expects no further
// problems.
func TestHintsOfDuplicates(t *testing.T) {
	long := strings.Repeat("a", 32)
	t.Chdir(write(t, map[string]string{"a.json": "[]", "a_2.json": "[]", "x/a.json": "[]", "y/A.json": "[]",
		long + ".json": "[]", "x/" + long + ".json": "[]"}))
	sources := []catalogfile.Source{{Path: "."}}
	_, _, err := catalogfile.Load(append(sources, catalogfile.Source{Path: "x"}, catalogfile.Source{Path: "y"}), nil)
	errs, _ := errors.AsType[rules.Problems](err)
	for _, e := range errs {
		_, hint, _ := strings.Cut(e.Hint, "--catalog ")
		sources = append(sources, catalogfile.ParseSource(hint))
	}
	if catalogs, _, err := catalogfile.Load(sources, nil); err != nil || len(catalogs) != 6 {
		t.Errorf("%d errors, and then %d catalogs and the error %v", len(errs), len(catalogs), err)
	}
}

func TestNoStandardInput(t *testing.T) {
	_, _, err := catalogfile.Load([]catalogfile.Source{{ID: "in", Path: "-"}, {Path: "-"}}, nil)
	if diff := cmp.Diff([]fault{{Code: catalogfile.Unreadable}, {Code: catalogfile.Unreadable}},
		faultsOf(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestTagsOfNoTool(t *testing.T) {
	dir := write(t, map[string]string{"a.json": "{\"server\":\"a\",\"tools\":[{\"name\":\"x\"},5],\n\"tags\":{\"x\":[],\"y\":[\"p\"]}}"})
	catalogs, warnings, err := catalogfile.Load([]catalogfile.Source{{Path: filepath.Join(dir, "a.json")}}, nil)
	if err != nil || len(catalogs) != 1 {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]fault{{catalogfile.UnknownTool, 2, 16}}, faultsOf(t, warnings)); diff != "" {
		t.Error(diff)
	}
}

// TestIdleTags has tags in a file without "server". They are ignored, and those that an operator
// probably wrote cause a warning.
func TestIdleTags(t *testing.T) {
	warned := []fault{{catalogfile.IdleTags, 1, 25}}
	for _, c := range []struct {
		name, tags string
		want       []fault
	}{
		{"for a tool", `{"x":["p"]}`, warned},
		{"for a tool and others", `{"other":["p"],"x":[]}`, warned},
		{"for a tool that is misspelt", `{"X":["p"]}`, warned},
		{"for other tools", `{"reading":["get","list"]}`, nil},
		{"none", `{}`, nil},
		{"a list", `["x"]`, nil},
		{"of other types", `{"x":"p"}`, nil},
		{"of several types", `{"x":["p",5]}`, nil},
		{"broken", `{"x":["p"],"x":[]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{"a.json": `{"tools":[{"name":"x"}],"tags":` + c.tags + `}`})
			catalogs, warnings, err := catalogfile.Load([]catalogfile.Source{{ID: "b",
				Path: filepath.Join(dir, "a.json")}}, nil)
			if err != nil || len(catalogs) != 1 || catalogs[0].Tags != nil {
				t.Fatal(err, catalogs)
			}
			if diff := cmp.Diff(c.want, faultsOf(t, warnings)); diff != "" {
				t.Error(diff)
			}
			for _, w := range warnings {
				if !strings.Contains(w.Hint, `"server": "b"`) {
					t.Errorf("the hint is %q", w.Hint)
				}
			}
		})
	}
}

func TestNearPath(t *testing.T) {
	t.Chdir(write(t, map[string]string{"tools.rules.yaml": "", "b.rules.yaml": "", "sub/github.json": "",
		"sub/.hidden": ""}))
	for _, c := range []struct{ path, want string }{
		{"tool.rules.yaml", "tools.rules.yaml"},
		{"tools.rules.yml", "tools.rules.yaml"},
		{"./Tools.rules.yaml", "./tools.rules.yaml"},
		{"a.rules.yaml", ""}, // nothing but the endings is alike
		{"sib", "sub"},
		{"sub/githb.json", "sub/github.json"},
		{"sub/", ""},
		{"none/github.json", ""},
		{"", ""},
	} {
		if got, ok := catalogfile.NearPath(c.path); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%q is near %q, not %q", c.path, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	dir := write(t, map[string]string{"a.json": "[{}]", "b.json": "\n{\"$schema\": 5}"})
	_, warnings, err := catalogfile.Load([]catalogfile.Source{{Path: dir}}, nil)
	if diff := cmp.Diff([]fault{{catalogfile.PassedOver, 2, 1}}, faultsOf(t, warnings)); diff != "" || err != nil ||
		warnings[0].Severity != rules.SeverityNote {
		t.Error(diff, err)
	}
}

// endless is an input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestInputIsBounded(t *testing.T) {
	_, _, err := catalogfile.Load([]catalogfile.Source{{ID: "a", Path: "-"}}, endless{})
	if diff := cmp.Diff([]fault{{Code: catalogfile.TooLarge}}, faultsOf(t, err)); diff != "" {
		t.Error(diff)
	}
	broken := io.MultiReader(strings.NewReader("["), brokenInput{})
	_, _, err = catalogfile.Load([]catalogfile.Source{{ID: "a", Path: "-"}}, broken)
	if diff := cmp.Diff([]fault{{Code: catalogfile.Unreadable}}, faultsOf(t, err)); diff != "" {
		t.Error(diff)
	}
}

type brokenInput struct{}

func (brokenInput) Read([]byte) (int, error) { return 0, errors.New("broken") }

// FuzzLoad checks that no file makes Load panic or return an error of another type, and that
// accepted tools keep every byte.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{`{"tools":[]}`, `[{"name":"a"}]`, `{"result":{"tools":[]}}`,
		`{"server":"a","tools":[{"name":"x"}],"tags":{"x":["y"]}}`, `{"mcpServers":{}}`, "5", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		catalogs, _, err := catalogfile.Load([]catalogfile.Source{{ID: "a", Path: "-"}},
			strings.NewReader(string(data)))
		faultsOf(t, err)
		if (err == nil) != (len(catalogs) == 1) {
			t.Fatalf("%d catalogs with error %v", len(catalogs), err)
		}
		if err == nil && !strings.Contains(string(data), string(catalogs[0].List)) {
			t.Fatalf("the list %q is not what was there", catalogs[0].List)
		}
	})
}

// TestNoTools expects a warning about an empty list: a check without tools proves nothing.
func TestNoTools(t *testing.T) {
	for text, want := range map[string]bool{"[]": true, `{"tools": [ ]}`: true, `{"result": {"tools": []}}`: true,
		`{"server": "x", "tools": []}`: true, "[{}]": false, `{"tools": [{"name": "x"}]}`: false} {
		dir := write(t, map[string]string{"a.json": text})
		_, warnings, err := catalogfile.Load([]catalogfile.Source{{Path: filepath.Join(dir, "a.json")}}, nil)
		if found := len(warnings) == 1 && warnings[0].Code == catalogfile.NoTools &&
			warnings[0].Severity == rules.SeverityWarning; found != want || err != nil {
			t.Errorf("%s: %v %v", text, warnings, err)
		}
	}
}

// TestFolders expects a note for a directory of catalogs within another one, since its tools are
// not read.
func TestFolders(t *testing.T) {
	dir := write(t, map[string]string{"a.json": "[{}]", "prod/b.json": "[{}]", ".git/c.json": "[{}]",
		"notes/d.txt": ""})
	catalogs, warnings, err := catalogfile.Load([]catalogfile.Source{{Path: dir}}, nil)
	if len(catalogs) != 1 || err != nil || len(warnings) != 1 || warnings[0].Severity != rules.SeverityNote ||
		warnings[0].File != filepath.Join(dir, "prod") {
		t.Errorf("%v %v %v", catalogs, warnings, err)
	}
}
