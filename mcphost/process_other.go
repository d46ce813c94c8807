//go:build !unix

package mcphost

import "os/exec"

// Without process groups only the command itself can be ended.
func ownGroup(*exec.Cmd)      {}
func endGroup(cmd *exec.Cmd)  { _ = cmd.Process.Kill() }
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
