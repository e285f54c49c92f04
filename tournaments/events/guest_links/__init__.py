"""Guests by link: people without an account or membership in an event for points in the app."""
