package proof

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/ruletest"
)

// PrintAudiences writes for people which requests see tools. All lists every tool by name.
func PrintAudiences(out *bytes.Buffer, audiences []ruletest.Audience, all bool) {
	for _, a := range audiences {
		few := 6
		if all {
			few = len(a.Tools)
		}
		is := "are"
		if len(a.Tools) == 1 {
			is = "is"
		}
		printAudience(out, &a, visible.Text(wording.EnumerateFirst(names(a.Tools), few)), is)
	}
}

func printAudience(out *bytes.Buffer, a *ruletest.Audience, tools, is string) {
	switch {
	case !a.Known:
		fmt.Fprintf(out, "%s: it is not known which requests see this\n", tools)
		for _, o := range a.Open {
			fmt.Fprintf(out, "  %s\n", visible.Text(o.String()))
		}
	case a.Sees == nil:
		fmt.Fprintf(out, "%s %s visible to no well-formed request\n", tools, is)
		return
	case a.Misses == nil:
		fmt.Fprintf(out, "%s %s visible to all well-formed requests\n", tools, is)
		return
	case a.Region != nil:
		fmt.Fprintf(out, "%s %s visible to requests with\n", tools, is)
		for _, condition := range a.Region {
			fmt.Fprintf(out, "  %s\n", visible.Text(condition))
		}
		out.WriteString("and to no other well-formed requests\n")
		return
	default:
		fmt.Fprintf(out, "%s: which requests see this depends on %s\n", tools, visible.Text(wording.Enumerate(a.Reads)))
	}
	if a.Sees != nil {
		fmt.Fprintf(out, "  sees it:          %s\n", visible.Text(RequestJSON(*a.Sees)))
	}
	if a.Misses != nil {
		fmt.Fprintf(out, "  does not see it:  %s\n", visible.Text(RequestJSON(*a.Misses)))
	}
}

// A WhoJSON is the JSON form of audiences. It is stable: fields may be added, and none is renamed
// or
// removed while Version is 1.
type WhoJSON struct {
	Version   int            `json:"version"` // 1
	Audiences []AudienceJSON `json:"audiences"`
}

// An AudienceJSON is the JSON form of an audience.
type AudienceJSON struct {
	Tools  []string        `json:"tools"`
	Known  bool            `json:"known"`
	Region []string        `json:"region"` // conditions; null if they can't be said in a few
	Reads  []string        `json:"reads"`  // paths of attributes
	Sees   json.RawMessage `json:"sees"`   // a request; null if there is none
	Misses json.RawMessage `json:"misses"`
	Open   []OpenJSON      `json:"open,omitempty"` // why it is not known
}

// NewWhoJSON returns the JSON form of audiences.
func NewWhoJSON(audiences []ruletest.Audience) WhoJSON {
	j := WhoJSON{Version: 1, Audiences: []AudienceJSON{}}
	for _, a := range audiences {
		one := AudienceJSON{Tools: names(a.Tools), Known: a.Known, Region: a.Region,
			Reads: append([]string{}, a.Reads...),
			Sees:  requestOrNull(a.Sees), Misses: requestOrNull(a.Misses)}
		for _, o := range a.Open {
			one.Open = append(one.Open, OpenJSON(o))
		}
		j.Audiences = append(j.Audiences, one)
	}
	return j
}

func requestOrNull(req *engine.Request) json.RawMessage {
	if req == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(RequestJSON(*req))
}
