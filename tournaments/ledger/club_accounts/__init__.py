"""A club's accounts: what they stand at, what is open, and settling what is carried over."""
