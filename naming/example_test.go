package naming_test

import (
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/naming"
)

func ExampleScheme_Build() {
	var scheme naming.Scheme
	table, report, err := scheme.Build([]naming.Server{
		{ID: "files", Tools: []string{"fs.read", "fs_read", "list"}},
		{ID: "jira", Tools: []string{"list", "find issue"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, key := range table.All() {
		fmt.Println(name, "is", key)
	}
	for _, r := range report.Rejected {
		fmt.Println(r.Key, "has no name:", r.Reason)
	}
	// Output:
	// files__list is files/list
	// jira__list is jira/list
	// files/fs.read has no name: collision
	// files/fs_read has no name: collision
	// jira/find issue has no name: invalid_name
}

func ExampleScheme_Build_refused() {
	scheme := naming.Scheme{MaxBytes: 128}
	_, _, err := scheme.Build([]naming.Server{{ID: "sea-map"}})
	var faults naming.Errors
	if errors.As(err, &faults) {
		for _, fault := range faults {
			fmt.Println(fault.Pointer, fault.Code, fault.Hint)
		}
	}
	// Output:
	// /max_bytes max_bytes_out_of_range omit it for the default, 64
	// /servers/0/id invalid_server_id write "sea_map"
}

func ExampleScheme_Exposed() {
	scheme := naming.Scheme{
		Prefix: "acme_",
		Rename: map[naming.Key]string{{Server: "fs", Tool: "read_text_file"}: "read"},
	}
	fmt.Println(scheme.Exposed("fs", "read_text_file"))
	fmt.Println(scheme.Exposed("fs", "list.directory"))
	fmt.Println(scheme.Exposed("fs", "list_every_directory_below_this_one_with_sizes_and_dates"))
	// Output:
	// acme_fs__read
	// acme_fs__list_directory
	// acme_trunc_6d41a6b3
}

func ExampleScheme_targets() {
	scheme := naming.Scheme{NoNamespace: true, Targets: []naming.Provider{naming.Gemini, naming.BedrockAgents}}
	fmt.Println(scheme.Exposed("auth", "2fa-enroll"))
	// Output:
	// t_2fa_enroll
}

func ExampleTable_Accept() {
	scheme := naming.Scheme{Accept: naming.ExposedAndOriginal}
	table, _, err := scheme.Build([]naming.Server{
		{ID: "fs", Tools: []string{"read", "list"}},
		{ID: "jira", Tools: []string{"list"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"fs__read", "read", "list"} {
		key, ok := table.Accept(name)
		fmt.Println(name, ok, key.Server)
	}
	// Output:
	// fs__read true fs
	// read true fs
	// list false
}

func ExampleSanitize() {
	fmt.Println(naming.Sanitize("fs.read-all"))
	fmt.Println(naming.Sanitize("prix en €"))
	// Output:
	// fs_read-all
	// prix_en__
}

func ExampleCheckServerID() {
	fmt.Println(naming.CheckServerID("github"))
	fmt.Println(naming.CheckServerID("git__hub"))
	// Output:
	// <nil>
	// server id "git__hub" contains "__", which separates a server id from a tool's name [double_underscore]; write "git_hub"
}
