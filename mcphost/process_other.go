//go:build !unix

package mcphost

import "os/exec"

// Without process groups, only the command itself can be terminated.
func newGroup(*exec.Cmd)           {}
func terminateGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
func killGroup(cmd *exec.Cmd)      { _ = cmd.Process.Kill() }
