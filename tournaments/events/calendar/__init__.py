"""Calendars of events, their feeds, and users' settings for them."""
