"""Players among each other: their pages, friends, and invitations to tables."""
