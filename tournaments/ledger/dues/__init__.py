"""Club dues: the terms, the members who agreed to them, and what each owes per period."""
