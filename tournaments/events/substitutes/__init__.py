"""Substitutes at a table, and what they owe."""
