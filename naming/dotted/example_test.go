package dotted_test

import (
	"fmt"

	"github.com/toolrules/toolrules/naming/dotted"
)

func ExampleRegistry_Resolve() {
	registry := dotted.NewRegistry([]dotted.Tool{
		{Name: "catalogue.set_prices", Audience: "public"},
		{Name: "users.purge", Audience: "admin"},
	})
	fmt.Println(registry.Resolve("catalogue_set_prices", "public"))
	fmt.Println(registry.Resolve("users_purge", "public"))
	fmt.Println(registry.Resolve("users_purge", "admin"))
	// Output:
	// catalogue.set_prices
	// users_purge
	// users.purge
}
