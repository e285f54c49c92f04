"""Puzzles: endings with all hands open, in which one play is clearly best, and their pages."""
