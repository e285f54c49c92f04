"""Seasons: events that count together."""
