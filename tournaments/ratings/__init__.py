"""Ratings of members, and what a person's own sessions come to."""
