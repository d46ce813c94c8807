package naming

import (
	"fmt"
	"strings"
)

const maxServerID = 32

// CheckServerID reports why id is not a valid server ID: a letter a-z followed by up to 31 of a-z
// 0-9 _, without "__" and without "_" at the end. It returns nil if id is valid. Otherwise the
// error is an [*Error] with code [CodeInvalidFormat], [CodeDoubleUnderscore] or
// [CodeTrailingUnderscore], checked in this order, and with a hint if [SuggestServerID] returns an
// ID, or the ID has a variable in it.
func CheckServerID(id string) error {
	if err := checkServerID(id); err != nil {
		return err
	}
	return nil
}

func checkServerID(id string) *Error {
	code, why := serverIDFault(id)
	if code == "" {
		return nil
	}
	err := &Error{Code: code, Value: id, Message: fmt.Sprintf("server id %q %s", id, why)}
	if strings.ContainsAny(id, "${}<>%") {
		err.Hint = "there are no variables: write the id itself"
	} else if fixed, ok := SuggestServerID(id); ok {
		err.Hint = fmt.Sprintf("write %q", fixed)
	}
	return err
}

// serverIDFault returns the code and the predicate of a sentence that starts with the ID.
func serverIDFault(id string) (Code, string) {
	switch {
	case id == "":
		return CodeInvalidFormat, "is empty"
	case len(id) > maxServerID:
		return CodeInvalidFormat, fmt.Sprintf("has %d bytes; %d are allowed", len(id), maxServerID)
	case id[0] < 'a' || id[0] > 'z':
		return CodeInvalidFormat, "does not start with a letter a-z"
	}
	for _, c := range id {
		if !isServerIDCharacter(c) {
			return CodeInvalidFormat, fmt.Sprintf("contains %q; only a-z, 0-9 and _ are allowed", c)
		}
	}
	switch {
	case strings.Contains(id, "__"):
		return CodeDoubleUnderscore, `contains "__", which separates a server id from a tool's name`
	case strings.HasSuffix(id, "_"):
		return CodeTrailingUnderscore, `ends with "_", which makes the start of the tool's name ambiguous`
	}
	return "", ""
}

func isServerIDCharacter(c rune) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// SuggestServerID returns a server ID similar to s: A-Z in lower case, each run of other characters
// replaced by one underscore, without underscores at either end, and with an s before a digit at
// the start. It returns false if the result is not valid: empty, or longer than 32 bytes.
func SuggestServerID(s string) (id string, ok bool) {
	var b strings.Builder
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c == '_' || !isServerIDCharacter(c) {
			if id := b.String(); id != "" && !strings.HasSuffix(id, "_") {
				b.WriteByte('_')
			}
			continue
		}
		if b.Len() == 0 && '0' <= c && c <= '9' {
			b.WriteByte('s')
		}
		b.WriteRune(c)
	}
	id = strings.TrimSuffix(b.String(), "_")
	if code, _ := serverIDFault(id); code != "" {
		return "", false
	}
	return id, true
}

// CheckServerIDs reports what is wrong with a list of server IDs: an ID is not valid or occurs
// twice. It returns nil or [Errors], in the order of the list, with codes [CodeInvalidServerID]
// (wrapping the error of CheckServerID) and [CodeDuplicateServerID]. Pointer is "/2" for the third
// ID.
func CheckServerIDs(ids []string) error {
	return checkServerIDs(len(ids), func(i int) string { return ids[i] }, "/%d").orNil()
}

// checkServerIDs checks n IDs. The format turns an index into a pointer.
func checkServerIDs(n int, idAt func(i int) string, format string) Errors {
	var errs Errors
	firsts := make(map[string]int, n)
	for i := range n {
		id := idAt(i)
		if err := checkServerID(id); err != nil {
			errs = append(errs, &Error{
				Code: CodeInvalidServerID, Pointer: fmt.Sprintf(format, i), Value: id, Message: err.Message, Hint: err.Hint, Err: err,
			})
			continue
		}
		if first, twice := firsts[id]; twice {
			errs = append(errs, &Error{
				Code: CodeDuplicateServerID, Pointer: fmt.Sprintf(format, i), Value: id,
				Message: fmt.Sprintf("server id %q is also the id of servers[%d]", id, first),
				Hint:    "use a different id for each server",
			})
			continue
		}
		firsts[id] = i
	}
	return errs
}
