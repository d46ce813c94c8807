package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolrules/toolrules/internal/visible"
)

// writeNew writes a file that does not exist yet, or any if forced.
func writeNew(path string, data []byte, force bool) error {
	if !force {
		if _, err := os.Lstat(path); err == nil {
			return failedf("%s exists already; --force overwrites it", visible.Text(path))
		}
	}
	return writeWhole(path, data)
}

// writeWhole writes a file so that it has all of the data or is as before: to a file beside it,
// which then takes its name. What is not a regular file, such as a device or a pipe, is written to
// directly. A symbolic link stays one. Folders that are missing on the way to the file are created.
func writeWhole(path string, data []byte) error {
	if err := replaceFile(path, data); err != nil {
		return failedf("%s", visible.Text(fmt.Sprintf("%s can't be written: %v", path, err)))
	}
	return nil
}

func replaceFile(path string, data []byte) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(path, data, mode)
		}
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // it may never have been written
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
