package naming

import (
	"fmt"
	"strings"
)

const maxServerID = 32

// CheckServerID says why id can't be a server id: a letter a-z and up to 31 of a-z 0-9 _, with no "__" and no "_" at the end.
// The error is an [*Error] with code [InvalidFormat], [DoubleUnderscore] or [TrailingUnderscore], looked at in this order,
// and with a hint where one mend is obvious.
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
	if mended, ok := SuggestServerID(id); ok {
		err.Hint = fmt.Sprintf("write %q", mended)
	}
	return err
}

// serverIDFault gives the code and the rest of a sentence that starts with the id.
func serverIDFault(id string) (Code, string) {
	switch {
	case id == "":
		return InvalidFormat, "is empty"
	case len(id) > maxServerID:
		return InvalidFormat, fmt.Sprintf("has %d bytes; %d are allowed", len(id), maxServerID)
	case id[0] < 'a' || id[0] > 'z':
		return InvalidFormat, "does not start with a letter a-z"
	}
	for _, c := range id {
		if !isServerIDCharacter(c) {
			return InvalidFormat, fmt.Sprintf("has %q in it; only a-z, 0-9 and _ are allowed", c)
		}
	}
	switch {
	case strings.Contains(id, "__"):
		return DoubleUnderscore, `has "__" in it, which parts an id from a tool's name`
	case strings.HasSuffix(id, "_"):
		return TrailingUnderscore, `ends in "_", which would blur where the tool's name begins`
	}
	return "", ""
}

func isServerIDCharacter(c rune) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// SuggestServerID makes a server id of any text: A-Z in lower case, every run of other characters one underscore, none at either
// end. It is false where that gives no legal id, as for a text that starts with a digit.
func SuggestServerID(text string) (id string, ok bool) {
	var b strings.Builder
	for _, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c == '_' || !isServerIDCharacter(c) {
			if s := b.String(); s != "" && !strings.HasSuffix(s, "_") {
				b.WriteByte('_')
			}
			continue
		}
		b.WriteRune(c)
	}
	id = strings.TrimSuffix(b.String(), "_")
	if code, _ := serverIDFault(id); code != "" {
		return "", false
	}
	return id, true
}

// CheckServerIDs checks a list of ids: each is legal and none stands there twice. The error is [Errors], in the order of the
// list, with codes [InvalidServerID] (which wraps what CheckServerID says) and [DuplicateServerID]; Value is the offending id
// and Pointer its place, "/2" for the third.
func CheckServerIDs(ids []string) error {
	return checkServerIDs(len(ids), func(i int) string { return ids[i] }, "/%d").orNil()
}

// checkServerIDs checks n ids. The format makes a pointer of a place in the list.
func checkServerIDs(n int, idAt func(i int) string, format string) Errors {
	var errs Errors
	firsts := make(map[string]int, n)
	for i := range n {
		id := idAt(i)
		if err := checkServerID(id); err != nil {
			errs = append(errs, &Error{
				Code: InvalidServerID, Pointer: fmt.Sprintf(format, i), Value: id, Message: err.Message, Hint: err.Hint, Err: err,
			})
			continue
		}
		if first, twice := firsts[id]; twice {
			errs = append(errs, &Error{
				Code: DuplicateServerID, Pointer: fmt.Sprintf(format, i), Value: id,
				Message: fmt.Sprintf("server id %q is taken already, by server %d of the list", id, first+1),
				Hint:    "give each server an id of its own",
			})
			continue
		}
		firsts[id] = i
	}
	return errs
}
