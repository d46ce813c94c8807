package naming

import "slices"

// A Provider is a model provider that restricts tool names. Its values are those of a rule file's
// targets.
type Provider string

// The providers, with what each requires beyond 1 to 64 of A-Z a-z 0-9 _ -.
const (
	OpenAI        Provider = "openai"         // nothing more
	Mistral       Provider = "mistral"        // nothing more
	DeepSeek      Provider = "deepseek"       // nothing more
	Bedrock       Provider = "bedrock"        // nothing more (the Converse API)
	Anthropic     Provider = "anthropic"      // nothing more (128 bytes are allowed, but 64 in tool references)
	Gemini        Provider = "gemini"         // the first character is a letter or an underscore
	BedrockAgents Provider = "bedrock-agents" // the first character is a letter; no hyphens
)

// Providers returns all providers.
func Providers() []Provider {
	return []Provider{OpenAI, Mistral, DeepSeek, Bedrock, Anthropic, Gemini, BedrockAgents}
}

// restrictions are what providers require beyond the common rules; those of several are or-ed.
type restrictions uint8

const (
	noHyphen    restrictions = 1 << iota
	wordFirst                // the first character is a letter or an underscore
	letterFirst              // the first character is a letter
)

// restrictions returns none for an unknown provider.
func (p Provider) restrictions() restrictions {
	switch p {
	case Gemini:
		return wordFirst
	case BedrockAgents:
		return letterFirst | noHyphen
	}
	return 0
}

func (s *Scheme) restrictions() restrictions {
	var all restrictions
	for _, p := range s.Targets {
		all |= p.restrictions()
	}
	return all
}

// onFirst reports whether the first character is restricted, so that a name may need "t_" before
// it.
func (r restrictions) onFirst() bool { return r&(wordFirst|letterFirst) != 0 }

func (r restrictions) refuseFirst(c byte) bool {
	switch {
	case isLetter(c):
		return false
	case c == '_':
		return r&letterFirst != 0
	}
	return r.onFirst()
}

// apply changes the name that starts at start in dst, with the tool's own name from own on, so that
// it obeys the restrictions.
func (r restrictions) apply(dst []byte, start, own int) []byte {
	if r&noHyphen != 0 {
		for i := own; i < len(dst); i++ {
			if dst[i] == '-' {
				dst[i] = '_'
			}
		}
	}
	if len(dst) > start && r.refuseFirst(dst[start]) {
		dst = slices.Insert(dst, start, firstPrefix[0], firstPrefix[1])
	}
	return dst
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
