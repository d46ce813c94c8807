package mcphost

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// Codes that the SDK gives its own errors: for a connection that is closing, and for a message that did not go out. Servers use
// them for other things. The SDK tells errors apart by their codes alone, and makes "connection closed" of a server's answer with
// one of the first two. So the codes that servers send are hidden from it, and shown again to callers.
const (
	codeClientClosing = -32003
	codeServerClosing = -32004
	codeRejected      = -32005
)

var sdkCodeStart = []byte("-3200") // as it stands in JSON

func isSDKCode(code int64) bool { return codeRejected <= code && code <= codeClientClosing }

// hiddenCode is added to a code that is hidden.
const hiddenCode = -1 << 40

// shownCode is the code that a server sent.
func shownCode(code int64) int64 {
	if code < hiddenCode/2 {
		return code - hiddenCode
	}
	return code
}

// isTransportError says whether an error is the SDK's own.
func isTransportError(e *jsonrpc.Error) bool {
	switch e.Code {
	case codeClientClosing:
		return e.Message == "client is closing"
	case codeServerClosing:
		return e.Message == "server is closing"
	case codeRejected:
		return e.Message == "rejected by transport"
	}
	return false
}

// hideCode hides the code of an answer, if it is an error with one of the SDK's codes. Everything else stays as it is.
func hideCode(message []byte) []byte {
	if !bytes.Contains(message, sdkCodeStart) {
		return message
	}
	outline, err := jsontree.Outline(message, 0, len(message))
	if err != nil || outline.Get("error") == nil {
		return message
	}
	fault, err := jsontree.Outline(message, outline.Get("error").Start, outline.Get("error").End)
	if err != nil || fault.Get("code") == nil {
		return message
	}
	at := fault.Get("code")
	code, err := strconv.ParseInt(string(at.Raw(message)), 10, 64)
	if err != nil || !isSDKCode(code) {
		return message
	}
	out := strconv.AppendInt(bytes.Clone(message[:at.Start]), code+hiddenCode, 10)
	return append(out, message[at.End:]...)
}

// hideEventCode is hideCode for the message in an event of a stream.
func hideEventCode(event []byte) []byte {
	if !bytes.Contains(event, sdkCodeStart) {
		return event
	}
	message, rest := eventMessage(event)
	hidden := hideCode(message)
	if bytes.Equal(hidden, message) {
		return event
	}
	return append(append(append([]byte("data: "), hidden...), '\n'), rest...)
}

// eventMessage returns the message of an event, and its other lines.
func eventMessage(event []byte) (message, rest []byte) {
	for line := range bytes.Lines(event) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			message = append(append(message, bytes.TrimSpace(data)...), ' ')
			continue
		}
		rest = append(rest, line...)
	}
	return message, rest
}

// A hidingBody is the body of an HTTP response in which codes are hidden, message by message.
type hidingBody struct {
	io.Closer
	next func() ([]byte, error) // gives the next message, and why there is none behind it
	rest []byte                 // of the message that is being read
	err  error                  // what follows it
}

// hidingMessage is for a body that is one message.
func hidingMessage(body io.ReadCloser) *hidingBody {
	return &hidingBody{Closer: body, next: func() ([]byte, error) {
		data, err := io.ReadAll(body)
		if err != nil {
			return data, err
		}
		return hideCode(data), io.EOF
	}}
}

// hidingEvents is for a body that is a stream of events. One that is longer than limit, which the SDK refuses, is passed on as it is.
func hidingEvents(body io.ReadCloser, limit int) *hidingBody {
	next := events(body, limit)
	return &hidingBody{Closer: body, next: func() ([]byte, error) {
		event, err := next()
		return hideEventCode(event), err
	}}
}

// events returns a function that reads the next event of a stream, and the error that follows it. An event that is longer than limit
// comes in parts.
func events(stream io.Reader, limit int) func() ([]byte, error) {
	r := bufio.NewReader(stream)
	return func() ([]byte, error) {
		var event []byte
		for len(event) <= limit {
			lineStarts := len(event) == 0 || event[len(event)-1] == '\n'
			part, err := r.ReadSlice('\n')
			event = append(event, part...)
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
			case err != nil: // the SDK takes what is left for an event as well
				return event, err
			case lineStarts && len(bytes.TrimRight(part, "\r\n")) == 0:
				return event, nil
			}
		}
		return event, nil
	}
}

// Read implements [io.Reader].
func (b *hidingBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.rest, b.err = b.next()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}
