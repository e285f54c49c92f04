"""Statements: what moved an account's balance in a period; and what two have had to do together."""
