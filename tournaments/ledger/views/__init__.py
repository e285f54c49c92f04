"""Pages of settlements and payments. The policy decides visibility; services act."""
