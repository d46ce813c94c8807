package diff

import (
	"reflect"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A Possibility is a tool that may differ for other requests than the given ones, and how. What
// differs for one of the given requests is reported there, and not here.
type Possibility struct {
	Key        engine.Key
	Visibility bool     // who sees it
	Name       bool     // its exposed name
	Texts      []string // JSON Pointers into the tool; "" if it can't be told which text
}

// elsewhere returns the tools that may differ for some request according to the engine, limited to
// what does not differ for any of the given ones.
func (c *comparison) elsewhere() (list []Possibility) {
	d := c.possible
	at := func(k engine.Key) *Possibility {
		i := slices.IndexFunc(list, func(p Possibility) bool { return p.Key == k })
		if i < 0 {
			i = len(list)
			list = append(list, Possibility{Key: k})
		}
		return &list[i]
	}
	seen := c.reported()
	for _, k := range slices.Concat(d.Hidden, d.Shown, d.Refiltered) {
		if !seen.visibility[k] {
			at(k).Visibility = true
		}
	}
	for _, x := range d.Renamed {
		if !seen.name[x.Key] {
			at(x.Key).Name = true
		}
	}
	for _, k := range d.Redescribed {
		if texts := c.otherTexts(k, seen.texts[k]); len(texts) > 0 {
			at(k).Texts = texts
		}
	}
	return list
}

// reported is what differs for the given requests.
type reported struct {
	visibility, name map[engine.Key]bool
	texts            map[engine.Key][]string // pointers
}

func (c *comparison) reported() reported {
	r := reported{visibility: map[engine.Key]bool{}, name: map[engine.Key]bool{}, texts: map[engine.Key][]string{}}
	for _, s := range slices.Concat(c.report.Added, c.report.Removed, c.report.Shown, c.report.Hidden,
		c.report.Rejected) {
		r.visibility[s.Key] = true
	}
	for _, x := range c.report.Renamed {
		r.name[x.Key] = true
	}
	for _, x := range c.report.Redescribed {
		for _, change := range x.Changes {
			r.texts[x.Key] = append(r.texts[x.Key], change.Pointer)
		}
	}
	return r
}

// otherTexts returns the descriptions of a tool that may differ and are not reported. A description
// that is the same for every request, of a tool that one of the given requests sees before and
// after, differs for that request or for none. If the rules for each description are equal, and the
// descriptions may differ for another reason, it returns all descriptions that rules set.
func (c *comparison) otherTexts(k engine.Key, known []string) (texts []string) {
	old, now := c.textsBefore.of(c.before, k), c.textsAfter.of(c.after, k)
	sameContext := reflect.DeepEqual(c.before.Engine().File().Context, c.after.Engine().File().Context)
	all := slices.Concat(old, slices.DeleteFunc(slices.Clone(now),
		func(x ruledText) bool { return old.at(x.pointer).pointer != "" }))
	changed := slices.DeleteFunc(slices.Clone(all), func(x ruledText) bool {
		return old.at(x.pointer).equal(now.at(x.pointer)) && (sameContext || !x.reads())
	})
	if len(changed) == 0 {
		changed = all
	}
	for _, x := range changed {
		seen := c.seen[k] && !old.at(x.pointer).reads() && !now.at(x.pointer).reads()
		if !seen && !slices.Contains(known, x.pointer) {
			texts = append(texts, x.pointer)
		}
	}
	if len(all) == 0 && !c.seen[k] {
		return []string{""}
	}
	return texts
}

// A ruledText is a description of a tool that rules set, with its rules, the most specific first.
type ruledText struct {
	pointer string
	rules   []*ruleset.Text
}

func (x ruledText) equal(other ruledText) bool {
	return slices.EqualFunc(x.rules, other.rules, func(a, b *ruleset.Text) bool { return a.SameAnswers(b) })
}

// reads reports whether the description depends on the request, or on attributes of the tool that
// conditions read.
func (x ruledText) reads() bool {
	return slices.ContainsFunc(x.rules, func(t *ruleset.Text) bool { return len(t.Reads()) > 0 })
}

type ruledTexts []ruledText

// at returns the description at a pointer, or the zero value if no rule sets it.
func (list ruledTexts) at(pointer string) ruledText {
	for _, x := range list {
		if x.pointer == pointer {
			return x
		}
	}
	return ruledText{}
}

// compiledTexts are the texts of a rule file by their pointers into it.
type compiledTexts map[string]*ruleset.Text

func newCompiledTexts(r *ruleset.Rules) compiledTexts {
	texts := compiledTexts{}
	for _, d := range r.Descriptions() {
		for _, p := range slices.Concat([]ruleset.Placed{d.Title(), d.Description()}, d.Arguments(), d.Results()) {
			if p.Text != nil {
				texts[r.Pointer(p.Pointer)] = p.Text
			}
		}
	}
	return texts
}

// of returns the descriptions of a tool that rules set.
func (texts compiledTexts) of(catalog *engine.Catalog, k engine.Key) (list ruledTexts) {
	x := catalog.Explain(engine.Request{}, k)
	for i := range x.Texts {
		text := ruledText{pointer: x.Texts[i].Place}
		if text.pointer != "/title" && text.pointer != "/description" {
			text.pointer += "/description"
		}
		for _, candidate := range x.Texts[i].Candidates {
			text.rules = append(text.rules, texts[candidate.Rule])
		}
		list = append(list, text)
	}
	return list
}
