"""Agreements: what users agreed to before they could owe anything."""
