package serve

import (
	"bytes"
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/toolrules/toolrules/internal/regularfile"
)

// pollInterval is how often the servers file is read. A change counts once the file has been the
// same for one interval, since it may be written in place.
const pollInterval = time.Second

// watchServers applies changes of the servers file until the context ends. On SIGHUP it reads the
// servers file and the rule file at once, and tries servers again that are not connected.
func (s *service) watchServers(ctx context.Context, file *serversFile) {
	s.note(file)
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	last := file.data // that was read
	seen := file.data // that was applied or refused
	for {
		now := false
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			now = true
			_ = s.rules.Reload(ctx) // rulesChanged receives the error
		case <-poll.C:
		}
		data, err := regularfile.Read(s.opts.Servers, maxServersFile)
		if err != nil {
			data = []byte(err.Error())
		}
		settled := now || bytes.Equal(data, last)
		last = data
		if now {
			s.gateway.Load().Refresh()
		}
		if !settled || bytes.Equal(data, seen) {
			continue
		}
		seen = data
		if err == nil {
			err = s.applyServers(data)
		}
		if err != nil {
			s.logger.Error("the new servers are refused; the last valid servers remain", "file", s.opts.Servers,
				"error", err)
		}
	}
}

// applyServers starts the servers that are new in a version of the file, and ends those that are
// gone.
func (s *service) applyServers(data []byte) error {
	file, err := parseServers(s.opts.Servers, data)
	if err != nil {
		return err
	}
	if err := s.gateway.Load().SetUpstreams(s.connectable(file.list.Upstreams)); err != nil {
		return err
	}
	s.note(file)
	s.logger.Info("new servers are in force", "file", s.opts.Servers, "servers", len(file.list.Upstreams))
	return nil
}

// note logs what a servers file has that is ignored.
func (s *service) note(file *serversFile) {
	for _, note := range file.list.Notes {
		s.logger.Info(note)
	}
}
