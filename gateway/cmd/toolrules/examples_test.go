package main

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// The files in the ConfigMap of the Kubernetes example start the gateway with the arguments of the
// Deployment.
func TestKubernetesExample(t *testing.T) {
	data, err := os.ReadFile("../../examples/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	name := ""
	for line := range strings.Lines(string(data)) {
		switch {
		case strings.HasPrefix(line, "---"):
			name = "end"
		case name == "end":
		case strings.HasPrefix(line, "  ") && strings.HasSuffix(line, ": |\n"):
			name = strings.TrimSuffix(strings.TrimSpace(line), ": |")
		case name != "" && strings.HasPrefix(line, "    "):
			files[name] += strings.TrimPrefix(line, "    ")
		}
	}
	if len(files) != 3 {
		t.Fatalf("the files are %q", files)
	}
	for _, flag := range []string{"--servers=/etc/toolrules/mcp.json", "--rules=/etc/toolrules/tools.rules.yaml",
		"--config=/etc/toolrules/gateway.yaml", "--http=0.0.0.0:8080", "--admin=0.0.0.0:8081", "--insecure"} {
		if !strings.Contains(string(data), flag) {
			t.Errorf("the Deployment has no %s", flag)
		}
	}
	// The issuer and the server of the example do not exist.
	files["gateway.yaml"] = strings.ReplaceAll(files["gateway.yaml"], "https://login.example.com", "http://127.0.0.1:1")
	files["mcp.json"] = strings.ReplaceAll(files["mcp.json"], "http://tracker.default.svc", "http://127.0.0.1:1")
	s := newSetup(t, files)
	cmd := s.command("--config", s.path("gateway.yaml"), "--http", "0.0.0.0:0", "--admin", "127.0.0.1:0", "--insecure")
	cmd.Env = append(cmd.Env, "TRACKER_TOKEN=x")
	g := s.run(cmd)
	if status, _ := send(t, http.MethodGet, g.admin+"/healthz", ""); status != 200 {
		t.Errorf("/healthz: %d", status)
	}
	g.awaitLog("cannot use the server")
	if status, text := send(t, http.MethodGet, g.admin+"/readyz", ""); status != 200 {
		t.Errorf("/readyz: %d %s", status, text)
	}
}
