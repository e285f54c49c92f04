"""Agreements: what a user agreed to before anything could be owed."""
