"""Pages and sockets: home, lobby, the table."""
