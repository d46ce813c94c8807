//go:build unix

package mcphost

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command into a process group of its own, so that what it starts can be ended with it: npx and its like are
// not the server but start it.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

func endGroup(cmd *exec.Cmd)  { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
