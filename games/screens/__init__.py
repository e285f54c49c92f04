"""Pages and sockets of the home page, the lobby and the table."""
