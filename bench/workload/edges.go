package workload

import "github.com/toolrules/toolrules/engine"

// Edges are servers whose tools the policies distinguish: for each rule there is a tool that it
// alone hides from some of [Asks], and others that it almost hides.
func Edges() []engine.Server {
	ids := []string{"srv00", "srv03", "srv05", "srv07", "srv13", "srv21", "srv30", "srv31", "srv32", "srv33", "srv34",
		"srv35", "srv36", "srv37", "srv38",
		"srv39", "srv40", "srv41", "srv42", "srv43", "srv44", "srv45", "srv46", "srv47", "srv48", "srv49"}
	names := []string{"delete_x", "deletes", "x_delete_y", "x_delete", "drop_x", "exec_x", "exec_pod_x",
		"exec_deployments", "exec_po", "a_secret", "secret_raw",
		"raw_secret", "a_secretraw_b", "x_admin_y", "x_admin", "send_x", "send", "publish_x", "move_x", "copy_x",
		"archive_x", "update_x", "x_v2", "x_v2_y",
		"x_raw", "x_batch", "get_user", "get_users", "list_user_x", "read_invoice", "my_customer_x", "query_x",
		"fetch_table_x", "fetch_tab",
		"create_order", "create_orders", "search_x_history", "search_history", "search__history", "a_shipment_raw",
		"raw_shipment", "truncate_x",
		"x_truncate_x", "x_metadata", "metadata", "debug", "debugs", "experiment", "list_row_by_id", "read_x"}
	servers := make([]engine.Server, len(ids))
	for i, id := range ids {
		tools := edgesOfFacts()
		for _, name := range names {
			tools = append(tools, edge(name, true, false, true, 0))
		}
		servers[i] = engine.Server{ID: id, Lists: [][]byte{marshal(tools)}, Tags: map[string][]string{
			"tag_1": {"internal"}, "tag_2": {"hr"}, "tag_3": {"billing"}, "tag_4": {"eu", "pii"},
			"tag_5": {"eu", "net"}, "tag_6": {"eu"},
		}}
	}
	return servers
}

// edgesOfFacts are tools that differ not only in their names.
func edgesOfFacts() []wireTool {
	open, owned, large := edge("open", true, false, true, 0), edge("owned", true, false, true, 0), edge("large", true,
		false, true, 0)
	open.Annotations["openWorldHint"] = true
	owned.Title = "acme"
	for len(large.Description) < 2700 {
		large.Description += " And more."
	}
	tools := []wireTool{open, owned, large, edge("writes", false, false, false, 0),
		edge("destroys", false, true, false, 0), edge("destroys_once", false, true, true, 0),
		edge("takes_13", true, false, true, 13), edge("takes_14", true, false, true, 14), edge("takes_15", true, false,
			true, 15)}
	for _, name := range []string{"tag_1", "tag_2", "tag_3", "tag_4", "tag_5", "tag_6"} {
		tools = append(tools, edge(name, true, false, true, 0))
	}
	return tools
}

func edge(name string, readOnly, destructive, idempotent bool, arguments int) wireTool {
	return wireTool{Name: name, Description: "Does.", InputSchema: schemaOf(arguments), Annotations: map[string]bool{
		"readOnlyHint": readOnly, "destructiveHint": destructive, "idempotentHint": idempotent, "openWorldHint": false,
	}}
}
