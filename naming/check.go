package naming

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Check returns nil if the scheme is valid, and otherwise [Errors] with all its faults.
// [Scheme.Build] calls it.
func (s *Scheme) Check() error { return s.check().orNil() }

func (s *Scheme) check() Errors {
	return slices.Concat(s.checkPrefix(), s.checkSeparator(), s.checkServerNames(), s.checkRename(), s.checkEnums(), s.checkTargets(),
		s.checkLimits())
}

func (s *Scheme) checkPrefix() Errors {
	if why := prefixFault(s.Prefix); why != "" {
		return Errors{{
			Code: CodeBadPrefix, Pointer: "/prefix", Value: s.Prefix,
			Message: fmt.Sprintf("prefix %q %s", s.Prefix, why),
		}}
	}
	for _, t := range s.Targets {
		why := t.restrictions().refusePrefix(s.Prefix)
		if why == "" {
			continue
		}
		return Errors{{
			Code: CodePrefixRefused, Pointer: "/prefix", Value: s.Prefix,
			Message: fmt.Sprintf("prefix %q %s, which target %s does not allow", s.Prefix, why, t),
			Hint:    "a prefix is part of each name unchanged; choose one that all targets allow",
		}}
	}
	return nil
}

func prefixFault(prefix string) string {
	if len(prefix) > maxPrefix {
		return fmt.Sprintf("has %d bytes; %d are allowed", len(prefix), maxPrefix)
	}
	return characterFault(prefix)
}

// characterFault returns what is wrong with the characters of a part of exposed names.
func characterFault(part string) string {
	for _, c := range part {
		if c >= 0x80 || !isExposable(byte(c)) {
			return fmt.Sprintf("contains %q; only A-Z, a-z, 0-9, _ and - are allowed", c)
		}
	}
	return ""
}

func (d restrictions) refusePrefix(prefix string) string {
	switch {
	case prefix == "":
		return ""
	case d.refuseFirst(prefix[0]):
		return fmt.Sprintf("starts with %q", prefix[0])
	case d&noHyphen != 0 && strings.Contains(prefix, "-"):
		return `contains "-"`
	}
	return ""
}

// checkRename checks renames ordered by server and then tool.
func (s *Scheme) checkRename() Errors {
	if len(s.Rename) == 0 {
		return nil
	}
	var errs Errors
	owner := make(map[Key]Key, len(s.Rename))
	for _, key := range slices.SortedFunc(maps.Keys(s.Rename), Key.Compare) {
		name := s.Rename[key]
		err := &Error{Pointer: "/rename/" + escapePointer(key.String()), Value: name}
		switch other, taken := owner[Key{key.Server, name}]; {
		case !s.canHave(key):
			err.Code, err.Value = CodeInvalidRenameKey, key.String()
			err.Message = fmt.Sprintf("%q is not a tool: expected a server id, a slash, and a tool name", key)
			err.Hint = renameKeyHint(key)
		case !ValidToolName(name):
			err.Code = CodeInvalidRename
			err.Message = fmt.Sprintf("%q is not a tool name: expected 1 to %d of A-Z, a-z, 0-9, _, . and -", name, maxToolName)
		case taken:
			err.Code = CodeDuplicateRename
			err.Message = fmt.Sprintf("%s and %s would both be called %q", other, key, name)
		default:
			owner[Key{key.Server, name}] = key
			continue
		}
		errs = append(errs, err)
	}
	return errs
}

// renameKeyHint returns what to write for a key that no tool can have; empty if that is not clear.
func renameKeyHint(key Key) string {
	if strings.ContainsAny(key.Tool, "*?{}") {
		return "a rename names one tool; patterns are not allowed"
	}
	if id, ok := SuggestServerID(key.Server); ok && id != key.Server {
		return "write " + id + "/" + key.Tool
	}
	return ""
}

// canHave reports whether a catalog can contain a tool with this key that gets a name.
func (s *Scheme) canHave(key Key) bool {
	switch {
	case !s.NoNamespace && checkServerID(key.Server) != nil:
		return false
	case ValidToolName(key.Tool):
		return true
	}
	return key.Tool != "" && utf8.ValidString(key.Tool) && len(key.Server)+len("/")+len(key.Tool) <= maxRenameKey &&
		!strings.ContainsAny(key.Tool, "*?{}")
}

