"""Notifications about events, on the site and by email."""
