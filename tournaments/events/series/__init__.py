"""Series: events that repeat every week, every two weeks or every month."""
