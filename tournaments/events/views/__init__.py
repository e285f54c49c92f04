"""Pages of events. Who may see which page, the club's policy says; what is done, services."""
