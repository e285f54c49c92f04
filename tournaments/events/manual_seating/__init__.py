"""Organizers' seating decisions: seating by hand, pairs kept apart, leftover players."""
