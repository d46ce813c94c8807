package cond

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
)

// samples are the values for captures of an idiom in TestIdioms.
var samples = map[string][]string{
	"A": {"ctx.groups", "tool.name", "ctx.tenant", "ctx.scopes", "ctx.age", "ctx.debug"},
	"B": {`"ops"`, `["ops"]`, "3", "ctx.debug", "ctx.groups"},
	"C": {`"dev"`, "5", "ctx.debug"},
	"N": {"tenant"}, "V": {"g"},
	"P": {`g == "ops"`, `# == "ops"`, `"ops", "dev"`, "ctx.debug"},
	"S": {`"tenant"`, `"undefined"`, `"g%t"`, `"get*"`},
	"R": {`"^get"`, `"get"`, "/^get/"},
}

// TestIdioms writes each idiom in each of its spellings, with operands of several types. Every
// proposal of a hint compiles, and each idiom gets a hint with some operands.
func TestIdioms(t *testing.T) {
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	env, err := NewEnv([]expr.Field{{Name: "groups", Type: texts}, {Name: "scopes", Type: texts, Optional: true}, {Name: "tenant", Optional: true},
		{Name: "age", Type: expr.Type{Kind: expr.Int}}, {Name: "debug", Type: expr.Type{Kind: expr.Bool}}}, EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, idiom := range idioms {
		spellings := []string{""}
		for _, part := range parsedIdioms()[i] {
			words := part.words
			if part.capture != 0 {
				words = []string{string(part.capture)}
			}
			var longer []string
			for _, s := range spellings {
				for _, w := range words {
					longer = append(longer, s+" "+w)
				}
			}
			spellings = longer
		}
		if strings.HasPrefix(idiom.forms[0], ": ") {
			continue
		}
		for _, spelling := range spellings {
			found := false
			for _, src := range filled(spelling) {
				hint := hintOf(env, src)
				list, ok := strings.CutPrefix(hint, "write ")
				if !ok {
					continue
				}
				found = true
				for one := range strings.SplitSeq(list, ", or ") {
					text, _, _ := strings.Cut(one, " if ")
					if _, _, errs := env.read(text); len(errs) > 0 && errs[0].Code != NotBool {
						t.Errorf("%s: %s: %v", src, hint, errs)
					}
				}
			}
			if !found {
				t.Errorf("%s: no hint with any operands", spelling)
			}
		}
	}
}

// filled returns a pattern with each combination of samples for its captures.
func filled(pattern string) []string {
	all := []string{""}
	chosen := []map[string]string{{}}
	for field := range strings.FieldsSeq(pattern) {
		options, capture := samples[field]
		var texts []string
		var choices []map[string]string
		for i, before := range all {
			if !capture {
				texts, choices = append(texts, before+" "+field), append(choices, chosen[i])
				continue
			}
			for _, option := range options {
				if earlier, ok := chosen[i][field]; ok && earlier != option {
					continue
				}
				choice := map[string]string{field: option}
				for k, v := range chosen[i] {
					choice[k] = v
				}
				texts, choices = append(texts, before+" "+option), append(choices, choice)
			}
		}
		all, chosen = texts, choices
	}
	return all
}

// hintOf returns the hint of the first error in an expression that is an idiom as a whole, or "".
func hintOf(env *Env, src string) string {
	_, _, errs := env.read(src)
	if len(errs) == 0 {
		return ""
	}
	before := make([]string, len(errs))
	for i, e := range errs {
		before[i] = e.Hint
	}
	for i, e := range env.translate(src, errs) {
		if i < len(before) && e.Hint != before[i] {
			return e.Hint
		}
	}
	return ""
}
