package naming

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Check gives everything that is wrong with the scheme as [Errors], or nil. [Scheme.Build] does it as well.
func (s *Scheme) Check() error { return s.check().orNil() }

func (s *Scheme) check() Errors {
	return slices.Concat(s.checkPrefix(), s.checkRename(), s.checkWords(), s.checkTargets(), s.checkLimits())
}

func (s *Scheme) checkPrefix() Errors {
	if why := prefixFault(s.Prefix); why != "" {
		return Errors{{
			Code: BadPrefix, Pointer: "/prefix", Value: s.Prefix,
			Message: fmt.Sprintf("prefix %q %s", s.Prefix, why),
		}}
	}
	for _, t := range s.Targets {
		why := t.demands().refusePrefix(s.Prefix)
		if why == "" {
			continue
		}
		return Errors{{
			Code: PrefixRefused, Pointer: "/prefix", Value: s.Prefix,
			Message: fmt.Sprintf("prefix %q %s, which target %s refuses", s.Prefix, why, t),
			Hint:    "a prefix stands in every name as it is; choose one that all targets take",
		}}
	}
	return nil
}

func prefixFault(prefix string) string {
	if len(prefix) > maxPrefix {
		return fmt.Sprintf("has %d bytes; %d are allowed", len(prefix), maxPrefix)
	}
	for _, c := range prefix {
		if c >= 0x80 || !isExposable(byte(c)) {
			return fmt.Sprintf("has %q in it; only A-Z, a-z, 0-9, _ and - are allowed", c)
		}
	}
	return ""
}

func (d demands) refusePrefix(prefix string) string {
	switch {
	case prefix == "":
		return ""
	case d.refuseFirst(prefix[0]):
		return fmt.Sprintf("starts with %q", prefix[0])
	case d&noHyphen != 0 && strings.Contains(prefix, "-"):
		return `has "-" in it`
	}
	return ""
}

// checkRename goes by server, then tool, since a map has no order of its own.
func (s *Scheme) checkRename() Errors {
	if len(s.Rename) == 0 {
		return nil
	}
	var errs Errors
	givenTo := make(map[Key]Key, len(s.Rename))
	for _, key := range slices.SortedFunc(maps.Keys(s.Rename), Key.Compare) {
		name := s.Rename[key]
		err := &Error{Pointer: "/rename/" + escapePointer(key.String()), Value: name}
		switch other, taken := givenTo[Key{key.Server, name}]; {
		case !s.canHave(key):
			err.Code, err.Value = InvalidRenameKey, key.String()
			err.Message = fmt.Sprintf("%q can't be a tool: it takes a legal server id, a slash, and a legal tool name", key)
			err.Hint = "patterns rename nothing; name each tool"
		case !ValidToolName(name):
			err.Code = InvalidRename
			err.Message = fmt.Sprintf("%q is no tool name: 1 to %d of A-Z, a-z, 0-9, _, . and -", name, maxToolName)
		case taken:
			err.Code = DuplicateRename
			err.Message = fmt.Sprintf("%s and %s would both be called %q", other, key, name)
		default:
			givenTo[Key{key.Server, name}] = key
			continue
		}
		errs = append(errs, err)
	}
	return errs
}

// canHave says whether a catalog can hold a tool with this key that gets a name.
func (s *Scheme) canHave(key Key) bool {
	return ValidToolName(key.Tool) && (s.NoNamespace || checkServerID(key.Server) == nil)
}

func (s *Scheme) checkWords() Errors {
	var errs Errors
	switch s.Collisions {
	case "", RejectAll, KeepFirst:
	default:
		errs = append(errs, unknownWord(UnknownCollisions, "/collisions", s.Collisions, RejectAll, KeepFirst))
	}
	switch s.Accept {
	case "", ExposedOnly, ExposedAndOriginal:
	default:
		errs = append(errs, unknownWord(UnknownAccept, "/accept", s.Accept, ExposedOnly, ExposedAndOriginal))
	}
	return errs
}

func (s *Scheme) checkTargets() Errors {
	var errs Errors
	known := Targets()
	for i, t := range s.Targets {
		if !slices.Contains(known, t) {
			errs = append(errs, unknownWord(UnknownTarget, fmt.Sprintf("/targets/%d", i), t, known...))
		}
	}
	return errs
}

func unknownWord[W ~string](code Code, pointer string, got W, known ...W) *Error {
	words := make([]string, len(known))
	for i, w := range known {
		words[i] = string(w)
	}
	return &Error{
		Code: code, Pointer: pointer, Value: string(got),
		Message: fmt.Sprintf("%q is not known in %s", string(got), strings.Split(pointer, "/")[1]),
		Hint:    "write " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1],
	}
}

func (s *Scheme) checkLimits() Errors {
	var errs Errors
	if n := s.maxBytes(); n < minMaxBytes || n > defaultMaxBytes {
		errs = append(errs, outOfRange(MaxBytesOutOfRange, "max_bytes", n, minMaxBytes, defaultMaxBytes, defaultMaxBytes))
	}
	if n := s.hashDigits(); n < minHashDigits || n > maxHashDigits {
		errs = append(errs, outOfRange(HashDigitsOutOfRange, "hash_digits", n, minHashDigits, maxHashDigits, defaultHashDigits))
	}
	if len(errs) > 0 || prefixFault(s.Prefix) != "" {
		return errs // that there is no room would only be said of a value that has to change anyway
	}
	return s.checkRoom()
}

func outOfRange(code Code, field string, got, low, high, usual int) *Error {
	return &Error{
		Code: code, Pointer: "/" + field, Value: fmt.Sprint(got),
		Message: fmt.Sprintf("%s is %d; it can be %d to %d", field, got, low, high),
		Hint:    fmt.Sprintf("leave it out for %d", usual),
	}
}

// checkRoom asks that a truncated name fits. It blames the last field of the file that is written at all.
func (s *Scheme) checkRoom() Errors {
	need := len(s.Prefix) + len(truncationMark) + s.hashDigits()
	if s.demands().onFirst() {
		need += len(firstMend)
	}
	if need <= s.maxBytes() {
		return nil
	}
	parts := fmt.Sprintf("a prefix of %d, %q and %d hash digits", len(s.Prefix), truncationMark, s.hashDigits())
	if s.demands().onFirst() {
		parts += fmt.Sprintf(", with %q for the targets,", firstMend)
	}
	pointer := "/prefix"
	switch {
	case s.HashDigits != 0:
		pointer = "/hash_digits"
	case s.MaxBytes != 0:
		pointer = "/max_bytes"
	}
	return Errors{{
		Code: NoRoom, Pointer: pointer,
		Message: fmt.Sprintf("%s take %d bytes, more than the %d of max_bytes", parts, need, s.maxBytes()),
		Hint:    "shorten the prefix, ask for fewer hash_digits, or allow more max_bytes",
	}}
}

// escapePointer writes text as one part of a JSON Pointer (RFC 6901).
func escapePointer(text string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(text)
}
