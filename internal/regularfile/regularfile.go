// Package regularfile reads files that users name. Reading never blocks and takes a bounded amount
// of memory.
package regularfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is the cause of the error for a path to something other than a regular file or a
// directory: a pipe, a socket, a device. Opening or reading those can block forever, or never end.
var ErrNotRegular = errors.New("not a regular file")

// errDirectory is the cause of the error for a directory.
var errDirectory = errors.New("is a directory")

// Read returns the content of a regular file, at most limit+1 bytes of it: a result longer than
// limit means that the file is too large. The error is an [*fs.PathError].
//
// The type of the file is checked twice: before it is opened, since opening can have effects and
// can block, and after, since it may have been replaced in between.
func Read(path string, limit int) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	return ReadFrom(f, limit)
}

// ReadFS is [Read] for a file of a file system.
func ReadFS(fsys fs.FS, path string, limit int) ([]byte, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	return ReadFrom(f, limit)
}

// ReadFrom returns what r has, at most limit+1 bytes: a result longer than limit means that there
// is too much. It is for standard input, where waiting for the writer is right. The error is the
// reader's.
func ReadFrom(r io.Reader, limit int) ([]byte, error) {
	return io.ReadAll(io.LimitReader(r, int64(limit)+1))
}

// check returns an error unless info describes a regular file.
func check(path string, info fs.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return &fs.PathError{Op: "read", Path: path, Err: errDirectory}
	}
	return &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
}
