"""Pending results: their page, lists and notices."""
