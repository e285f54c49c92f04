"""Clubs: members, roles and their rights, invitations, news and house rules."""
