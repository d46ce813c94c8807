package naming

import "slices"

// A Target is a model provider whose law on tool names is stricter than, or as strict as, the common one. Its values are the
// words of a rule file.
type Target string

// The targets, with what each demands beyond 1 to 64 of A-Z a-z 0-9 _ -.
const (
	OpenAI        Target = "openai"         // nothing
	Mistral       Target = "mistral"        // nothing
	DeepSeek      Target = "deepseek"       // nothing
	Bedrock       Target = "bedrock"        // nothing (the Converse API)
	Anthropic     Target = "anthropic"      // nothing (it takes 128 bytes, though 64 where a tool is referred to)
	Gemini        Target = "gemini"         // the first character is a letter or an underscore
	BedrockAgents Target = "bedrock-agents" // the first character is a letter, and there is no hyphen
)

// Targets gives every target there is, for those who list or suggest them.
func Targets() []Target {
	return []Target{OpenAI, Mistral, DeepSeek, Bedrock, Anthropic, Gemini, BedrockAgents}
}

// demands are what targets ask for beyond the common law; those of several targets are or-ed together.
type demands uint8

const (
	noHyphen    demands = 1 << iota
	wordFirst           // the first character is a letter or an underscore
	letterFirst         // the first character is a letter
)

// demands of an unknown target are none.
func (t Target) demands() demands {
	switch t {
	case Gemini:
		return wordFirst
	case BedrockAgents:
		return letterFirst | noHyphen
	}
	return 0
}

func (s *Scheme) demands() demands {
	var all demands
	for _, t := range s.Targets {
		all |= t.demands()
	}
	return all
}

// onFirst says whether the first character is asked for something of its own, so that a name may need "t_" in front.
func (d demands) onFirst() bool { return d&(wordFirst|letterFirst) != 0 }

func (d demands) refuseFirst(c byte) bool {
	switch {
	case isLetter(c):
		return false
	case c == '_':
		return d&letterFirst != 0
	}
	return d.onFirst()
}

// meet changes the name that starts at start in dst, with the tool's own name from own on, to what is demanded.
func (d demands) meet(dst []byte, start, own int) []byte {
	if d&noHyphen != 0 {
		for i := own; i < len(dst); i++ {
			if dst[i] == '-' {
				dst[i] = '_'
			}
		}
	}
	if len(dst) > start && d.refuseFirst(dst[start]) {
		dst = slices.Insert(dst, start, firstMend[0], firstMend[1])
	}
	return dst
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
