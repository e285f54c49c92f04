"""Ratings of members, and statistics of a member's own sessions."""
