"""Clock of the rounds with real cards: set, started and paused at the desk, shown on all pages."""
