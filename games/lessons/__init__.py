"""Lesson for new players: one deal at a real table with a coach, and its page."""
