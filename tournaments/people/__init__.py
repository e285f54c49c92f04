"""Pages of players, the friends page, and invitations to tables."""
