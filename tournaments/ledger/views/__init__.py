"""Pages of settlements and payments. Who may see what, the policy says; services decide."""
