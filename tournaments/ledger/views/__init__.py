"""Pages of settlements and payments. The policy decides visibility; services do the work."""
