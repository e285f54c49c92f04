"""Creating, changing and cancelling an event."""
