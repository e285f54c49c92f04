"""Finished deals: their pages, their files, and the check of their shuffle."""
