package prove

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
)

// TestFilesOfTheRepository makes sure that nothing is unknown about the rule files of examples, for
// the tools of all catalogs.
func TestFilesOfTheRepository(t *testing.T) {
	catalogs, _, err := catalogfile.Load([]catalogfile.Source{{Path: "../../testdata/catalogs"}, {Path: "../../examples/quickstart/catalogs"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = filepath.WalkDir("../../examples", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".rules.yaml") {
			return err
		}
		found++
		t.Run(path, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			e, err := engine.Parse(path, data, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var servers []engine.Server
			for _, s := range catalogfile.Servers(catalogs) {
				if known := e.File().Servers; len(known) == 0 || strings.Contains(" "+strings.Join(known, " ")+" ", " "+s.ID+" ") {
					servers = append(servers, s)
				}
			}
			c, err := e.BuildCatalog(servers)
			if err != nil {
				t.Fatal(err)
			}
			p := New(c)
			for _, kind := range []Property{{Kind: NeverFails}, {Kind: IndependentOf, Apart: []string{"ctx.runner", "ctx.model"}}} {
				if a := p.Prove(context.Background(), &kind); a.Outcome == Unknown {
					t.Errorf("%s is unknown: %v", kind.Kind, a.Open)
				}
			}
			for _, a := range p.Who(context.Background(), c.Tools()) {
				if a.Outcome == Unknown || a.Region == nil {
					t.Errorf("%v: %v, region %q", a.Tools[0], a.Open, a.Region)
				}
			}
			if d := Compare(context.Background(), c, c); len(d.Open)+len(d.Changes) > 0 {
				t.Errorf("compared with itself: %+v", d)
			}
		})
		return nil
	})
	if err != nil || found < 3 {
		t.Errorf("%d rule files: %v", found, err)
	}
}
