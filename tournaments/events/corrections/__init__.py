"""Corrections of results, and penalties."""
