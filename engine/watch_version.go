package engine

import (
	"errors"
	"fmt"
	"os"

	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// A version is the rule file as read at one moment.
type version struct {
	data  []byte
	stamp stamp // before it was read
	torn  bool  // it changed while it was read
	err   error // the reason if there is no data
}

// readVersion reads the file at path.
func readVersion(path string) version {
	v := version{stamp: stampOf(path)}
	v.data, v.err = regularfile.Read(path, source.MaxBytes)
	if !v.stamp.same(stampOf(path)) {
		v.torn = true
		v.data, v.err = nil, errors.New("it changed while it was read")
	}
	return v
}

// engine compiles the version.
func (v version) engine(file string, opts Options) (*Engine, error) {
	if v.err != nil {
		return nil, unreadable(file, v.err)
	}
	return Parse(file, v.data, opts)
}

func unreadable(file string, err error) rules.Problems {
	message := fmt.Sprintf("can't read the rule file: %v", err)
	return rules.Problems{{Code: rules.CodeUnreadable, File: file, Offset: -1, Message: message, Err: err}}
}

// A stamp distinguishes two states of a file without reading it. The zero stamp is that of a
// missing file.
type stamp struct{ info os.FileInfo }

// stampOf returns the stamp of the file at path.
func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info}
}

// same reports whether the file seems unchanged. The mode counts, since a file may become readable.
func (s stamp) same(other stamp) bool {
	if s.info == nil || other.info == nil {
		return s.info == other.info
	}
	return os.SameFile(s.info, other.info) && s.info.Size() == other.info.Size() && s.info.Mode() == other.info.Mode() &&
		s.info.ModTime().Equal(other.info.ModTime())
}