func (s *Scheme) checkEnums() Errors {
	var errs Errors
	switch s.Collisions {
	case "", RejectAll, KeepFirst:
	default:
		errs = append(errs, unknownValue(CodeUnknownCollisions, "/collisions", s.Collisions, RejectAll, KeepFirst))
	}
	switch s.Truncated {
	case "", HashOnly, ReadableTruncation:
	default:
		errs = append(errs, unknownValue(CodeUnknownTruncated, "/truncated", s.Truncated, HashOnly, ReadableTruncation))
	}
	switch s.Accept {
	case "", ExposedOnly, ExposedAndOriginal:
	default:
		errs = append(errs, unknownValue(CodeUnknownAccept, "/accept", s.Accept, ExposedOnly, ExposedAndOriginal))
	}
	return errs
}

func (s *Scheme) checkTargets() Errors {
	var errs Errors
	known := Providers()
	for i, t := range s.Targets {
		if !slices.Contains(known, t) {
			errs = append(errs, unknownValue(CodeUnknownTarget, fmt.Sprintf("/targets/%d", i), t, known...))
		}
	}
	return errs
}

func unknownValue[W ~string](code Code, pointer string, got W, known ...W) *Error {
	values := make([]string, len(known))
	for i, w := range known {
		values[i] = string(w)
	}
	return &Error{
		Code: code, Pointer: pointer, Value: string(got),
		Message: fmt.Sprintf("unknown value %q for %s", string(got), strings.Split(pointer, "/")[1]),
		Hint:    "write " + strings.Join(values[:len(values)-1], ", ") + " or " + values[len(values)-1],
	}
}

func (s *Scheme) checkLimits() Errors {
	var errs Errors
	if n := s.maxBytes(); n < minMaxBytes || n > defaultMaxBytes {
		errs = append(errs, outOfRange(CodeMaxBytesOutOfRange, "max_bytes", n, minMaxBytes, defaultMaxBytes, defaultMaxBytes))
	}
	if n := s.hashDigits(); n < minHashDigits || n > maxHashDigits {
		errs = append(errs, outOfRange(CodeHashDigitsOutOfRange, "hash_digits", n, minHashDigits, maxHashDigits, defaultHashDigits))
	}
	if len(errs) > 0 || prefixFault(s.Prefix) != "" {
		return errs // checkRoom would report a value that must change anyway
	}
	return s.checkRoom()
}

func outOfRange(code Code, field string, got, low, high, def int) *Error {
	return &Error{
		Code: code, Pointer: "/" + field, Value: fmt.Sprint(got),
		Message: fmt.Sprintf("%s is %d; expected %d to %d", field, got, low, high),
		Hint:    fmt.Sprintf("omit it for the default, %d", def),
	}
}

// checkRoom reports whether a truncated name fits. It locates the fault at the last key that is
// set.
func (s *Scheme) checkRoom() Errors {
	need := len(s.Prefix) + len(truncationMark) + s.hashDigits()
	if s.restrictions().onFirst() {
		need += len(firstPrefix)
	}
	if need <= s.maxBytes() {
		return nil
	}
	parts := fmt.Sprintf("a prefix of %d, %q and %d hash digits", len(s.Prefix), truncationMark, s.hashDigits())
	if s.restrictions().onFirst() {
		parts += fmt.Sprintf(", with %q for the targets,", firstPrefix)
	}
	pointer := "/prefix"
	switch {
	case s.HashDigits != 0:
		pointer = "/hash_digits"
	case s.MaxBytes != 0:
		pointer = "/max_bytes"
	}
	return Errors{{
		Code: CodeNoRoom, Pointer: pointer,
		Message: fmt.Sprintf("%s take %d bytes, more than the %d of max_bytes", parts, need, s.maxBytes()),
		Hint:    "shorten the prefix, reduce hash_digits, or increase max_bytes",
	}}
}

// escapePointer returns text as one token of a JSON Pointer (RFC 6901).
func escapePointer(text string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(text)
}
