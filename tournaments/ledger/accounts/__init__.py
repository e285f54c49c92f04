"""A club's accounts: balances, open payments and settling carried balances."""
