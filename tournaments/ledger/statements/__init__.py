"""Statements of accounts, and comparisons of two accounts."""
