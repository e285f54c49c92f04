"""The table as a browser shows it."""
