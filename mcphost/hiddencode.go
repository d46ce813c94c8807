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

// sdkMessages are the messages of the SDK's own errors, by code: for a connection that is closing,
// and for a message that was not sent. Servers use these codes for other purposes. The SDK
// distinguishes errors only by code, and treats a server's response with one of the first two as
// "connection closed". So the codes that servers send are hidden from the SDK and restored for
// callers.
var sdkMessages = map[int64]string{
	-32003: "client is closing",
	-32004: "server is closing",
	-32005: "rejected by transport",
}

var sdkCodeStart = []byte("-3200") // as written in JSON

// hiddenCode is added to a code to hide it.
const hiddenCode = -1 << 40

// shownCode returns the code that a server sent.
func shownCode(code int64) int64 {
	if code < hiddenCode/2 {
		return code - hiddenCode
	}
	return code
}

func isSDKCode(code int64) bool { return sdkMessages[code] != "" }

// isTransportError reports whether an error is the SDK's own.
func isTransportError(e *jsonrpc.Error) bool {
	return isSDKCode(e.Code) && e.Message == sdkMessages[e.Code]
}

// hideCode hides the code of a response if it is an error with one of the SDK's codes. Otherwise it
// returns message unchanged.
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

// eventMessage returns the message of an event and its other lines.
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

// A messageBody is the body of an HTTP response that is read message by message.
type messageBody struct {
	io.Closer
	next func() ([]byte, error) // returns the next message, or the error that ends the body, or both
	rest []byte                 // of the current message
	err  error                  // after rest
}

// hidingMessage is for a body that holds one message.
func hidingMessage(body io.ReadCloser) *messageBody {
	return &messageBody{Closer: body, next: func() ([]byte, error) {
		data, err := io.ReadAll(body)
		if err != nil {
			return data, err
		}
		return hideCode(data), io.EOF
	}}
}

// hidingEvents is for a body that is a stream of events. An event longer than limit, which the SDK
// rejects, is passed on unchanged.
func hidingEvents(body io.ReadCloser, limit int) *messageBody {
	next := events(body, limit)
	return &messageBody{Closer: body, next: func() ([]byte, error) {
		event, err := next()
		return hideEventCode(event), err
	}}
}

// events returns a function that reads the next event of a stream and the error that follows it. An
// event longer than limit is returned in parts.
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
			case err != nil: // the SDK treats the rest as an event too
				return event, err
			case lineStarts && len(bytes.TrimRight(part, "\r\n")) == 0:
				return event, nil
			}
		}
		return event, nil
	}
}

func (b *messageBody) Read(p []byte) (int, error) {
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
