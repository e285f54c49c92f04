"""Due payments: claimed, confirmed, disputed, waived, and reminded of."""
